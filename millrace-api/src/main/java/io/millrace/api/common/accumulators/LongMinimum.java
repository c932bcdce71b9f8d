// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.accumulators;

import io.millrace.annotation.PublicEvolving;

/** Keeps the smallest number. Not safe from several threads. */
@PublicEvolving
public class LongMinimum implements SimpleAccumulator<Long> {

    private static final long serialVersionUID = 1L;

    private long min = Long.MAX_VALUE;

    /** Begins with as high as can be. */
    public LongMinimum() {}

    /** Begins with a value. */
    public LongMinimum(long value) {
        this.min = value;
    }

    @Override
    public void add(Long value) {
        add(value.longValue());
    }

    /** As {@link #add(Long)}, without a box. */
    public void add(long value) {
        min = Math.min(min, value);
    }

    @Override
    public Long getLocalValue() {
        return min;
    }

    /** As {@link #getLocalValue}, without a box. */
    public long getLocalValuePrimitive() {
        return min;
    }

    @Override
    public void merge(Accumulator<Long, Long> other) {
        min = Math.min(min, other.getLocalValue());
    }

    @Override
    public void resetLocal() {
        min = Long.MAX_VALUE;
    }

    @Override
    public LongMinimum clone() {
        LongMinimum result = new LongMinimum();
        result.min = min;
        return result;
    }

    @Override
    public String toString() {
        return "LongMinimum " + min;
    }
}
