// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.functions.sink.filesystem;

import io.millrace.annotation.PublicEvolving;
import java.io.IOException;
import java.io.Serializable;

/**
 * Says when the file being written is to be ended and another begun. All methods are called in the
 * sink's task.
 *
 * @param <IN> the record
 * @param <BucketID> the name of a bucket
 */
@PublicEvolving
public interface RollingPolicy<IN, BucketID> extends Serializable {

    /** Whether a checkpoint ends the file. */
    boolean shouldRollOnCheckpoint(PartFileInfo<BucketID> partFileState) throws IOException;

    /** Whether the file is ended before this record, which then goes into another. */
    boolean shouldRollOnEvent(PartFileInfo<BucketID> partFileState, IN element) throws IOException;

    /**
     * Whether time ends the file. Asked of each file being written once in the sink's bucket check
     * interval, whether or not records come. The file becomes visible by a checkpoint and not
     * before.
     *
     * @param currentTime milliseconds since the epoch, by the clock of the task
     */
    boolean shouldRollOnProcessingTime(PartFileInfo<BucketID> partFileState, long currentTime)
            throws IOException;
}
