// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.exchange;

import io.millrace.engine.state.SnapshotOrder;

/** What travels in a channel: a batch of records, or a control element between two batches. */
public sealed interface StreamElement
        permits Batch,
                StreamElement.Watermark,
                StreamElement.Status,
                StreamElement.CheckpointBarrier,
                StreamElement.CancelMarker,
                StreamElement.EndOfData,
                StreamElement.EndOfChannel {

    /**
     * Whether it is part of what flows: a batch, a watermark, a status. What is not is said about
     * the stream: barriers, and that it ends.
     */
    default boolean isFlow() {
        return true;
    }

    /** No record with a timestamp at or below this one will follow on this channel. */
    record Watermark(long timestamp) implements StreamElement {}

    /** Whether the channel counts in the minimum that makes a watermark. */
    record Status(boolean idle) implements StreamElement {}

    /** The mark that cuts the stream for a checkpoint. */
    record CheckpointBarrier(SnapshotOrder order) implements StreamElement {
        public long checkpointId() {
            return order.checkpointId();
        }

        @Override
        public boolean isFlow() {
            return false;
        }
    }

    /** In place of a barrier: the checkpoint was given up on the way. */
    record CancelMarker(long checkpointId) implements StreamElement {
        @Override
        public boolean isFlow() {
            return false;
        }
    }

    /** No record will follow; barriers may. */
    record EndOfData() implements StreamElement {
        @Override
        public boolean isFlow() {
            return false;
        }
    }

    /** Nothing at all will follow. */
    record EndOfChannel() implements StreamElement {
        @Override
        public boolean isFlow() {
            return false;
        }
    }
}
