// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.datastream;

import io.millrace.annotation.Internal;
import io.millrace.annotation.Public;
import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.functions.CoGroupFunction;
import io.millrace.api.common.functions.Function;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.common.typeutils.CompositeTypeSerializerSnapshot;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.api.common.typeutils.TypeSerializerSnapshot;
import io.millrace.api.java.functions.KeySelector;
import io.millrace.api.java.typeutils.TypeExtractor;
import io.millrace.core.memory.DataInputView;
import io.millrace.core.memory.DataOutputView;
import io.millrace.spi.OperatorSpec;
import io.millrace.spi.Saturated;
import io.millrace.spi.WindowCall;
import io.millrace.streaming.api.windowing.assigners.WindowAssigner;
import io.millrace.streaming.api.windowing.evictors.Evictor;
import io.millrace.streaming.api.windowing.time.Time;
import io.millrace.streaming.api.windowing.triggers.Trigger;
import io.millrace.streaming.api.windowing.windows.Window;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;

/**
 * Two streams whose records of one key and one window are looked at together: {@code
 * one.coGroup(two).where(...).equalTo(...).window(...).apply(...)}.
 *
 * @param <T1> records of the first stream
 * @param <T2> records of the second stream
 */
@Public
public class CoGroupedStreams<T1, T2> {

    private final DataStream<T1> input1;
    private final DataStream<T2> input2;

    /** Use {@link DataStream#coGroup} instead. */
    public CoGroupedStreams(DataStream<T1> input1, DataStream<T2> input2) {
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
     * All is said but what is to be done with the records of a key and window.
     *
     * @param <T1> records of the first stream
     * @param <T2> records of the second stream
     * @param <KEY> the keys
     * @param <W> the windows
     */
    @Public
    public static class WithWindow<T1, T2, KEY, W extends Window> {

        private final DataStream<T1> input1;
        private final DataStream<T2> input2;
        private final KeySelector<T1, KEY> keySelector1;
        private final KeySelector<T2, KEY> keySelector2;
        private final TypeInformation<KEY> keyType;
        private final WindowAssigner<? super TaggedUnion<T1, T2>, W> windowAssigner;
        private final Trigger<? super TaggedUnion<T1, T2>, ? super W> trigger;
        private final Evictor<? super TaggedUnion<T1, T2>, ? super W> evictor;
        private final Duration allowedLateness;

        /**
         * As the other, with a lateness of the older kind.
         *
         * @deprecated the same with {@link Duration}
         */
        @Deprecated
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
            this.input1 = input1;
            this.input2 = input2;
            this.keySelector1 = keySelector1;
            this.keySelector2 = keySelector2;
            this.keyType = keyType;
            this.windowAssigner = Objects.requireNonNull(windowAssigner, "assigner");
            this.trigger = trigger;
            this.evictor = evictor;
            this.allowedLateness = allowedLateness;
        }

        /** When windows are shown; without this as the assigner says. */
        @PublicEvolving
        public WithWindow<T1, T2, KEY, W> trigger(
                Trigger<? super TaggedUnion<T1, T2>, ? super W> newTrigger) {
            return with(newTrigger, evictor, allowedLateness);
        }

        /** Removes records from a window when it is shown. */
        @PublicEvolving
        public WithWindow<T1, T2, KEY, W> evictor(
                Evictor<? super TaggedUnion<T1, T2>, ? super W> newEvictor) {
            return with(trigger, newEvictor, allowedLateness);
        }

        /**
         * How long windows stay after the watermark has passed their end.
         *
         * @deprecated the same with {@link Duration}
         */
        @Deprecated
        @PublicEvolving
        public WithWindow<T1, T2, KEY, W> allowedLateness(Time newLateness) {
            return with(trigger, evictor, newLateness == null ? null : newLateness.toDuration());
        }

        /**
         * How long windows stay after the watermark has passed their end, so that late records
         * still get into them: each has the window shown again, with all its records.
         */
        @PublicEvolving
        public WithWindow<T1, T2, KEY, W> allowedLateness(Duration newLateness) {
            return with(trigger, evictor, newLateness);
        }

        private WithWindow<T1, T2, KEY, W> with(
                Trigger<? super TaggedUnion<T1, T2>, ? super W> newTrigger,
                Evictor<? super TaggedUnion<T1, T2>, ? super W> newEvictor,
                Duration newLateness) {
            return new WithWindow<>(
                    input1,
                    input2,
                    keySelector1,
                    keySelector2,
                    keyType,
                    windowAssigner,
                    newTrigger,
                    newEvictor,
                    newLateness);
        }

        /**
         * Calls the function with the records of both streams, for each key and window in which
         * there is one at least: one of the two may be empty.
         */
        public <T> DataStream<T> apply(CoGroupFunction<T1, T2, T> function) {
            return with(function);
        }

        /**
         * The same as {@link #apply(CoGroupFunction)}, by the class of what it returns.
         *
         * @deprecated {@code apply} returns the same object
         */
        @Deprecated
        @PublicEvolving
        public <T> SingleOutputStreamOperator<T> with(CoGroupFunction<T1, T2, T> function) {
            return coGrouped(function, null);
        }

        /**
         * Calls the function with the records of both streams, for each key and window in which
         * there is one at least.
         *
         * @param resultType null to find it out
         */
        public <T> DataStream<T> apply(
                CoGroupFunction<T1, T2, T> function, TypeInformation<T> resultType) {
            return coGrouped(function, resultType);
        }

        /**
         * The same as {@link #apply(CoGroupFunction, TypeInformation)}, by the class of what it
         * returns.
         *
         * @deprecated {@code apply} returns the same object
         */
        @Deprecated
        @PublicEvolving
        public <T> SingleOutputStreamOperator<T> with(
                CoGroupFunction<T1, T2, T> function, TypeInformation<T> resultType) {
            return coGrouped(function, resultType);
        }

        private <T> SingleOutputStreamOperator<T> coGrouped(
                CoGroupFunction<T1, T2, T> function, TypeInformation<T> resultType) {
            Objects.requireNonNull(function, "function");
            CoGroupFunction<T1, T2, T> cleaned = input1.cleanFor("CoGroup", function);
            return called(
                    "coGroup",
                    new WindowCall.CoGroup(cleaned),
                    function,
                    CoGroupFunction.class,
                    new int[] {2, 0},
                    resultType);
        }

        /**
         * Records the operator.
         *
         * @param base the function's interface, whose parameters are the two inputs and the output
         * @param lambdaOutput where a lambda has its output type
         * @param resultType null to find it out
         */
        final <T> SingleOutputStreamOperator<T> called(
                String what,
                WindowCall call,
                Function function,
                Class<?> base,
                int[] lambdaOutput,
                TypeInformation<T> resultType) {
            TypeInformation<T1> type1 = input1.transformation.outputType();
            TypeInformation<T2> type2 = input2.transformation.outputType();
            TypeInformation<T> type =
                    OutputTypes.of(
                            resultType,
                            what,
                            () ->
                                    TypeExtractor.getBinaryOperatorReturnType(
                                            function,
                                            base,
                                            0,
                                            1,
                                            2,
                                            lambdaOutput,
                                            type1,
                                            type2,
                                            what,
                                            false));
            WindowsInMaking<TaggedUnion<T1, T2>, W> windows =
                    new WindowsInMaking<>(tagged(type1, type2), windowAssigner);
            if (trigger != null) {
                windows.trigger(trigger);
            }
            if (evictor != null) {
                windows.evictor(evictor);
            }
            if (allowedLateness != null) {
                windows.allowedLateness(Saturated.millis(allowedLateness));
            }
            return windows.recorded(windows.elements(), call, function, type);
        }

        /** Both streams as one with keys. */
        private KeyedStream<TaggedUnion<T1, T2>, KEY> tagged(
                TypeInformation<T1> type1, TypeInformation<T2> type2) {
            UnionTypeInfo<T1, T2> both = new UnionTypeInfo<>(type1, type2);
            DataStream<TaggedUnion<T1, T2>> first =
                    input1.recordedWithoutKey(
                                    "Map", new OperatorSpec.Map(new JoinKeys.First<>()), both)
                            .setParallelism(input1.getParallelism());
            DataStream<TaggedUnion<T1, T2>> second =
                    input2.recordedWithoutKey(
                                    "Map", new OperatorSpec.Map(new JoinKeys.Second<>()), both)
                            .setParallelism(input2.getParallelism());
            @SuppressWarnings("unchecked") // an array of a generic type
            DataStream<TaggedUnion<T1, T2>> union = first.union(second);
            return new KeyedStream<>(
                    union, new JoinKeys.OfUnion<>(keySelector1, keySelector2), keyType);
        }
    }

    /**
     * A record of one of two streams.
     *
     * @param <T1> records of the first stream
     * @param <T2> records of the second stream
     */
    @Internal
    public static class TaggedUnion<T1, T2> {

        private final boolean isOne;
        private final Object value;

        private TaggedUnion(boolean isOne, Object value) {
            this.isOne = isOne;
            this.value = value;
        }

        public boolean isOne() {
            return isOne;
        }

        public boolean isTwo() {
            return !isOne;
        }

        /** Null when it is a record of the second stream. */
        @SuppressWarnings("unchecked") // put there by one()
        public T1 getOne() {
            return isOne ? (T1) value : null;
        }

        /** Null when it is a record of the first stream. */
        @SuppressWarnings("unchecked") // put there by two()
        public T2 getTwo() {
            return isOne ? null : (T2) value;
        }

        public static <T1, T2> TaggedUnion<T1, T2> one(T1 one) {
            return new TaggedUnion<>(true, one);
        }

        public static <T1, T2> TaggedUnion<T1, T2> two(T2 two) {
            return new TaggedUnion<>(false, two);
        }

        @Override
        public boolean equals(Object obj) {
            return obj instanceof TaggedUnion<?, ?> other
                    && isOne == other.isOne
                    && Objects.equals(value, other.value);
        }

        @Override
        public int hashCode() {
            return 31 * Boolean.hashCode(isOne) + Objects.hashCode(value);
        }
    }

    /**
     * Writes a byte, 1 or 2, that tells which stream the record is of, and the record.
     *
     * @param <T1> records of the first stream
     * @param <T2> records of the second stream
     */
    @Internal
    public static class UnionSerializer<T1, T2> extends TypeSerializer<TaggedUnion<T1, T2>> {

        private static final long serialVersionUID = 1L;

        private static final byte ONE = 1;
        private static final byte TWO = 2;

        private final TypeSerializer<T1> oneSerializer;
        private final TypeSerializer<T2> twoSerializer;

        public UnionSerializer(TypeSerializer<T1> oneSerializer, TypeSerializer<T2> twoSerializer) {
            this.oneSerializer = oneSerializer;
            this.twoSerializer = twoSerializer;
        }

        @Override
        public boolean isImmutableType() {
            return oneSerializer.isImmutableType() && twoSerializer.isImmutableType();
        }

        @Override
        @SuppressWarnings("ReferenceEquality") // the very same ones, not equal ones
        public TypeSerializer<TaggedUnion<T1, T2>> duplicate() {
            TypeSerializer<T1> one = oneSerializer.duplicate();
            TypeSerializer<T2> two = twoSerializer.duplicate();
            return one == oneSerializer && two == twoSerializer
                    ? this
                    : new UnionSerializer<>(one, two);
        }

        @Override
        public TaggedUnion<T1, T2> createInstance() {
            return TaggedUnion.one(oneSerializer.createInstance());
        }

        @Override
        public TaggedUnion<T1, T2> copy(TaggedUnion<T1, T2> from) {
            return from.isOne()
                    ? TaggedUnion.one(oneSerializer.copy(from.getOne()))
                    : TaggedUnion.two(twoSerializer.copy(from.getTwo()));
        }

        @Override
        public TaggedUnion<T1, T2> copy(TaggedUnion<T1, T2> from, TaggedUnion<T1, T2> reuse) {
            return copy(from);
        }

        @Override
        public int getLength() {
            return -1;
        }

        @Override
        public void serialize(TaggedUnion<T1, T2> record, DataOutputView target)
                throws IOException {
            if (record.isOne()) {
                target.writeByte(ONE);
                oneSerializer.serialize(record.getOne(), target);
            } else {
                target.writeByte(TWO);
                twoSerializer.serialize(record.getTwo(), target);
            }
        }

        @Override
        public TaggedUnion<T1, T2> deserialize(DataInputView source) throws IOException {
            return isOne(source.readByte())
                    ? TaggedUnion.one(oneSerializer.deserialize(source))
                    : TaggedUnion.two(twoSerializer.deserialize(source));
        }

        @Override
        public TaggedUnion<T1, T2> deserialize(TaggedUnion<T1, T2> reuse, DataInputView source)
                throws IOException {
            return deserialize(source);
        }

        @Override
        public void copy(DataInputView source, DataOutputView target) throws IOException {
            byte tag = source.readByte();
            target.writeByte(tag);
            if (isOne(tag)) {
                oneSerializer.copy(source, target);
            } else {
                twoSerializer.copy(source, target);
            }
        }

        private static boolean isOne(byte tag) throws IOException {
            if (tag != ONE && tag != TWO) {
                throw new IOException(
                        "the bytes say that a record is of stream "
                                + tag
                                + ", but there are two; they are damaged, or written by something"
                                + " else");
            }
            return tag == ONE;
        }

        @Override
        public int hashCode() {
            return 31 * oneSerializer.hashCode() + twoSerializer.hashCode();
        }

        @Override
        public boolean equals(Object obj) {
            return obj instanceof UnionSerializer<?, ?> other
                    && oneSerializer.equals(other.oneSerializer)
                    && twoSerializer.equals(other.twoSerializer);
        }

        @Override
        public TypeSerializerSnapshot<TaggedUnion<T1, T2>> snapshotConfiguration() {
            return new UnionSerializerSnapshot<>(this);
        }
    }

    /**
     * What is written about a {@link UnionSerializer}: the two in it.
     *
     * @param <T1> records of the first stream
     * @param <T2> records of the second stream
     */
    @Internal
    public static class UnionSerializerSnapshot<T1, T2>
            extends CompositeTypeSerializerSnapshot<TaggedUnion<T1, T2>, UnionSerializer<T1, T2>> {

        private static final int VERSION = 2;

        /** To be read into. */
        public UnionSerializerSnapshot() {}

        UnionSerializerSnapshot(UnionSerializer<T1, T2> serializer) {
            super(serializer);
        }

        @Override
        protected int getCurrentOuterSnapshotVersion() {
            return VERSION;
        }

        @Override
        protected TypeSerializer<?>[] getNestedSerializers(
                UnionSerializer<T1, T2> outerSerializer) {
            return new TypeSerializer<?>[] {
                outerSerializer.oneSerializer, outerSerializer.twoSerializer
            };
        }

        @Override
        @SuppressWarnings("unchecked") // what was taken apart is put together again
        protected UnionSerializer<T1, T2> createOuterSerializerWithNestedSerializers(
                TypeSerializer<?>[] nestedSerializers) {
            return new UnionSerializer<>(
                    (TypeSerializer<T1>) nestedSerializers[0],
                    (TypeSerializer<T2>) nestedSerializers[1]);
        }
    }
}
