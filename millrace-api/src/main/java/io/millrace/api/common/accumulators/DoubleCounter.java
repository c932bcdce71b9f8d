// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.accumulators;

import io.millrace.annotation.PublicEvolving;

/** Adds up numbers. Not safe from several threads. */
@PublicEvolving
public class DoubleCounter implements SimpleAccumulator<Double> {

    private static final long serialVersionUID = 1L;

    private double localValue = 0;

    /** Begins with 0. */
    public DoubleCounter() {}

    /** Begins with a value. */
    public DoubleCounter(double value) {
        this.localValue = value;
    }

    @Override
    public void add(Double value) {
        add(value.doubleValue());
    }

    /** As {@link #add(Double)}, without a box. */
    public void add(double value) {
        localValue += value;
    }

    @Override
    public Double getLocalValue() {
        return localValue;
    }

    /** As {@link #getLocalValue}, without a box. */
    public double getLocalValuePrimitive() {
        return localValue;
    }

    @Override
    public void merge(Accumulator<Double, Double> other) {
        localValue += other.getLocalValue();
    }

    @Override
    public void resetLocal() {
        localValue = 0;
    }

    @Override
    public DoubleCounter clone() {
        DoubleCounter result = new DoubleCounter();
        result.localValue = localValue;
        return result;
    }

    @Override
    public String toString() {
        return "DoubleCounter " + localValue;
    }
}
