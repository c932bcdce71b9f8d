// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.accumulators;

import io.millrace.annotation.PublicEvolving;

/** Keeps the smallest number. Not safe from several threads. */
@PublicEvolving
public class IntMinimum implements SimpleAccumulator<Integer> {

    private static final long serialVersionUID = 1L;

    private int min = Integer.MAX_VALUE;

    /** Begins with as high as can be. */
    public IntMinimum() {}

    /** Begins with a value. */
    public IntMinimum(int value) {
        this.min = value;
    }

    @Override
    public void add(Integer value) {
        add(value.intValue());
    }

    /** As {@link #add(Integer)}, without a box. */
    public void add(int value) {
        min = Math.min(min, value);
    }

    @Override
    public Integer getLocalValue() {
        return min;
    }

    /** As {@link #getLocalValue}, without a box. */
    public int getLocalValuePrimitive() {
        return min;
    }

    @Override
    public void merge(Accumulator<Integer, Integer> other) {
        min = Math.min(min, other.getLocalValue());
    }

    @Override
    public void resetLocal() {
        min = Integer.MAX_VALUE;
    }

    @Override
    public IntMinimum clone() {
        IntMinimum result = new IntMinimum();
        result.min = min;
        return result;
    }

    @Override
    public String toString() {
        return "IntMinimum " + min;
    }
}
