// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.job;

import io.millrace.api.common.accumulators.Accumulator;
import io.millrace.engine.chain.AccumulatorValue;
import io.millrace.util.OptionalFailure;
import java.io.Serializable;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the accumulators of all subtasks amount to: those of one name are merged. Runs the user's
 * code, so it has no place on the supervisor's step; leaves what it is given as it was.
 */
final class AccumulatorTotals {

    /** The sum so far under one name, and who began it. */
    private static final class Total {
        final AccumulatorValue first;
        Accumulator<?, ?> sum;
        Throwable failure;

        Total(AccumulatorValue first) {
            this.first = first;
        }
    }

    private AccumulatorTotals() {}

    /** By name; a name that could not be merged says why. */
    static Map<String, OptionalFailure<Object>> of(List<AccumulatorValue> values) {
        Map<String, Total> totals = new TreeMap<>();
        for (AccumulatorValue value : values) {
            Total total = totals.computeIfAbsent(value.name(), name -> new Total(value));
            if (total.failure == null) {
                try {
                    add(value, total);
                } catch (Throwable t) {
                    // The user's code; who asks for the value is told.
                    total.failure = t;
                }
            }
        }
        Map<String, OptionalFailure<Object>> results = new TreeMap<>();
        totals.forEach((name, total) -> results.put(name, result(total)));
        return results;
    }

    private static void add(AccumulatorValue value, Total total) {
        if (value.failure() != null) {
            throw new UnsupportedOperationException(
                    "The accumulator '"
                            + value.name()
                            + "' of operator '"
                            + value.operator()
                            + "' could not be copied: "
                            + value.failure(),
                    value.failure());
        }
        if (total.sum == null) {
            total.sum = value.copy().clone();
            return;
        }
        if (total.sum.getClass() != value.copy().getClass()) {
            throw new UnsupportedOperationException(
                    "The accumulators '"
                            + value.name()
                            + "' can't be merged: in operator '"
                            + total.first.operator()
                            + "' it is a "
                            + total.sum.getClass().getName()
                            + ", in operator '"
                            + value.operator()
                            + "' a "
                            + value.copy().getClass().getName()
                            + ". Give one of them another name");
        }
        merge(total.sum, value.copy().clone());
    }

    @SuppressWarnings("unchecked") // both are of one class
    private static <V, R extends Serializable> void merge(
            Accumulator<V, R> into, Accumulator<?, ?> from) {
        into.merge((Accumulator<V, R>) from);
    }

    private static OptionalFailure<Object> result(Total total) {
        if (total.failure != null) {
            return OptionalFailure.ofFailure(total.failure);
        }
        try {
            return OptionalFailure.of(total.sum.getLocalValue());
        } catch (Throwable t) {
            return OptionalFailure.ofFailure(t);
        }
    }
}
