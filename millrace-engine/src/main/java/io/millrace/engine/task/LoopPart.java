// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.task;

import io.millrace.engine.exchange.InputGate;
import io.millrace.engine.exchange.StreamElement;

/**
 * What a task does as part of a loop: where the loop begins it chooses between feedback and new
 * records, and holds the end back until it is told; everywhere it counts, so that others can find
 * out whether anything still goes round.
 *
 * <p><b>Feedback first.</b> What goes round was taken in before; were new records preferred, the
 * loop would only fill. But neither may be starved: of barriers, that come between new records, the
 * checkpoints depend. So usually at most {@value #BACK_IN_A_ROW} elements of feedback are taken in
 * a row. While more waits at the senders than half of the memory for it, no new ones are taken at
 * all, save one each time as many elements of feedback have been taken as waited when the count
 * began.
 *
 * <p>Used on the task's step.
 */
final class LoopPart {

    private static final int BACK_IN_A_ROW = 8;

    private final InputGate inputs;
    private final LoopPlace place;
    private final FeedbackLogs logs;
    private int entriesLeft;
    private long processed;
    private int backInARow;
    private long untilNew;
    private boolean full;
    private boolean released;
    private boolean mayEnd;

    /**
     * @param logs null unless the loop begins here
     */
    LoopPart(InputGate inputs, LoopPlace place, FeedbackLogs logs) {
        this.inputs = inputs;
        this.place = place;
        this.logs = logs;
        this.entriesLeft = place.entries(inputs);
    }

    boolean isHead() {
        return logs != null;
    }

    // ---- what to take next ----

    /** The next element to take, null when there is none. */
    StreamElement next() {
        if (logs == null) {
            return inputs.poll();
        }
        StreamElement element = nextOfHead();
        if (element == null) {
            inputs.rest();
        }
        return element;
    }

    private StreamElement nextOfHead() {
        if (inputs.waitingBytes() > place.memoryBytes() / 2 && !logs.holdAny()) {
            return nextWhileFull();
        }
        full = false;
        if (backInARow < BACK_IN_A_ROW) {
            StreamElement back = inputs.pollBack();
            if (back != null) {
                backInARow++;
                return back;
            }
        }
        backInARow = 0;
        StreamElement fresh = inputs.pollRegular();
        return fresh != null ? fresh : inputs.pollBack();
    }

    private StreamElement nextWhileFull() {
        if (!full) {
            full = true;
            untilNew = inputs.waitingElements();
        }
        if (untilNew <= 0) {
            untilNew = inputs.waitingElements();
            StreamElement fresh = inputs.pollRegular();
            if (fresh != null) {
                return fresh;
            }
        }
        StreamElement back = inputs.pollBack();
        if (back != null) {
            untilNew--;
        }
        return back;
    }

    /** What came round, and is no record, means something only to the logs. */
    void fedBack(int channel, StreamElement element) {
        if (element instanceof StreamElement.CheckpointBarrier barrier) {
            logs.barrier(channel, barrier.checkpointId());
        } else if (element instanceof StreamElement.CancelMarker marker) {
            logs.cancelMarker(channel, marker.checkpointId());
        } else if (element instanceof StreamElement.EndOfChannel) {
            inputs.end(channel);
            logs.channelEnded(channel);
        }
    }

    // ---- counting ----

    /** An element has been processed. */
    void done(int channel) {
        if (place.counted()[channel]) {
            processed++;
        }
    }

    /**
     * A channel has come to the end of its data; true when with it all that enters the loop here
     * has entered.
     */
    boolean ended(int channel) {
        return !place.within()[channel] && --entriesLeft == 0;
    }

    /** The task had come to the end of its data before this attempt. */
    void endedBefore() {
        entriesLeft = 0;
        released = true;
        mayEnd = true;
    }

    /** Whether all that enters the loop here has entered. */
    boolean hasEntered() {
        return entriesLeft == 0;
    }

    long processed() {
        return processed;
    }

    // ---- the end ----

    /** Whether this watermark must wait: nothing is late while records go round. */
    boolean holdsBack(long watermark) {
        return logs != null && !released && watermark == Long.MAX_VALUE;
    }

    void release() {
        released = true;
    }

    void end() {
        mayEnd = true;
    }

    /** Whether the end of the regular inputs is the end of this task. */
    boolean mayEnd() {
        return logs == null || mayEnd;
    }
}
