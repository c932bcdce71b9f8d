// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.accumulators;

import io.millrace.annotation.PublicEvolving;

/** Keeps the largest number. Not safe from several threads. */
@PublicEvolving
public class LongMaximum implements SimpleAccumulator<Long> {

    private static final long serialVersionUID = 1L;

    private long max = Long.MIN_VALUE;

    /** Begins with as low as can be. */
    public LongMaximum() {}

    /** Begins with a value. */
    public LongMaximum(long value) {
        this.max = value;
    }

    @Override
    public void add(Long value) {
        add(value.longValue());
    }

    /** As {@link #add(Long)}, without a box. */
    public void add(long value) {
        max = Math.max(max, value);
    }

    @Override
    public Long getLocalValue() {
        return max;
    }

    /** As {@link #getLocalValue}, without a box. */
    public long getLocalValuePrimitive() {
        return max;
    }

    @Override
    public void merge(Accumulator<Long, Long> other) {
        max = Math.max(max, other.getLocalValue());
    }

    @Override
    public void resetLocal() {
        max = Long.MIN_VALUE;
    }

    @Override
    public LongMaximum clone() {
        LongMaximum result = new LongMaximum();
        result.max = max;
        return result;
    }

    @Override
    public String toString() {
        return "LongMaximum " + max;
    }
}
