// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.functions.source;

import io.millrace.annotation.Public;
import io.millrace.api.common.functions.Function;
import io.millrace.streaming.api.watermark.Watermark;
import java.io.Serializable;

/**
 * A source that runs a loop of its own. Runs once in the job unless it is a {@link
 * ParallelSourceFunction}.
 *
 * <p>A source with state emits and changes its state together while it holds {@link
 * SourceContext#getCheckpointLock() the checkpoint lock}: snapshots are taken under the same lock,
 * so that no snapshot sees the one without the other.
 */
@Public
public interface SourceFunction<T> extends Function, Serializable {

    /** Emits until there is no more or {@link #cancel} was called; runs on a thread of its own. */
    void run(SourceContext<T> ctx) throws Exception;

    /** Makes {@link #run} return soon; called from another thread. */
    void cancel();

    /** Where the source puts what it has. */
    interface SourceContext<T> {

        /** Emits a record without a timestamp. */
        void collect(T element);

        /** Emits a record that happened at this time, in milliseconds. */
        void collectWithTimestamp(T element, long timestamp);

        /** Says that nothing older will follow. */
        void emitWatermark(Watermark mark);

        /** Says that downstream should not wait for this source until it emits again. */
        void markAsTemporarilyIdle();

        /** Held by whoever emits and whoever takes a snapshot. */
        Object getCheckpointLock();

        /** Called by the engine when {@code run} has returned. */
        void close();
    }
}
