// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.functions.aggregation;

import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.spi.FieldAccess;

/**
 * Keeps the smallest or greatest value of one field. The plain forms keep the other fields of the
 * first record; the forms <em>by</em> a field keep the whole record that has the value.
 */
public class ComparableAggregator<T> extends AggregationFunction<T> {

    private static final long serialVersionUID = 1L;

    private final FieldAccess<T> field;
    private final AggregationType type;
    private final boolean first;

    /** The field at this position. */
    public ComparableAggregator(
            int positionToAggregate,
            TypeInformation<T> typeInfo,
            AggregationType aggregationType,
            ExecutionConfig config) {
        this(positionToAggregate, typeInfo, aggregationType, false, config);
    }

    /**
     * The field at this position.
     *
     * @param first of several records with the same value, whether the first is kept or the last
     */
    public ComparableAggregator(
            int positionToAggregate,
            TypeInformation<T> typeInfo,
            AggregationType aggregationType,
            boolean first,
            ExecutionConfig config) {
        this(FieldAccess.at(typeInfo, positionToAggregate, config), aggregationType, first);
    }

    /** The field that the expression names. */
    public ComparableAggregator(
            String field,
            TypeInformation<T> typeInfo,
            AggregationType aggregationType,
            boolean first,
            ExecutionConfig config) {
        this(FieldAccess.of(typeInfo, field, config), aggregationType, first);
    }

    private ComparableAggregator(FieldAccess<T> field, AggregationType type, boolean first) {
        if (!Comparable.class.isAssignableFrom(field.fieldClass())) {
            throw new IllegalArgumentException(
                    "The "
                            + field
                            + " has no minimum or maximum: its class "
                            + field.fieldClass().getName()
                            + " is not Comparable.");
        }
        this.field = field;
        this.type = type;
        this.first = first;
    }

    @Override
    @SuppressWarnings("unchecked") // the constructor has checked it
    public T reduce(T value1, T value2) throws Exception {
        Object mine = field.getNonNull(value1);
        Object other = field.getNonNull(value2);
        int order = ((Comparable<Object>) mine).compareTo(other);
        boolean otherWins =
                type == AggregationType.MIN || type == AggregationType.MINBY
                        ? order > 0
                        : order < 0;
        if (type == AggregationType.MINBY || type == AggregationType.MAXBY) {
            return otherWins || order == 0 && !first ? value2 : value1;
        }
        return otherWins ? field.with(value1, other) : value1;
    }
}
