// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.datastream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.common.InvalidProgramException;
import io.millrace.api.common.functions.Partitioner;
import io.millrace.api.common.operators.SlotSharingGroup;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.api.java.functions.KeySelector;
import io.millrace.api.java.tuple.Tuple1;
import io.millrace.api.java.tuple.Tuple2;
import io.millrace.api.java.tuple.Tuple3;
import io.millrace.spi.OperatorTransformation;
import io.millrace.spi.PartitionTransformation;
import io.millrace.spi.Partitioning;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.operators.AbstractStreamOperator;
import io.millrace.streaming.api.operators.ChainingStrategy;
import io.millrace.streaming.api.operators.OneInputStreamOperator;
import io.millrace.streaming.runtime.streamrecord.StreamRecord;
import org.junit.jupiter.api.Test;

/** What calls that deal records, choose fields or bring operators record, and what they refuse. */
class DealingCallsTest {

    private final StreamExecutionEnvironment env =
            StreamExecutionEnvironment.getExecutionEnvironment();
    private final DataStream<Tuple3<Integer, String, Tuple2<Long, Long>>> tuples =
            env.fromData(Tuple3.of(1, "a", Tuple2.of(1L, 2L)));
    private final DataStream<String> texts = env.fromData("a");

    private static final class ByText implements Partitioner<String> {
        private static final long serialVersionUID = 1L;

        @Override
        public int partition(String key, int numPartitions) {
            return 0;
        }
    }

    private static Partitioning partitioning(DataStream<?> stream) {
        return ((PartitionTransformation<?>) stream.transformation).partitioning();
    }

    @Test
    void eachWayOfDealingIsRecorded() {
        assertThat(partitioning(texts.shuffle())).isEqualTo(new Partitioning.Shuffle());
        assertThat(partitioning(texts.rescale())).isEqualTo(new Partitioning.Rescale());
        assertThat(partitioning(texts.global())).isEqualTo(new Partitioning.Global());
        assertThat(partitioning(texts.partitionCustom(new ByText(), text -> text)))
                .isInstanceOf(Partitioning.Custom.class);
    }

    @Test
    @SuppressWarnings("unchecked") // the selector is that of the records
    void aFieldAsAKeyIsItsValue() throws Exception {
        Tuple3<Integer, String, Tuple2<Long, Long>> record = Tuple3.of(1, "a", Tuple2.of(1L, 2L));
        for (DataStream<?> stream :
                new DataStream<?>[] {
                    tuples.partitionCustom(new ByText(), 1),
                    tuples.partitionCustom(new ByText(), "f1"),
                    tuples.partitionCustom(new ByText(), " f1 ")
                }) {
            Partitioning.Custom custom = (Partitioning.Custom) partitioning(stream);
            assertThat(((KeySelector<Object, Object>) custom.selector()).getKey(record))
                    .isEqualTo("a");
        }
    }

    @Test
    void aFieldThatTheProgramsPartitionerCannotTakeIsRefused() {
        assertThatThrownBy(() -> tuples.partitionCustom(new ByText(), 0))
                .isInstanceOf(InvalidProgramException.class)
                .hasMessageContainingAll("String", "Integer");
        assertThatThrownBy(() -> tuples.partitionCustom((Object key, int n) -> 0, "f2"))
                .isInstanceOf(InvalidProgramException.class)
                .hasMessageContainingAll("one value", "2 fields");
        assertThatThrownBy(() -> tuples.partitionCustom(new ByText(), 3)).hasMessageContaining("3");
        assertThatThrownBy(() -> texts.keyBy(text -> text).shuffle())
                .isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void projectedTuplesHaveTheTypesOfTheirFields() {
        assertThat(tuples.<Tuple2<Tuple2<Long, Long>, Integer>>project(2, 0).getType())
                .isEqualTo(Types.TUPLE(Types.TUPLE(Types.LONG, Types.LONG), Types.INT));
        SingleOutputStreamOperator<Tuple1<String>> one =
                new StreamProjection<>(tuples, new int[] {1}).projectTuple1();
        assertThat(one.getType()).isEqualTo(Types.TUPLE(Types.STRING));
        assertThat(one.getName()).isEqualTo("Projection");
    }

    @Test
    void whatCannotBeProjectedIsRefused() {
        assertThatThrownBy(() -> texts.project(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("tuples", "String");
        assertThatThrownBy(() -> tuples.project(3))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("field 3", "0 to 2");
        assertThatThrownBy(() -> tuples.project(-1)).hasMessageContaining("field -1");
        assertThatThrownBy(tuples::project).hasMessageContaining("0 are given");
        assertThatThrownBy(() -> new StreamProjection<>(tuples, new int[] {0}).projectTuple2())
                .hasMessageContaining("Tuple2");
    }

    @Test
    void aSlotSharingGroupIsRecordedByItsName() {
        SlotSharingGroup group = SlotSharingGroup.newBuilder("g").build();
        SingleOutputStreamOperator<String> operator =
                env.registerSlotSharingGroup(group)
                        .fromData("a")
                        .map(text -> text)
                        .returns(Types.STRING)
                        .slotSharingGroup(group);
        assertThat(operator.operator().slotSharingGroup()).isEqualTo("g");
        assertThat(operator.print().slotSharingGroup(group)).isNotNull();
    }

    private static final class Passing extends AbstractStreamOperator<String>
            implements OneInputStreamOperator<String, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public void processElement(StreamRecord<String> element) {
            output.collect(element);
        }
    }

    @Test
    void anOperatorSaysHowItMayBeChained() {
        for (ChainingStrategy strategy : ChainingStrategy.values()) {
            Passing passing = new Passing();
            assertThat(passing.getChainingStrategy()).isEqualTo(ChainingStrategy.HEAD);
            passing.setChainingStrategy(strategy);
            SingleOutputStreamOperator<String> transformed =
                    texts.transform("passing", Types.STRING, passing);
            assertThat(transformed.getName()).isEqualTo("passing");
            assertThat(transformed.getType()).isEqualTo(Types.STRING);
            assertThat(transformed.operator().chaining())
                    .isEqualTo(
                            switch (strategy) {
                                case ALWAYS -> OperatorTransformation.Chaining.ALWAYS;
                                case NEVER -> OperatorTransformation.Chaining.NEVER;
                                case HEAD, HEAD_WITH_SOURCES ->
                                        OperatorTransformation.Chaining.HEAD;
                            });
        }
    }
}
