// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.accumulators;

import io.millrace.annotation.PublicEvolving;

/** Keeps the smallest number. Not safe from several threads. */
@PublicEvolving
public class DoubleMinimum implements SimpleAccumulator<Double> {

    private static final long serialVersionUID = 1L;

    private double min = Double.POSITIVE_INFINITY;

    /** Begins with as high as can be. */
    public DoubleMinimum() {}

    /** Begins with a value. */
    public DoubleMinimum(double value) {
        this.min = value;
    }

    @Override
    public void add(Double value) {
        add(value.doubleValue());
    }

    /** As {@link #add(Double)}, without a box. */
    public void add(double value) {
        min = Math.min(min, value);
    }

    @Override
    public Double getLocalValue() {
        return min;
    }

    /** As {@link #getLocalValue}, without a box. */
    public double getLocalValuePrimitive() {
        return min;
    }

    @Override
    public void merge(Accumulator<Double, Double> other) {
        min = Math.min(min, other.getLocalValue());
    }

    @Override
    public void resetLocal() {
        min = Double.POSITIVE_INFINITY;
    }

    @Override
    public DoubleMinimum clone() {
        DoubleMinimum result = new DoubleMinimum();
        result.min = min;
        return result;
    }

    @Override
    public String toString() {
        return "DoubleMinimum " + min;
    }
}
