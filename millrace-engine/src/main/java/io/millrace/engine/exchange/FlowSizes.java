// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.exchange;

/**
 * How much may be on its way between two tasks. Everybody has {@link #USUAL}; a simulation takes
 * less, to see channels full and calls waiting that would need millions of records otherwise.
 *
 * @param batchRecords most records in a batch, 1 to {@link Batch#CAPACITY}; fewer where the
 *     receiver's {@link Pace} is slower
 * @param channelElements elements a channel holds, a power of two
 * @param surplusElements elements, over all channels of a gate, that may wait in it before a call
 *     is made to wait
 */
public record FlowSizes(int batchRecords, int channelElements, int surplusElements) {

    /** What has proved quick. */
    public static final FlowSizes USUAL =
            new FlowSizes(Batch.CAPACITY, Channel.CAPACITY, OutputGate.SURPLUS_LIMIT);

    public FlowSizes {
        if (batchRecords < 1
                || batchRecords > Batch.CAPACITY
                || Integer.bitCount(channelElements) != 1
                || surplusElements < 0) {
            throw new IllegalArgumentException(
                    "A batch of "
                            + batchRecords
                            + " records, a channel of "
                            + channelElements
                            + " elements and a surplus of "
                            + surplusElements
                            + " can't be");
        }
    }
}
