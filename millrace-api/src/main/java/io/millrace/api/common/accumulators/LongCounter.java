// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.accumulators;

import io.millrace.annotation.PublicEvolving;

/** Adds up numbers. Not safe from several threads. */
@PublicEvolving
public class LongCounter implements SimpleAccumulator<Long> {

    private static final long serialVersionUID = 1L;

    private long localValue = 0;

    /** Begins with 0. */
    public LongCounter() {}

    /** Begins with a value. */
    public LongCounter(long value) {
        this.localValue = value;
    }

    @Override
    public void add(Long value) {
        add(value.longValue());
    }

    /** As {@link #add(Long)}, without a box. */
    public void add(long value) {
        localValue += value;
    }

    @Override
    public Long getLocalValue() {
        return localValue;
    }

    /** As {@link #getLocalValue}, without a box. */
    public long getLocalValuePrimitive() {
        return localValue;
    }

    @Override
    public void merge(Accumulator<Long, Long> other) {
        localValue += other.getLocalValue();
    }

    @Override
    public void resetLocal() {
        localValue = 0;
    }

    @Override
    public LongCounter clone() {
        LongCounter result = new LongCounter();
        result.localValue = localValue;
        return result;
    }

    @Override
    public String toString() {
        return "LongCounter " + localValue;
    }
}
