// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.accumulators;

import io.millrace.annotation.PublicEvolving;

/** Keeps the largest number. Not safe from several threads. */
@PublicEvolving
public class IntMaximum implements SimpleAccumulator<Integer> {

    private static final long serialVersionUID = 1L;

    private int max = Integer.MIN_VALUE;

    /** Begins with as low as can be. */
    public IntMaximum() {}

    /** Begins with a value. */
    public IntMaximum(int value) {
        this.max = value;
    }

    @Override
    public void add(Integer value) {
        add(value.intValue());
    }

    /** As {@link #add(Integer)}, without a box. */
    public void add(int value) {
        max = Math.max(max, value);
    }

    @Override
    public Integer getLocalValue() {
        return max;
    }

    /** As {@link #getLocalValue}, without a box. */
    public int getLocalValuePrimitive() {
        return max;
    }

    @Override
    public void merge(Accumulator<Integer, Integer> other) {
        max = Math.max(max, other.getLocalValue());
    }

    @Override
    public void resetLocal() {
        max = Integer.MIN_VALUE;
    }

    @Override
    public IntMaximum clone() {
        IntMaximum result = new IntMaximum();
        result.max = max;
        return result;
    }

    @Override
    public String toString() {
        return "IntMaximum " + max;
    }
}
