// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.simulation;

import io.millrace.api.common.functions.AggregateFunction;
import io.millrace.api.java.tuple.Tuple2;

/** Of sum and number. */
final class Mean implements AggregateFunction<Integer, Tuple2<Integer, Integer>, Double> {

    private static final long serialVersionUID = 1L;

    @Override
    public Tuple2<Integer, Integer> createAccumulator() {
        return Tuple2.of(0, 0);
    }

    @Override
    public Tuple2<Integer, Integer> add(Integer value, Tuple2<Integer, Integer> sum) {
        return Tuple2.of(sum.f0 + value, sum.f1 + 1);
    }

    @Override
    public Double getResult(Tuple2<Integer, Integer> sum) {
        return sum.f0 / (double) sum.f1;
    }

    @Override
    public Tuple2<Integer, Integer> merge(Tuple2<Integer, Integer> a, Tuple2<Integer, Integer> b) {
        return Tuple2.of(a.f0 + b.f0, a.f1 + b.f1);
    }
}
