// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.datastream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.common.InvalidProgramException;
import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.functions.InvalidTypesException;
import io.millrace.api.common.typeinfo.PrimitiveArrayTypeInfo;
import io.millrace.api.common.typeinfo.TypeHint;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.api.java.functions.KeySelector;
import io.millrace.api.java.tuple.Tuple;
import io.millrace.api.java.tuple.Tuple2;
import io.millrace.api.java.tuple.Tuple3;
import io.millrace.api.java.typeutils.MissingTypeInfo;
import io.millrace.spi.OperatorSpec;
import io.millrace.spi.OperatorTransformation;
import io.millrace.spi.OperatorTransformation.Chaining;
import io.millrace.spi.PartitionTransformation;
import io.millrace.spi.Partitioning;
import io.millrace.spi.Pipeline;
import io.millrace.spi.Programs;
import io.millrace.spi.SideOutputTransformation;
import io.millrace.spi.Transformation;
import io.millrace.spi.UnionTransformation;
import io.millrace.streaming.api.environment.LocalStreamEnvironment;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.KeyedProcessFunction;
import io.millrace.streaming.api.functions.ProcessFunction;
import io.millrace.streaming.api.functions.co.CoMapFunction;
import io.millrace.streaming.api.functions.co.KeyedCoProcessFunction;
import io.millrace.streaming.api.functions.sink.v2.DiscardingSink;
import io.millrace.streaming.api.functions.source.SourceFunction;
import io.millrace.types.NullFieldException;
import io.millrace.util.Collector;
import io.millrace.util.OutputTag;
import java.util.List;
import org.junit.jupiter.api.Test;

class DataStreamTest {

    private final StreamExecutionEnvironment env = new LocalStreamEnvironment();

    @Test
    void operatorsAreRecordedInTheOrderOfCallsUnderTheirUsualNames() {
        DataStream<Tuple2<String, Integer>> pairs = env.fromElements(Tuple2.of("a", 1));
        pairs.map(pair -> pair.f0).returns(Types.STRING).filter(word -> true).print();
        pairs.process(new Pass()).sinkTo(new DiscardingSink<>());
        pairs.keyBy(pair -> pair.f0)
                .sum(1)
                .addSink(new io.millrace.streaming.api.functions.sink.DiscardingSink<>());
        pairs.keyBy(pair -> pair.f0).reduce((a, b) -> a).printToErr("who");
        pairs.keyBy(pair -> pair.f0).process(new KeyedPass()).print();
        pairs.assignTimestampsAndWatermarks(WatermarkStrategy.noWatermarks()).print();

        assertThat(Programs.pipeline(env, null).operators())
                .extracting(OperatorTransformation::name)
                .containsExactly(
                        "Source: Collection Source",
                        "Map",
                        "Filter",
                        "Sink: Print to Std. Out",
                        "Process",
                        "Sink",
                        "Keyed Aggregation",
                        "Sink: Unnamed",
                        "Keyed Reduce",
                        "Sink: Print to Std. Err",
                        "KeyedProcess",
                        "Sink: Print to Std. Out",
                        "Timestamps/Watermarks",
                        "Sink: Print to Std. Out");
    }

    @Test
    void aKeyedOperatorKnowsSelectorAndTypeAndReadsAKeyedPartition() throws Exception {
        KeyedStream<Tuple2<String, Integer>, String> keyed =
                env.fromElements(Tuple2.of("a", 1)).keyBy(pair -> pair.f0, Types.STRING);
        OperatorTransformation<?> reduce = operator(keyed.reduce((a, b) -> a));

        assertThat(keyed.getKeyType()).isEqualTo(Types.STRING);
        assertThat(reduce.isKeyed()).isTrue();
        assertThat(reduce.keyType()).isEqualTo(Types.STRING);
        assertThat(reduce.keySelectors()).hasSize(1);
        Transformation<?> input = reduce.inputs().get(0);
        assertThat(input).isInstanceOf(PartitionTransformation.class);
        assertThat(((PartitionTransformation<?>) input).partitioning())
                .isInstanceOf(Partitioning.Keyed.class);
        assertThatThrownBy(keyed::rebalance).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void fieldsMakeATupleOfKeysNestedOnesOneByOne() throws Exception {
        DataStream<Tuple2<Tuple2<String, Long>, Integer>> nested =
                env.fromElements(Tuple2.of(Tuple2.of("a", 5L), 1));

        assertThat(key(nested.keyBy(0))).isEqualTo(Tuple2.of("a", 5L));
        assertThat(key(nested.keyBy("f0.f1", "f1"))).isEqualTo(Tuple2.of(5L, 1));
        assertThat(nested.keyBy("*").getKeyType().getArity()).isEqualTo(3);
        assertThat(nested.keyBy("_").getKeyType().getArity()).isEqualTo(3);
        assertThat(key(nested.keyBy("f0.*"))).isEqualTo(Tuple2.of("a", 5L));
        assertThat(key(nested.keyBy("f1", "f0._"))).isEqualTo(Tuple3.of(1, "a", 5L));
        assertThat(nested.keyBy("f1").getKeyType()).isEqualTo(Types.TUPLE(Types.INT));
        assertThatThrownBy(() -> nested.keyBy("f7"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'f7'");
        assertThatThrownBy(() -> nested.keyBy(2))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("0 to 1");
    }

    @Test
    void positionsAreForTuplesAndNamesForWhatHasFields() {
        DataStream<String> words = env.fromElements("a");
        assertThatThrownBy(() -> words.keyBy(0))
                .isInstanceOf(InvalidProgramException.class)
                .hasMessageContaining("String")
                .hasMessageContaining("key selector");
        assertThatThrownBy(() -> words.keyBy("0"))
                .isInstanceOf(InvalidProgramException.class)
                .hasMessageContaining("String");
        assertThat(words.keyBy("*").getKeyType()).isEqualTo(Types.TUPLE(Types.STRING));
    }

    @Test
    void aNullFieldIsAPartOfTheKeyIfItCanBeWritten() throws Exception {
        KeyedStream<Tuple2<String, Integer>, Tuple> keyed =
                env.fromElements(Tuple2.of("a", 1)).keyBy(0, 1);
        assertThat(keyed.getKeySelector().getKey(Tuple2.of(null, 1))).isEqualTo(Tuple2.of(null, 1));
        assertThatThrownBy(() -> keyed.getKeySelector().getKey(Tuple2.of("a", null)))
                .isInstanceOf(NullFieldException.class)
                .hasMessageContaining("'f1'")
                .hasMessageContaining("(a,null)");
    }

    @Test
    void caseA01TypesThatCannotBeKeysAreRefusedByName() {
        DataStream<String> words = env.fromElements("a");
        assertThatThrownBy(
                        () ->
                                words.keyBy(
                                        ArrayKey.INSTANCE,
                                        PrimitiveArrayTypeInfo.INT_PRIMITIVE_ARRAY_TYPE_INFO))
                .isInstanceOf(InvalidProgramException.class)
                .hasMessageContaining("int[]");
        assertThatThrownBy(
                        () -> words.keyBy(word -> Thread.State.NEW, Types.ENUM(Thread.State.class)))
                .isInstanceOf(InvalidProgramException.class)
                .hasMessageContaining("Thread$State");
        assertThatThrownBy(() -> words.keyBy(word -> new NoHash(), Types.POJO(NoHash.class)))
                .isInstanceOf(InvalidProgramException.class)
                .hasMessageContaining("NoHash");
    }

    @Test
    void caseA05ALambdaNeedsNoTypeToBeRecorded() {
        env.fromElements("a b")
                .flatMap(
                        (String line, Collector<Tuple2<String, Integer>> out) ->
                                out.collect(Tuple2.of(line, 1)))
                .map(pair -> Tuple2.of(pair.f0, pair.f1 + 1))
                .keyBy(pair -> pair.f0)
                .process(new KeyedPass())
                .print();

        Pipeline pipeline = Programs.pipeline(env, null);
        assertThat(pipeline.operators()).hasSize(5);
        assertThat(pipeline.operators().get(1).outputType()).isInstanceOf(MissingTypeInfo.class);
    }

    @Test
    void caseA05WhereATypeIsNeededTheMessageSaysWhereItWasLostAndTheTwoWaysOut() {
        SingleOutputStreamOperator<Tuple2<String, Integer>> lost =
                env.fromElements("a")
                        .flatMap(
                                (String line, Collector<Tuple2<String, Integer>> out) ->
                                        out.collect(Tuple2.of(line, 1)));

        for (Runnable needs :
                new Runnable[] {
                    lost::getType, () -> lost.keyBy(pair -> pair.f0).sum(0), () -> lost.keyBy("f0")
                }) {
            assertThatThrownBy(needs::run)
                    .isInstanceOf(InvalidTypesException.class)
                    .hasMessageContaining("flatMap at DataStreamTest.java:")
                    .hasMessageContaining("returns(")
                    .hasMessageContaining("class");
        }
    }

    @Test
    void returnsSaysTheTypeButNotTooLate() {
        SingleOutputStreamOperator<Tuple2<String, Integer>> pairs =
                env.fromElements("a").map(word -> Tuple2.of(word, 1));
        pairs.returns(new TypeHint<Tuple2<String, Integer>>() {});
        assertThat(pairs.getType()).isEqualTo(Types.TUPLE(Types.STRING, Types.INT));
        assertThatThrownBy(() -> pairs.returns(Types.TUPLE(Types.STRING, Types.INT)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("too late");
    }

    @Test
    void wordsAboutAnOperatorAreRecorded() {
        SingleOutputStreamOperator<Integer> map =
                env.fromElements(1).map(value -> value).returns(Types.INT);
        map.name("n")
                .uid("u")
                .setUidHash("0123456789abcdefABCDEF0123456789")
                .setParallelism(3)
                .setMaxParallelism(32768)
                .setDescription("d")
                .setBufferTimeout(5)
                .startNewChain()
                .slotSharingGroup("g");

        OperatorTransformation<?> operator = operator(map);
        assertThat(operator.name()).isEqualTo("n");
        assertThat(operator.uid()).isEqualTo("u");
        assertThat(operator.parallelism()).isEqualTo(3);
        assertThat(operator.parallelismSet()).isTrue();
        assertThat(operator.maxParallelism()).isEqualTo(32768);
        assertThat(operator.description()).isEqualTo("d");
        assertThat(operator.bufferTimeoutMs()).isEqualTo(5);
        assertThat(operator.chaining()).isEqualTo(Chaining.HEAD);
        assertThat(operator(map.disableChaining()).chaining()).isEqualTo(Chaining.NEVER);

        assertThatThrownBy(() -> map.setParallelism(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'n'");
        for (int wrong : new int[] {0, 32769}) {
            assertThatThrownBy(() -> map.setMaxParallelism(wrong))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("1 to 32768");
        }
        assertThatThrownBy(() -> map.setUidHash("xyz"))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> map.setBufferTimeout(-2))
                .isInstanceOf(IllegalArgumentException.class);
        map.forceNonParallel();
        assertThatThrownBy(() -> map.setParallelism(2))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void streamsOfTwoEnvironmentsDoNotMeet() {
        DataStream<Integer> here =
                env.fromElements(1)
                        .name("here")
                        .map(x -> x + 1)
                        .returns(Integer.class)
                        .keyBy(x -> x);
        DataStream<Integer> there =
                StreamExecutionEnvironment.createLocalEnvironment().fromElements(2).name("there");
        assertThatThrownBy(() -> here.union(there))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("union", "'Map'", "'Source: there'", "once");
        assertThatThrownBy(() -> here.connect(there))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("connect", "'Map'", "'Source: there'", "once");
    }

    @Test
    void aSourceForOneSubtaskSaysNothingAboutKeyGroups() {
        for (SingleOutputStreamOperator<?> source :
                List.of(env.fromElements(1), env.addSource(new OneNumber(), Types.INT))) {
            assertThat(source.getParallelism()).isEqualTo(1);
            assertThat(
                            ((OperatorTransformation<?>) Programs.transformation(source))
                                    .maxParallelism())
                    .isNegative();
            assertThatThrownBy(() -> source.setParallelism(2))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    private static final class OneNumber implements SourceFunction<Integer> {
        private static final long serialVersionUID = 1L;

        @Override
        public void run(SourceContext<Integer> context) {
            context.collect(1);
        }

        @Override
        public void cancel() {}
    }

    @Test
    void unionTakesStreamsOfOneTypeAlsoTheSameTwice() {
        DataStream<Integer> numbers = env.fromElements(1);
        Transformation<Integer> union =
                Programs.transformation(numbers.union(numbers, env.fromElements(2)));
        assertThat(union).isInstanceOf(UnionTransformation.class);
        assertThat(union.inputs()).hasSize(3);

        @SuppressWarnings({"unchecked", "rawtypes"}) // what a careless program would do
        DataStream<Integer> words = (DataStream) env.fromElements("a");
        assertThatThrownBy(() -> numbers.union(words))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("String")
                .hasMessageContaining("Integer");
    }

    @Test
    void partitioningsAreRecorded() {
        DataStream<Integer> numbers = env.fromElements(1);
        assertThat(partitioning(numbers.rebalance())).isInstanceOf(Partitioning.Rebalance.class);
        assertThat(partitioning(numbers.forward())).isInstanceOf(Partitioning.Forward.class);
        assertThat(partitioning(numbers.broadcast())).isInstanceOf(Partitioning.Broadcast.class);
    }

    @Test
    void sideOutputsWithOneIdMustHaveOneType() {
        SingleOutputStreamOperator<String> main = env.fromElements("a").process(new Pass2());
        SideOutputDataStream<Integer> side = main.getSideOutput(new OutputTag<>("late", Types.INT));
        assertThat(side.getType()).isEqualTo(Types.INT);
        assertThat(Programs.transformation(side)).isInstanceOf(SideOutputTransformation.class);
        main.getSideOutput(new OutputTag<>("late", Types.INT));
        assertThatThrownBy(() -> main.getSideOutput(new OutputTag<>("late", Types.STRING)))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("'late'");
    }

    @Test
    void connectedStreamsShareStateOnlyWhenBothAreKeyed() {
        DataStream<Integer> numbers = env.fromElements(1);
        DataStream<String> words = env.fromElements("a");
        OperatorTransformation<?> plain = operator(numbers.connect(words).map(new Both()));
        assertThat(plain.name()).isEqualTo("Co-Map");
        assertThat(plain.isKeyed()).isFalse();
        assertThat(plain.outputType()).isEqualTo(Types.STRING);
        assertThat(plain.inputs()).hasSize(2);

        OperatorTransformation<?> keyed =
                operator(
                        numbers.connect(words)
                                .keyBy(number -> number, word -> word.length(), Types.INT)
                                .process(new KeyedBoth()));
        assertThat(keyed.keySelectors()).hasSize(2);
        assertThat(keyed.keyType()).isEqualTo(Types.INT);
        assertThat(keyed.spec()).isInstanceOf(OperatorSpec.KeyedCoProcess.class);

        assertThatThrownBy(() -> numbers.connect(words).process(new KeyedBoth()))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("keyBy");
        assertThatThrownBy(
                        () ->
                                numbers.keyBy(number -> number, Types.INT)
                                        .connect(words.keyBy(word -> word, Types.STRING))
                                        .map(new Both()))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("Integer")
                .hasMessageContaining("String");
    }

    private static OperatorTransformation<?> operator(DataStream<?> stream) {
        return (OperatorTransformation<?>) Programs.transformation(stream);
    }

    private static Partitioning partitioning(DataStream<?> stream) {
        return ((PartitionTransformation<?>) Programs.transformation(stream)).partitioning();
    }

    private static Tuple key(KeyedStream<Tuple2<Tuple2<String, Long>, Integer>, Tuple> keyed)
            throws Exception {
        return keyed.getKeySelector().getKey(Tuple2.of(Tuple2.of("a", 5L), 1));
    }

    /** A POJO without hashCode. */
    public static class NoHash {
        public int value;

        public NoHash() {}
    }

    private enum ArrayKey implements KeySelector<String, int[]> {
        INSTANCE;

        @Override
        public int[] getKey(String value) {
            return new int[0];
        }
    }

    private static final class Pass
            extends ProcessFunction<Tuple2<String, Integer>, Tuple2<String, Integer>> {

        private static final long serialVersionUID = 1L;

        @Override
        public void processElement(
                Tuple2<String, Integer> value,
                Context ctx,
                Collector<Tuple2<String, Integer>> out) {
            out.collect(value);
        }
    }

    private static final class Pass2 extends ProcessFunction<String, String> {

        private static final long serialVersionUID = 1L;

        @Override
        public void processElement(String value, Context ctx, Collector<String> out) {}
    }

    private static final class KeyedPass
            extends KeyedProcessFunction<String, Tuple2<String, Integer>, String> {

        private static final long serialVersionUID = 1L;

        @Override
        public void processElement(
                Tuple2<String, Integer> value, Context ctx, Collector<String> out) {}
    }

    private static final class Both implements CoMapFunction<Integer, String, String> {

        private static final long serialVersionUID = 1L;

        @Override
        public String map1(Integer value) {
            return "";
        }

        @Override
        public String map2(String value) {
            return value;
        }
    }

    private static final class KeyedBoth
            extends KeyedCoProcessFunction<Integer, Integer, String, String> {

        private static final long serialVersionUID = 1L;

        @Override
        public void processElement1(Integer value, Context ctx, Collector<String> out) {}

        @Override
        public void processElement2(String value, Context ctx, Collector<String> out) {}
    }
}
