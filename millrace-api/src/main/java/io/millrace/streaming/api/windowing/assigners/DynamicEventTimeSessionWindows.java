// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.windowing.assigners;

import io.millrace.annotation.PublicEvolving;
import java.util.Objects;

/**
 * Sessions by event time for which each record says how long they stay open after it.
 *
 * @param <T> the records
 */
@PublicEvolving
public class DynamicEventTimeSessionWindows<T> extends SessionWindows<T> {

    private static final long serialVersionUID = 1L;

    /** Asked for each record. */
    protected SessionWindowTimeGapExtractor<T> sessionWindowTimeGapExtractor;

    protected DynamicEventTimeSessionWindows(
            SessionWindowTimeGapExtractor<T> sessionWindowTimeGapExtractor) {
        super("DynamicEventTimeSessionWindows", WindowTime.EVENT);
        this.sessionWindowTimeGapExtractor =
                Objects.requireNonNull(
                        sessionWindowTimeGapExtractor, "sessionWindowTimeGapExtractor");
    }

    /** Sessions for which each record says how long they stay open after it. */
    public static <T> DynamicEventTimeSessionWindows<T> withDynamicGap(
            SessionWindowTimeGapExtractor<T> sessionWindowTimeGapExtractor) {
        return new DynamicEventTimeSessionWindows<>(sessionWindowTimeGapExtractor);
    }

    @Override
    long gap(T element) {
        return AlignedWindows.checkGap(
                "DynamicEventTimeSessionWindows", sessionWindowTimeGapExtractor.extract(element));
    }

    @Override
    public String toString() {
        return "DynamicEventTimeSessionWindows()";
    }
}
