// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.datastream;

import io.millrace.api.common.functions.ReduceFunction;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.aggregation.AggregationFunction;
import io.millrace.streaming.api.functions.aggregation.ComparableAggregator;
import io.millrace.streaming.api.functions.aggregation.SumAggregator;

/**
 * What becomes of one field of a window's records, with keys or without.
 *
 * @param <T> the records
 */
abstract class FieldsOfWindows<T> {

    FieldsOfWindows() {}

    /** Folds the records of a window into one. */
    abstract SingleOutputStreamOperator<T> folded(ReduceFunction<T> function);

    abstract StreamExecutionEnvironment getExecutionEnvironment();

    abstract TypeInformation<T> getInputType();

    /** The sum of the field at a position; the other fields are those of the first record. */
    public SingleOutputStreamOperator<T> sum(int positionToSum) {
        return folded(
                new SumAggregator<>(
                        positionToSum, getInputType(), getExecutionEnvironment().getConfig()));
    }

    /** The sum of a field; the other fields are those of the first record. */
    public SingleOutputStreamOperator<T> sum(String field) {
        return folded(
                new SumAggregator<>(field, getInputType(), getExecutionEnvironment().getConfig()));
    }

    /** The smallest value of the field at a position; other fields are the first record's. */
    public SingleOutputStreamOperator<T> min(int positionToMin) {
        return extremal(positionToMin, AggregationFunction.AggregationType.MIN, false);
    }

    /** The smallest value of a field; the other fields are those of the first record. */
    public SingleOutputStreamOperator<T> min(String field) {
        return extremal(field, AggregationFunction.AggregationType.MIN, false);
    }

    /** The first record with the smallest value of the field at a position. */
    public SingleOutputStreamOperator<T> minBy(int positionToMinBy) {
        return minBy(positionToMinBy, true);
    }

    /** The first record with the smallest value of a field. */
    public SingleOutputStreamOperator<T> minBy(String positionToMinBy) {
        return minBy(positionToMinBy, true);
    }

    /**
     * The record with the smallest value of the field at a position.
     *
     * @param first of several with the same value, whether the first or the last
     */
    public SingleOutputStreamOperator<T> minBy(int positionToMinBy, boolean first) {
        return extremal(positionToMinBy, AggregationFunction.AggregationType.MINBY, first);
    }

    /**
     * The record with the smallest value of a field.
     *
     * @param first of several with the same value, whether the first or the last
     */
    public SingleOutputStreamOperator<T> minBy(String field, boolean first) {
        return extremal(field, AggregationFunction.AggregationType.MINBY, first);
    }

    /** The greatest value of the field at a position; other fields are the first record's. */
    public SingleOutputStreamOperator<T> max(int positionToMax) {
        return extremal(positionToMax, AggregationFunction.AggregationType.MAX, false);
    }

    /** The greatest value of a field; the other fields are those of the first record. */
    public SingleOutputStreamOperator<T> max(String field) {
        return extremal(field, AggregationFunction.AggregationType.MAX, false);
    }

    /** The first record with the greatest value of the field at a position. */
    public SingleOutputStreamOperator<T> maxBy(int positionToMaxBy) {
        return maxBy(positionToMaxBy, true);
    }

    /** The first record with the greatest value of a field. */
    public SingleOutputStreamOperator<T> maxBy(String positionToMaxBy) {
        return maxBy(positionToMaxBy, true);
    }

    /**
     * The record with the greatest value of the field at a position.
     *
     * @param first of several with the same value, whether the first or the last
     */
    public SingleOutputStreamOperator<T> maxBy(int positionToMaxBy, boolean first) {
        return extremal(positionToMaxBy, AggregationFunction.AggregationType.MAXBY, first);
    }

    /**
     * The record with the greatest value of a field.
     *
     * @param first of several with the same value, whether the first or the last
     */
    public SingleOutputStreamOperator<T> maxBy(String field, boolean first) {
        return extremal(field, AggregationFunction.AggregationType.MAXBY, first);
    }

    private SingleOutputStreamOperator<T> extremal(
            int position, AggregationFunction.AggregationType kind, boolean first) {
        return folded(
                new ComparableAggregator<>(
                        position,
                        getInputType(),
                        kind,
                        first,
                        getExecutionEnvironment().getConfig()));
    }

    private SingleOutputStreamOperator<T> extremal(
            String field, AggregationFunction.AggregationType kind, boolean first) {
        return folded(
                new ComparableAggregator<>(
                        field, getInputType(), kind, first, getExecutionEnvironment().getConfig()));
    }
}
