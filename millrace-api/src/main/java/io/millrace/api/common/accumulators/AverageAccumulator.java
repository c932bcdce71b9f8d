// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.accumulators;

import io.millrace.annotation.Public;

/** The mean of numbers; 0 if there are none. Not safe from several threads. */
@Public
public class AverageAccumulator implements SimpleAccumulator<Double> {

    private static final long serialVersionUID = 3672555084179165255L;

    private long count;
    private double sum;

    @Override
    public void add(Double value) {
        add(value.doubleValue());
    }

    /** Adds a number. */
    public void add(double value) {
        count++;
        sum += value;
    }

    /** Adds a number. */
    public void add(long value) {
        add((double) value);
    }

    /** Adds a number. */
    public void add(int value) {
        add((double) value);
    }

    @Override
    public Double getLocalValue() {
        return count == 0 ? 0.0 : sum / count;
    }

    @Override
    public void resetLocal() {
        count = 0;
        sum = 0;
    }

    @Override
    public void merge(Accumulator<Double, Double> other) {
        if (!(other instanceof AverageAccumulator that)) {
            throw new IllegalArgumentException(
                    "A mean can be merged only with a mean, not with a "
                            + other.getClass().getName()
                            + '.');
        }
        count += that.count;
        sum += that.sum;
    }

    @Override
    public AverageAccumulator clone() {
        AverageAccumulator copy = new AverageAccumulator();
        copy.count = count;
        copy.sum = sum;
        return copy;
    }

    @Override
    public String toString() {
        return "AverageAccumulator " + getLocalValue() + " for " + count + " elements";
    }
}
