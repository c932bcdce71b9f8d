// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.exchange;

/** What travels in a channel: a batch of records, or a control element between two batches. */
public sealed interface StreamElement
        permits Batch,
                StreamElement.Watermark,
                StreamElement.Status,
                StreamElement.CheckpointBarrier,
                StreamElement.CancelMarker,
                StreamElement.EndOfData,
                StreamElement.EndOfChannel {

    /** No record with a timestamp at or below this one will follow on this channel. */
    record Watermark(long timestamp) implements StreamElement {}

    /** Whether the channel counts in the minimum that makes a watermark. */
    record Status(boolean idle) implements StreamElement {}

    /** The mark that cuts the stream for a checkpoint. */
    record CheckpointBarrier(long checkpointId, long timestampMs) implements StreamElement {}

    /** In place of a barrier: the checkpoint was given up on the way. */
    record CancelMarker(long checkpointId) implements StreamElement {}

    /** No record will follow; barriers may. */
    record EndOfData() implements StreamElement {}

    /** Nothing at all will follow. */
    record EndOfChannel() implements StreamElement {}
}
