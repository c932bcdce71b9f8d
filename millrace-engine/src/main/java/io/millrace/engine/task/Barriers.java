// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.task;

import io.millrace.engine.state.SnapshotOrder;

/**
 * Says when a task has to cut, from the barriers that its channels show. Three kinds: {@link
 * BarrierAligner} holds channels so that the cut is clean, {@link BarrierCounter} holds nothing up,
 * and {@link BarrierOvertaker} waits in line for a time and then cuts with what is on its way.
 *
 * <p>Only <em>regular</em> channels take part: those whose elements come from the sources of the
 * job and not round a loop. A channel that has ended counts as having shown every barrier.
 *
 * <p>Used on the task's step only.
 */
interface Barriers {

    /** What becomes of checkpoints here. Called from within the calls below. */
    interface Outcome {

        /** All regular channels have shown the barrier: take the snapshot now, and pass it on. */
        void cut(SnapshotOrder order);

        /**
         * There will be no snapshot, and those behind must be told so that they do not wait.
         *
         * @param why to be told to the coordinator; null when it is he who gave it up
         */
        void givenUp(long checkpointId, TaskListener.Decline why);
    }

    /** A channel shows a barrier. */
    void barrier(int channel, SnapshotOrder order);

    /** A channel shows, in place of a barrier, that the checkpoint was given up upstream. */
    void cancelMarker(int channel, long checkpointId);

    /** A channel has ended; the gate knows it already. */
    void channelEnded();

    /** No record will come any more, and the operators have finished. */
    void endOfData();

    /** The coordinator has given the checkpoint up, whose barriers may still come. */
    void abort(long checkpointId);
}
