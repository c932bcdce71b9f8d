// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.datastream;

import io.millrace.annotation.Internal;
import io.millrace.annotation.Public;
import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.functions.ReduceFunction;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.java.functions.KeySelector;
import io.millrace.api.java.typeutils.TypeExtractor;
import io.millrace.spi.OperatorSpec;
import io.millrace.spi.PartitionTransformation;
import io.millrace.spi.Partitioning;
import io.millrace.spi.Saturated;
import io.millrace.spi.types.KeyTypes;
import io.millrace.spi.types.RequiredType;
import io.millrace.streaming.api.functions.KeyedProcessFunction;
import io.millrace.streaming.api.functions.aggregation.AggregationFunction;
import io.millrace.streaming.api.functions.aggregation.ComparableAggregator;
import io.millrace.streaming.api.functions.aggregation.SumAggregator;
import io.millrace.streaming.api.functions.co.ProcessJoinFunction;
import io.millrace.streaming.api.windowing.assigners.SlidingEventTimeWindows;
import io.millrace.streaming.api.windowing.assigners.SlidingProcessingTimeWindows;
import io.millrace.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import io.millrace.streaming.api.windowing.assigners.TumblingProcessingTimeWindows;
import io.millrace.streaming.api.windowing.assigners.WindowAssigner;
import io.millrace.streaming.api.windowing.time.Time;
import io.millrace.streaming.api.windowing.windows.GlobalWindow;
import io.millrace.streaming.api.windowing.windows.TimeWindow;
import io.millrace.streaming.api.windowing.windows.Window;
import io.millrace.util.OutputTag;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * A stream parted by key: records with equal keys meet in one subtask, where functions have state
 * and timers per key.
 *
 * @param <T> the records
 * @param <KEY> their keys
 */
@Public
public class KeyedStream<T, KEY> extends DataStream<T> {

    private final KeySelector<T, KEY> keySelector;
    private final TypeInformation<KEY> keyType;

    /** Parts a stream; the key's type is found out from the selector. */
    public KeyedStream(DataStream<T> dataStream, KeySelector<T, KEY> keySelector) {
        this(
                dataStream,
                keySelector,
                OutputTypes.of(
                        null,
                        "keyBy",
                        () ->
                                TypeExtractor.getKeySelectorTypes(
                                        keySelector,
                                        dataStream.transformation.outputType(),
                                        "keyBy",
                                        false)));
    }

    /**
     * Parts a stream.
     *
     * @throws io.millrace.api.common.InvalidProgramException when values of the type cannot be keys
     */
    public KeyedStream(
            DataStream<T> stream, KeySelector<T, KEY> keySelector, TypeInformation<KEY> keyType) {
        super(
                stream.environment,
                new PartitionTransformation<>(stream.input(), new Partitioning.Keyed(keySelector)));
        if (!OutputTypes.isMissing(keyType)) {
            KeyTypes.validate(keyType);
        }
        this.keySelector = keySelector;
        this.keyType = keyType;
    }

    /** Records that are where their keys say already; see {@link DataStreamUtils}. */
    KeyedStream(
            DataStream<T> stream,
            PartitionTransformation<T> partition,
            KeySelector<T, KEY> keySelector,
            TypeInformation<KEY> keyType) {
        super(stream.environment, partition);
        if (!OutputTypes.isMissing(keyType)) {
            KeyTypes.validate(keyType);
        }
        this.keySelector = keySelector;
        this.keyType = keyType;
    }

    public KeySelector<T, KEY> getKeySelector() {
        return keySelector;
    }

    /**
     * The type of the keys.
     *
     * @throws io.millrace.api.common.functions.InvalidTypesException when it could not be found out
     */
    public TypeInformation<KEY> getKeyType() {
        return RequiredType.of(keyType);
    }

    /** With state and timers per key. */
    public <R> SingleOutputStreamOperator<R> process(
            KeyedProcessFunction<KEY, T, R> keyedProcessFunction) {
        return process(keyedProcessFunction, null);
    }

    /**
     * With state and timers per key.
     *
     * @param outputType null to find it out
     */
    public <R> SingleOutputStreamOperator<R> process(
            KeyedProcessFunction<KEY, T, R> keyedProcessFunction, TypeInformation<R> outputType) {
        TypeInformation<R> type =
                OutputTypes.of(
                        outputType,
                        "process",
                        () ->
                                TypeExtractor.getUnaryOperatorReturnType(
                                        keyedProcessFunction,
                                        KeyedProcessFunction.class,
                                        1,
                                        2,
                                        TypeExtractor.NO_INDEX,
                                        transformation.outputType(),
                                        "process",
                                        false));
        return recorded(
                "KeyedProcess",
                new OperatorSpec.KeyedProcess(cleanFor("KeyedProcess", keyedProcessFunction)),
                type);
    }

    /** For each record, what the function makes of all records with its key so far. */
    public SingleOutputStreamOperator<T> reduce(ReduceFunction<T> reducer) {
        return recorded(
                "Keyed Reduce",
                new OperatorSpec.Reduce(cleanFor("Keyed Reduce", reducer)),
                transformation.outputType());
    }

    /** Cuts the records of each key into windows. */
    @PublicEvolving
    public <W extends Window> WindowedStream<T, KEY, W> window(
            WindowAssigner<? super T, W> assigner) {
        return new WindowedStream<>(this, assigner);
    }

    /** Windows of so many records: each is emitted when it is full, and what is left never. */
    public WindowedStream<T, KEY, GlobalWindow> countWindow(long size) {
        return window(CommonWindows.global()).trigger(CommonWindows.whenFull(size));
    }

    /** After each {@code slide} records, a window of up to {@code size} records before. */
    public WindowedStream<T, KEY, GlobalWindow> countWindow(long size, long slide) {
        return window(CommonWindows.global())
                .evictor(CommonWindows.last(size))
                .trigger(CommonWindows.afterEach(slide));
    }

    /**
     * Windows of one length, by event time, or by processing time where the environment was set to
     * it.
     *
     * @deprecated {@link #window} with {@link TumblingEventTimeWindows} or {@link
     *     TumblingProcessingTimeWindows} says which time is meant
     */
    @Deprecated
    public WindowedStream<T, KEY, TimeWindow> timeWindow(Time size) {
        return window(tumbling(size.toDuration()));
    }

    /**
     * Sliding windows of one length, by event time, or by processing time where the environment was
     * set to it.
     *
     * @deprecated {@link #window} with {@link SlidingEventTimeWindows} or {@link
     *     SlidingProcessingTimeWindows} says which time is meant
     */
    @Deprecated
    public WindowedStream<T, KEY, TimeWindow> timeWindow(Time size, Time slide) {
        return window(sliding(size.toDuration(), slide.toDuration()));
    }

    /** The sum of the field at a position; the other fields are those of the key's first record. */
    public SingleOutputStreamOperator<T> sum(int positionToSum) {
        return aggregated(new SumAggregator<>(positionToSum, getType(), getExecutionConfig()));
    }

    /** The sum of a field; the other fields are those of the key's first record. */
    public SingleOutputStreamOperator<T> sum(String field) {
        return aggregated(new SumAggregator<>(field, getType(), getExecutionConfig()));
    }

    /**
     * The smallest value of the field at a position; the other fields are those of the first
     * record.
     */
    public SingleOutputStreamOperator<T> min(int positionToMin) {
        return extremal(positionToMin, AggregationFunction.AggregationType.MIN, false);
    }

    /** The smallest value of a field; the other fields are those of the key's first record. */
    public SingleOutputStreamOperator<T> min(String field) {
        return extremal(field, AggregationFunction.AggregationType.MIN, false);
    }

    /**
     * The greatest value of the field at a position; the other fields are those of the first
     * record.
     */
    public SingleOutputStreamOperator<T> max(int positionToMax) {
        return extremal(positionToMax, AggregationFunction.AggregationType.MAX, false);
    }

    /** The greatest value of a field; the other fields are those of the key's first record. */
    public SingleOutputStreamOperator<T> max(String field) {
        return extremal(field, AggregationFunction.AggregationType.MAX, false);
    }

    /**
     * The record with the smallest value of a field.
     *
     * @param first of several with the same value, whether the first or the last
     */
    public SingleOutputStreamOperator<T> minBy(String field, boolean first) {
        return extremal(field, AggregationFunction.AggregationType.MINBY, first);
    }

    /**
     * The record with the greatest value of a field.
     *
     * @param first of several with the same value, whether the first or the last
     */
    public SingleOutputStreamOperator<T> maxBy(String field, boolean first) {
        return extremal(field, AggregationFunction.AggregationType.MAXBY, first);
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

    protected SingleOutputStreamOperator<T> aggregate(AggregationFunction<T> aggregate) {
        return reduce(aggregate).name("Keyed Aggregation");
    }

    private SingleOutputStreamOperator<T> aggregated(AggregationFunction<T> aggregate) {
        return aggregate(aggregate);
    }

    private SingleOutputStreamOperator<T> extremal(
            int position, AggregationFunction.AggregationType kind, boolean first) {
        return aggregate(
                new ComparableAggregator<>(position, getType(), kind, first, getExecutionConfig()));
    }

    private SingleOutputStreamOperator<T> extremal(
            String field, AggregationFunction.AggregationType kind, boolean first) {
        return aggregate(
                new ComparableAggregator<>(field, getType(), kind, first, getExecutionConfig()));
    }

    @Override
    List<KeySelector<?, ?>> keySelectors() {
        return List.of(keySelector);
    }

    @Override
    TypeInformation<?> keyTypeOrNull() {
        return keyType;
    }

    @Override
    DataStream<T> partitioned(Partitioning partitioning) {
        throw new UnsupportedOperationException(
                "A keyed stream is parted by its keys and cannot be parted in another way.");
    }

    // ---- interval join ----

    /**
     * This stream, the left one, and another, whose records of one key are paired when their
     * timestamps are near each other. The other may be this one.
     *
     * @throws IllegalArgumentException when the other stream is of another environment
     */
    @PublicEvolving
    public <T1> IntervalJoin<T, T1, KEY> intervalJoin(KeyedStream<T1, KEY> otherStream) {
        Checks.sameEnvironment("intervalJoin", this, otherStream);
        return new IntervalJoin<>(this, otherStream);
    }

    /**
     * Two keyed streams; {@link #between} says which of their records are paired.
     *
     * @param <T1> records of the left stream
     * @param <T2> records of the right stream
     * @param <KEY> the keys
     */
    @PublicEvolving
    public static class IntervalJoin<T1, T2, KEY> {

        /** The time in which records are near each other. */
        enum TimeBehaviour {
            ProcessingTime,
            EventTime
        }

        private final KeyedStream<T1, KEY> left;
        private final KeyedStream<T2, KEY> right;
        private TimeBehaviour timeBehaviour = TimeBehaviour.EventTime;

        IntervalJoin(KeyedStream<T1, KEY> left, KeyedStream<T2, KEY> right) {
            this.left = left;
            this.right = right;
        }

        /** Near each other by their timestamps. It is so anyway. */
        public IntervalJoin<T1, T2, KEY> inEventTime() {
            timeBehaviour = TimeBehaviour.EventTime;
            return this;
        }

        /** Near each other by the clock, which cannot be had: {@code between} refuses it. */
        public IntervalJoin<T1, T2, KEY> inProcessingTime() {
            timeBehaviour = TimeBehaviour.ProcessingTime;
            return this;
        }

        /**
         * A left record at t is paired with right ones from t + lower to t + upper, both included.
         *
         * @param lowerBound may be negative
         * @param upperBound may be negative; not below the other
         * @throws UnsupportedTimeCharacteristicException after {@link #inProcessingTime}
         * @deprecated the same with {@link Duration}
         */
        @Deprecated
        @PublicEvolving
        public IntervalJoined<T1, T2, KEY> between(Time lowerBound, Time upperBound) {
            return between(lowerBound.toDuration(), upperBound.toDuration());
        }

        /**
         * A left record at t is paired with right ones from t + lower to t + upper, both included.
         *
         * @param lowerBound may be negative
         * @param upperBound may be negative; not below the other
         * @throws UnsupportedTimeCharacteristicException after {@link #inProcessingTime}
         */
        @PublicEvolving
        public IntervalJoined<T1, T2, KEY> between(Duration lowerBound, Duration upperBound) {
            if (timeBehaviour != TimeBehaviour.EventTime) {
                throw new UnsupportedTimeCharacteristicException(
                        "Time-bounded stream joins are only supported in event time: leave"
                                + " inProcessingTime() out");
            }
            Objects.requireNonNull(lowerBound, "A lower bound needs to be provided");
            Objects.requireNonNull(upperBound, "An upper bound needs to be provided");
            return new IntervalJoined<>(
                    left,
                    right,
                    Saturated.millis(lowerBound),
                    Saturated.millis(upperBound),
                    true,
                    true);
        }
    }

    /**
     * An interval join of which all is said but what is to be done with the pairs.
     *
     * @param <IN1> records of the left stream
     * @param <IN2> records of the right stream
     * @param <KEY> the keys
     */
    @PublicEvolving
    public static class IntervalJoined<IN1, IN2, KEY> {

        private final KeyedStream<IN1, KEY> left;
        private final KeyedStream<IN2, KEY> right;
        private final long lowerBound;
        private final long upperBound;
        private boolean lowerBoundInclusive;
        private boolean upperBoundInclusive;
        private OutputTag<IN1> leftLateDataOutputTag;
        private OutputTag<IN2> rightLateDataOutputTag;

        /**
         * Use {@link KeyedStream#intervalJoin} instead.
         *
         * @param lowerBound in milliseconds
         * @param upperBound in milliseconds
         */
        public IntervalJoined(
                KeyedStream<IN1, KEY> left,
                KeyedStream<IN2, KEY> right,
                long lowerBound,
                long upperBound,
                boolean lowerBoundInclusive,
                boolean upperBoundInclusive) {
            this.left = Objects.requireNonNull(left, "left");
            this.right = Objects.requireNonNull(right, "right");
            this.lowerBound = lowerBound;
            this.upperBound = upperBound;
            this.lowerBoundInclusive = lowerBoundInclusive;
            this.upperBoundInclusive = upperBoundInclusive;
        }

        /** A right record at the upper bound itself is no partner. */
        @PublicEvolving
        public IntervalJoined<IN1, IN2, KEY> upperBoundExclusive() {
            this.upperBoundInclusive = false;
            return this;
        }

        /** A right record at the lower bound itself is no partner. */
        @PublicEvolving
        public IntervalJoined<IN1, IN2, KEY> lowerBoundExclusive() {
            this.lowerBoundInclusive = false;
            return this;
        }

        /** Where left records go that are behind the watermark; without this they are dropped. */
        @PublicEvolving
        public IntervalJoined<IN1, IN2, KEY> sideOutputLeftLateData(OutputTag<IN1> outputTag) {
            this.leftLateDataOutputTag = left.cleanFor("sideOutputLeftLateData", outputTag);
            return this;
        }

        /** Where right records go that are behind the watermark; without this they are dropped. */
        @PublicEvolving
        public IntervalJoined<IN1, IN2, KEY> sideOutputRightLateData(OutputTag<IN2> outputTag) {
            this.rightLateDataOutputTag = right.cleanFor("sideOutputRightLateData", outputTag);
            return this;
        }

        /**
         * Calls the function with each pair.
         *
         * @throws IllegalArgumentException when there is nothing between the bounds
         */
        @PublicEvolving
        public <OUT> SingleOutputStreamOperator<OUT> process(
                ProcessJoinFunction<IN1, IN2, OUT> processJoinFunction) {
            return process(processJoinFunction, null);
        }

        /**
         * Calls the function with each pair.
         *
         * @param outputType null to find it out
         * @throws IllegalArgumentException when there is nothing between the bounds
         */
        @Internal
        public <OUT> SingleOutputStreamOperator<OUT> process(
                ProcessJoinFunction<IN1, IN2, OUT> processJoinFunction,
                TypeInformation<OUT> outputType) {
            Objects.requireNonNull(processJoinFunction, "processJoinFunction");
            long lower = lowerBoundInclusive ? lowerBound : Saturated.add(lowerBound, 1);
            long upper = upperBoundInclusive ? upperBound : Saturated.subtract(upperBound, 1);
            if (lower > upper) {
                throw new IllegalArgumentException(
                        "The lower bound of an interval join must not be above the upper bound, but"
                                + " it goes from "
                                + lowerBound
                                + (lowerBoundInclusive ? "" : " (excluded)")
                                + " to "
                                + upperBound
                                + (upperBoundInclusive ? "" : " (excluded)")
                                + " ms, and nothing is between them");
            }
            TypeInformation<OUT> type =
                    OutputTypes.of(
                            outputType,
                            "process",
                            () ->
                                    TypeExtractor.getBinaryOperatorReturnType(
                                            processJoinFunction,
                                            ProcessJoinFunction.class,
                                            0,
                                            1,
                                            2,
                                            TypeExtractor.NO_INDEX,
                                            left.transformation.outputType(),
                                            right.transformation.outputType(),
                                            "process",
                                            false));
            return new ConnectedStreams<>(left.getExecutionEnvironment(), left, right)
                    .recorded(
                            "Interval Join",
                            new OperatorSpec.IntervalJoin(
                                    left.cleanFor("Interval Join", processJoinFunction),
                                    lower,
                                    upper,
                                    leftLateDataOutputTag,
                                    rightLateDataOutputTag),
                            type);
        }
    }
}
