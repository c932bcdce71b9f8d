// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.functions.sink.filesystem;

import io.millrace.annotation.PublicEvolving;
import io.millrace.core.io.SimpleVersionedSerializer;
import java.io.Serializable;

/**
 * Says into which bucket, that is, which directory under the sink's, a record goes.
 *
 * @param <IN> the record
 * @param <BucketID> the name of a bucket; its {@code toString()} is the directory, which may be
 *     several levels deep
 */
@PublicEvolving
public interface BucketAssigner<IN, BucketID> extends Serializable {

    /** The bucket of a record, not null. Called in the sink's task. */
    BucketID getBucketId(IN element, BucketAssigner.Context context);

    /** How a bucket's name is written to a checkpoint. */
    SimpleVersionedSerializer<BucketID> getSerializer();

    /** What is known about the record; valid during the call only. */
    @PublicEvolving
    interface Context {

        /** Milliseconds since the epoch, by the clock of the engine. */
        long currentProcessingTime();

        /** The sink's watermark. */
        long currentWatermark();

        /** The record's timestamp, or null if it has none. */
        Long timestamp();
    }
}
