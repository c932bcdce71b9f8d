// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.engine.chain.OperatorContext;
import io.millrace.engine.chain.Output;
import io.millrace.metrics.Counter;
import io.millrace.spi.Saturated;
import io.millrace.util.OutputTag;

/**
 * Records for which there is no window any more: they go to the side output that the program gave,
 * or are dropped and counted. A record that was in no window to begin with is not late as long as
 * the watermark has not passed it by more than the lateness (T07).
 */
final class LateRecords<I> {

    static final String DROPPED = "numLateRecordsDropped";

    private final boolean eventTime;
    private final long allowedLateness;
    private final OutputTag<I> tag;
    private final Output<?> out;
    private final Counter dropped;

    /**
     * @param tag null to drop them
     */
    LateRecords(
            OperatorContext context,
            boolean eventTime,
            long allowedLateness,
            OutputTag<I> tag,
            Output<?> out) {
        this.eventTime = eventTime;
        this.allowedLateness = allowedLateness;
        this.tag = tag;
        this.out = out;
        this.dropped = context.metrics().group().counter(DROPPED);
    }

    boolean isLate(long timestamp, long watermark) {
        return eventTime && Saturated.add(timestamp, allowedLateness) <= watermark;
    }

    void take(I value, long timestamp) {
        if (tag == null) {
            dropped.inc();
        } else {
            out.side(tag, value, timestamp);
        }
    }
}
