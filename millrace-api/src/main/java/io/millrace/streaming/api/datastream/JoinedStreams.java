// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.datastream;

import io.millrace.annotation.Public;
import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.functions.FlatJoinFunction;
import io.millrace.api.common.functions.JoinFunction;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.java.functions.KeySelector;
import io.millrace.api.java.typeutils.TypeExtractor;
import io.millrace.spi.WindowCall;
import io.millrace.streaming.api.datastream.CoGroupedStreams.TaggedUnion;
import io.millrace.streaming.api.windowing.assigners.WindowAssigner;
import io.millrace.streaming.api.windowing.evictors.Evictor;
import io.millrace.streaming.api.windowing.time.Time;
import io.millrace.streaming.api.windowing.triggers.Trigger;
import io.millrace.streaming.api.windowing.windows.Window;
import java.time.Duration;
import java.util.Objects;

/**
 * Two streams whose records of one key and one window are paired: {@code
 * one.join(two).where(...).equalTo(...).window(...).apply(...)}.
 *
 * @param <T1> records of the first stream
 * @param <T2> records of the second stream
 */
@Public
public class JoinedStreams<T1, T2> {

    private final DataStream<T1> input1;
    private final DataStream<T2> input2;

    /** Use {@link DataStream#join} instead. */
    public JoinedStreams(DataStream<T1> input1, DataStream<T2> input2) {
        this.input1 = Objects.requireNonNull(input1, "input1");
        this.input2 = Objects.requireNonNull(input2, "input2");
    }

    /** The key of the first stream's records. */
    public <KEY> Where<KEY> where(KeySelector<T1, KEY> keySelector) {
        return new Where<>(JoinKey.of(input1, keySelector, "where"));
    }

    /** The key of the first stream's records, and its type. */
    public <KEY> Where<KEY> where(KeySelector<T1, KEY> keySelector, TypeInformation<KEY> keyType) {
        return new Where<>(JoinKey.of(input1, keySelector, keyType, "where"));
    }

    /**
     * The first stream has a key.
     *
     * @param <KEY> the keys
     */
    @Public
    public class Where<KEY> {

        private final JoinKey<T1, KEY> first;

        Where(JoinKey<T1, KEY> first) {
            this.first = first;
        }

        /** The key of the second stream's records. */
        public EqualTo equalTo(KeySelector<T2, KEY> keySelector) {
            return new EqualTo(first.equalTo(JoinKey.of(input2, keySelector, "equalTo")));
        }

        /**
         * The key of the second stream's records, and its type.
         *
         * @throws IllegalArgumentException when the first stream's keys are of another
         */
        public EqualTo equalTo(KeySelector<T2, KEY> keySelector, TypeInformation<KEY> keyType) {
            return new EqualTo(first.equalTo(JoinKey.of(input2, keySelector, keyType, "equalTo")));
        }

        /** Both streams have keys. */
        @Public
        public class EqualTo {

            private final JoinKey<T2, KEY> second;

            EqualTo(JoinKey<T2, KEY> second) {
                this.second = second;
            }

            /** Cuts the records of each key into windows. */
            @PublicEvolving
            public <W extends Window> WithWindow<T1, T2, KEY, W> window(
                    WindowAssigner<? super TaggedUnion<T1, T2>, W> assigner) {
                return new WithWindow<>(
                        input1,
                        input2,
                        first.selector(),
                        second.selector(),
                        second.type(),
                        assigner,
                        null,
                        null,
                        (Duration) null);
            }
        }
    }

    /**
     * All is said but what is to be done with each pair of a key and window.
     *
     * @param <T1> records of the first stream
     * @param <T2> records of the second stream
     * @param <KEY> the keys
     * @param <W> the windows
     */
    @Public
    public static class WithWindow<T1, T2, KEY, W extends Window> {

        private final DataStream<T1> input1;
        private final CoGroupedStreams.WithWindow<T1, T2, KEY, W> coGrouped;

        /**
         * As the other, with a lateness of the older kind.
         *
         * @deprecated the same with {@link Duration}
         */
        @Deprecated
        @PublicEvolving
        protected WithWindow(
                DataStream<T1> input1,
                DataStream<T2> input2,
                KeySelector<T1, KEY> keySelector1,
                KeySelector<T2, KEY> keySelector2,
                TypeInformation<KEY> keyType,
                WindowAssigner<? super TaggedUnion<T1, T2>, W> windowAssigner,
                Trigger<? super TaggedUnion<T1, T2>, ? super W> trigger,
                Evictor<? super TaggedUnion<T1, T2>, ? super W> evictor,
                Time allowedLateness) {
            this(
                    input1,
                    input2,
                    keySelector1,
                    keySelector2,
                    keyType,
                    windowAssigner,
                    trigger,
                    evictor,
                    allowedLateness == null ? null : allowedLateness.toDuration());
        }

        /**
         * All is said.
         *
         * @param trigger null for the assigner's
         * @param evictor null for none
         * @param allowedLateness null for none
         */
        @PublicEvolving
        protected WithWindow(
                DataStream<T1> input1,
                DataStream<T2> input2,
                KeySelector<T1, KEY> keySelector1,
                KeySelector<T2, KEY> keySelector2,
                TypeInformation<KEY> keyType,
                WindowAssigner<? super TaggedUnion<T1, T2>, W> windowAssigner,
                Trigger<? super TaggedUnion<T1, T2>, ? super W> trigger,
                Evictor<? super TaggedUnion<T1, T2>, ? super W> evictor,
                Duration allowedLateness) {
            this(
                    input1,
                    new CoGroupedStreams.WithWindow<>(
                            input1,
                            input2,
                            keySelector1,
                            keySelector2,
                            keyType,
                            windowAssigner,
                            trigger,
                            evictor,
                            allowedLateness));
        }

        private WithWindow(
                DataStream<T1> input1, CoGroupedStreams.WithWindow<T1, T2, KEY, W> coGrouped) {
            this.input1 = input1;
            this.coGrouped = coGrouped;
        }

        /** When windows are shown; without this as the assigner says. */
        @PublicEvolving
        public WithWindow<T1, T2, KEY, W> trigger(
                Trigger<? super TaggedUnion<T1, T2>, ? super W> newTrigger) {
            return new WithWindow<>(input1, coGrouped.trigger(newTrigger));
        }

        /** Removes records from a window when it is shown. */
        @PublicEvolving
        public WithWindow<T1, T2, KEY, W> evictor(
                Evictor<? super TaggedUnion<T1, T2>, ? super W> newEvictor) {
            return new WithWindow<>(input1, coGrouped.evictor(newEvictor));
        }

        /**
         * How long windows stay after the watermark has passed their end.
         *
         * @deprecated the same with {@link Duration}
         */
        @Deprecated
        @PublicEvolving
        public WithWindow<T1, T2, KEY, W> allowedLateness(Time newLateness) {
            return allowedLateness(newLateness == null ? null : newLateness.toDuration());
        }

        /**
         * How long windows stay after the watermark has passed their end, so that late records
         * still get into them: each has the window shown again, with all its pairs.
         */
        @PublicEvolving
        public WithWindow<T1, T2, KEY, W> allowedLateness(Duration newLateness) {
            return new WithWindow<>(input1, coGrouped.allowedLateness(newLateness));
        }

        /** One record out of each pair. */
        public <T> DataStream<T> apply(JoinFunction<T1, T2, T> function) {
            return paired(function, null);
        }

        /**
         * The same as {@link #apply(JoinFunction)}, by the class of what it returns.
         *
         * @deprecated {@code apply} returns the same object
         */
        @Deprecated
        @PublicEvolving
        public <T> SingleOutputStreamOperator<T> with(JoinFunction<T1, T2, T> function) {
            return paired(function, null);
        }

        /**
         * Any number of records out of each pair.
         *
         * @param resultType null to find it out
         */
        public <T> DataStream<T> apply(
                FlatJoinFunction<T1, T2, T> function, TypeInformation<T> resultType) {
            return flatPaired(function, resultType);
        }

        /**
         * The same as {@link #apply(FlatJoinFunction, TypeInformation)}, by the class of what it
         * returns.
         *
         * @deprecated {@code apply} returns the same object
         */
        @Deprecated
        @PublicEvolving
        public <T> SingleOutputStreamOperator<T> with(
                FlatJoinFunction<T1, T2, T> function, TypeInformation<T> resultType) {
            return flatPaired(function, resultType);
        }

        /** Any number of records out of each pair. */
        public <T> DataStream<T> apply(FlatJoinFunction<T1, T2, T> function) {
            return flatPaired(function, null);
        }

        /**
         * The same as {@link #apply(FlatJoinFunction)}, by the class of what it returns.
         *
         * @deprecated {@code apply} returns the same object
         */
        @Deprecated
        @PublicEvolving
        public <T> SingleOutputStreamOperator<T> with(FlatJoinFunction<T1, T2, T> function) {
            return flatPaired(function, null);
        }

        /**
         * One record out of each pair.
         *
         * @param resultType null to find it out
         */
        public <T> DataStream<T> apply(
                JoinFunction<T1, T2, T> function, TypeInformation<T> resultType) {
            return paired(function, resultType);
        }

        /**
         * The same as {@link #apply(JoinFunction, TypeInformation)}, by the class of what it
         * returns.
         *
         * @deprecated {@code apply} returns the same object
         */
        @Deprecated
        @PublicEvolving
        public <T> SingleOutputStreamOperator<T> with(
                JoinFunction<T1, T2, T> function, TypeInformation<T> resultType) {
            return paired(function, resultType);
        }

        private <T> SingleOutputStreamOperator<T> paired(
                JoinFunction<T1, T2, T> function, TypeInformation<T> resultType) {
            Objects.requireNonNull(function, "function");
            JoinFunction<T1, T2, T> cleaned = input1.cleanFor("Join", function);
            return coGrouped.called(
                    "join",
                    new WindowCall.Join(cleaned),
                    function,
                    JoinFunction.class,
                    TypeExtractor.NO_INDEX,
                    resultType);
        }

        private <T> SingleOutputStreamOperator<T> flatPaired(
                FlatJoinFunction<T1, T2, T> function, TypeInformation<T> resultType) {
            Objects.requireNonNull(function, "function");
            FlatJoinFunction<T1, T2, T> cleaned = input1.cleanFor("Join", function);
            return coGrouped.called(
                    "join",
                    new WindowCall.FlatJoin(cleaned),
                    function,
                    FlatJoinFunction.class,
                    new int[] {2, 0},
                    resultType);
        }
    }
}
