// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.task;

import io.millrace.engine.exchange.Batch;
import io.millrace.engine.exchange.StreamElement;
import io.millrace.engine.state.InFlightLog;
import io.millrace.engine.state.SnapshotOrder;

/**
 * A snapshot that a barrier made by overtaking: what was frozen, and what was on its way, which is
 * written down until each channel has shown where its barrier stands. Only then can it be written.
 *
 * <p>Used on the task's step.
 */
final class InFlightRecording {

    private final SnapshotOrder order;
    private final InFlightLog log;
    private final boolean[] open;
    private int left;

    /** Null until the state is frozen. */
    private Cut cut;

    private boolean dropped;

    InFlightRecording(SnapshotOrder order, InFlightLog log, int channels) {
        this.order = order;
        this.log = log;
        this.open = new boolean[channels];
    }

    SnapshotOrder order() {
        return order;
    }

    long id() {
        return order.checkpointId();
    }

    // ---- what is on its way ----

    /** What comes on the channel from now on is to be added, until it is {@link #done}. */
    void open(int channel) {
        open[channel] = true;
        left++;
    }

    boolean isOpen(int channel) {
        return open[channel];
    }

    /** All that was before the barrier on this channel is there. */
    void done(int channel) {
        if (open[channel]) {
            open[channel] = false;
            left--;
        }
    }

    boolean isComplete() {
        return left == 0;
    }

    /** Adds an element that has not been processed. */
    void add(int channel, StreamElement element) {
        if (dropped) {
            return;
        }
        if (element instanceof Batch batch) {
            add(channel, batch, 0);
        } else if (element instanceof StreamElement.Watermark watermark) {
            log.watermark(channel, watermark.timestamp());
        }
    }

    /** Adds the records of a batch from a place on. */
    void add(int channel, Batch batch, int from) {
        for (int i = from; i < batch.size() && !dropped; i++) {
            log.record(channel, batch.value(i), batch.timestamp(i));
        }
    }

    // ---- the snapshot ----

    /** The task's state is frozen. */
    void frozen(Cut newCut) {
        cut = newCut;
    }

    /** Whether all is there that is to be written. */
    boolean isWhole() {
        return cut != null && isComplete();
    }

    /** What is to be written. */
    Cut whole() {
        return cut.with(log);
    }

    /** Nothing will be written. */
    void drop() {
        dropped = true;
        log.release();
        if (cut != null) {
            cut.release();
        }
    }

    boolean isDropped() {
        return dropped;
    }
}
