// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.windowing.assigners;

import io.millrace.annotation.PublicEvolving;
import java.util.Objects;

/**
 * Sessions by processing time for which each record says how long they stay open after it.
 *
 * @param <T> the records
 */
@PublicEvolving
public class DynamicProcessingTimeSessionWindows<T> extends SessionWindows<T> {

    private static final long serialVersionUID = 1L;

    /** Asked for each record. */
    protected SessionWindowTimeGapExtractor<T> sessionWindowTimeGapExtractor;

    protected DynamicProcessingTimeSessionWindows(
            SessionWindowTimeGapExtractor<T> sessionWindowTimeGapExtractor) {
        super("DynamicProcessingTimeSessionWindows", WindowTime.PROCESSING);
        this.sessionWindowTimeGapExtractor =
                Objects.requireNonNull(
                        sessionWindowTimeGapExtractor, "sessionWindowTimeGapExtractor");
    }

    /** Sessions for which each record says how long they stay open after it. */
    public static <T> DynamicProcessingTimeSessionWindows<T> withDynamicGap(
            SessionWindowTimeGapExtractor<T> sessionWindowTimeGapExtractor) {
        return new DynamicProcessingTimeSessionWindows<>(sessionWindowTimeGapExtractor);
    }

    @Override
    long gap(T element) {
        return AlignedWindows.checkGap(
                "DynamicProcessingTimeSessionWindows",
                sessionWindowTimeGapExtractor.extract(element));
    }

    @Override
    public String toString() {
        return "DynamicProcessingTimeSessionWindows()";
    }
}
