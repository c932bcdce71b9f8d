// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.accumulators;

import io.millrace.annotation.PublicEvolving;

/** Adds up numbers. Not safe from several threads. */
@PublicEvolving
public class IntCounter implements SimpleAccumulator<Integer> {

    private static final long serialVersionUID = 1L;

    private int localValue = 0;

    /** Begins with 0. */
    public IntCounter() {}

    /** Begins with a value. */
    public IntCounter(int value) {
        this.localValue = value;
    }

    @Override
    public void add(Integer value) {
        add(value.intValue());
    }

    /** As {@link #add(Integer)}, without a box. */
    public void add(int value) {
        localValue += value;
    }

    @Override
    public Integer getLocalValue() {
        return localValue;
    }

    /** As {@link #getLocalValue}, without a box. */
    public int getLocalValuePrimitive() {
        return localValue;
    }

    @Override
    public void merge(Accumulator<Integer, Integer> other) {
        localValue += other.getLocalValue();
    }

    @Override
    public void resetLocal() {
        localValue = 0;
    }

    @Override
    public IntCounter clone() {
        IntCounter result = new IntCounter();
        result.localValue = localValue;
        return result;
    }

    @Override
    public String toString() {
        return "IntCounter " + localValue;
    }
}
