// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.functions.sink.filesystem.bucketassigners;

import io.millrace.annotation.PublicEvolving;
import io.millrace.core.io.SimpleVersionedSerializer;
import io.millrace.streaming.api.functions.sink.filesystem.BucketAssigner;

/**
 * One bucket: the sink's directory itself.
 *
 * @param <T> the record
 */
@PublicEvolving
public class BasePathBucketAssigner<T> implements BucketAssigner<T, String> {

    private static final long serialVersionUID = -6033643155550226022L;

    public BasePathBucketAssigner() {}

    @Override
    public String getBucketId(T element, BucketAssigner.Context context) {
        return "";
    }

    @Override
    public SimpleVersionedSerializer<String> getSerializer() {
        return SimpleVersionedStringSerializer.INSTANCE;
    }

    @Override
    public String toString() {
        return "BasePathBucketAssigner";
    }
}
