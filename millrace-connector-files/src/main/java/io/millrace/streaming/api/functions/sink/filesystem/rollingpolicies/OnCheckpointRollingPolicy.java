// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.functions.sink.filesystem.rollingpolicies;

import io.millrace.annotation.PublicEvolving;
import io.millrace.streaming.api.functions.sink.filesystem.PartFileInfo;

/**
 * Ends the file at each checkpoint and at no other time.
 *
 * @param <IN> the record
 * @param <BucketID> the name of a bucket
 */
@PublicEvolving
public final class OnCheckpointRollingPolicy<IN, BucketID>
        extends CheckpointRollingPolicy<IN, BucketID> {

    private static final long serialVersionUID = 1L;

    private OnCheckpointRollingPolicy() {}

    @Override
    public boolean shouldRollOnEvent(PartFileInfo<BucketID> partFileState, IN element) {
        return false;
    }

    @Override
    public boolean shouldRollOnProcessingTime(
            PartFileInfo<BucketID> partFileState, long currentTime) {
        return false;
    }

    public static <IN, BucketID> OnCheckpointRollingPolicy<IN, BucketID> build() {
        return new OnCheckpointRollingPolicy<>();
    }
}
