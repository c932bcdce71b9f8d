// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.accumulators;

import io.millrace.annotation.PublicEvolving;

/** Keeps the largest number. Not safe from several threads. */
@PublicEvolving
public class DoubleMaximum implements SimpleAccumulator<Double> {

    private static final long serialVersionUID = 1L;

    private double max = Double.NEGATIVE_INFINITY;

    /** Begins with as low as can be. */
    public DoubleMaximum() {}

    /** Begins with a value. */
    public DoubleMaximum(double value) {
        this.max = value;
    }

    @Override
    public void add(Double value) {
        add(value.doubleValue());
    }

    /** As {@link #add(Double)}, without a box. */
    public void add(double value) {
        max = Math.max(max, value);
    }

    @Override
    public Double getLocalValue() {
        return max;
    }

    /** As {@link #getLocalValue}, without a box. */
    public double getLocalValuePrimitive() {
        return max;
    }

    @Override
    public void merge(Accumulator<Double, Double> other) {
        max = Math.max(max, other.getLocalValue());
    }

    @Override
    public void resetLocal() {
        max = Double.NEGATIVE_INFINITY;
    }

    @Override
    public DoubleMaximum clone() {
        DoubleMaximum result = new DoubleMaximum();
        result.max = max;
        return result;
    }

    @Override
    public String toString() {
        return "DoubleMaximum " + max;
    }
}
