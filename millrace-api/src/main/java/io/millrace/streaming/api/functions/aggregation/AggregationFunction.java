// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.functions.aggregation;

import io.millrace.annotation.Internal;
import io.millrace.api.common.functions.ReduceFunction;

/** A reduce function that is a sum, a minimum or a maximum of one field. */
@Internal
public abstract class AggregationFunction<T> implements ReduceFunction<T> {

    private static final long serialVersionUID = 1L;

    public AggregationFunction() {}

    /** Which one. */
    public enum AggregationType {
        SUM,
        MIN,
        MAX,
        MINBY,
        MAXBY
    }
}
