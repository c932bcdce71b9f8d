// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.functions.aggregation;

import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.spi.FieldAccess;

/** Adds up one field; the other fields are those of the first record. */
public class SumAggregator<T> extends AggregationFunction<T> {

    private static final long serialVersionUID = 1L;

    private final FieldAccess<T> field;
    private final NumberAddition addition;

    /** The field at this position. */
    public SumAggregator(int pos, TypeInformation<T> typeInfo, ExecutionConfig config) {
        this(FieldAccess.at(typeInfo, pos, config));
    }

    /** The field that the expression names. */
    public SumAggregator(String field, TypeInformation<T> typeInfo, ExecutionConfig config) {
        this(FieldAccess.of(typeInfo, field, config));
    }

    private SumAggregator(FieldAccess<T> field) {
        this.field = field;
        this.addition = NumberAddition.of(field);
    }

    @Override
    public T reduce(T value1, T value2) throws Exception {
        return field.with(value1, addition.add(field.getNonNull(value1), field.getNonNull(value2)));
    }
}
