// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.datastream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.common.state.MapStateDescriptor;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.spi.OperatorSpec;
import io.millrace.spi.OperatorTransformation;
import io.millrace.spi.PartitionTransformation;
import io.millrace.spi.Partitioning;
import io.millrace.spi.Programs;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.co.BroadcastProcessFunction;
import io.millrace.streaming.api.functions.co.KeyedBroadcastProcessFunction;
import io.millrace.util.Collector;
import org.junit.jupiter.api.Test;

class BroadcastConnectedStreamTest {

    private static final MapStateDescriptor<String, Long> RULES =
            new MapStateDescriptor<>("rules", String.class, Long.class);

    private final StreamExecutionEnvironment env =
            StreamExecutionEnvironment.getExecutionEnvironment();
    private final DataStream<Integer> numbers = env.fromElements(1);
    private final BroadcastStream<String> rules = env.fromElements("a").broadcast(RULES);

    private static OperatorTransformation<?> operator(DataStream<?> stream) {
        return (OperatorTransformation<?>) Programs.transformation(stream);
    }

    @Test
    void aBroadcastStreamKnowsItsStatesAndItsType() {
        assertThat(rules.getBroadcastStateDescriptors()).containsExactly(RULES);
        assertThat(rules.getType()).isEqualTo(Types.STRING);
        assertThat(rules.getEnvironment()).isSameAs(env);
        BroadcastConnectedStream<Integer, String> connected = numbers.connect(rules);
        assertThat(connected.getFirstInput()).isSameAs(numbers);
        assertThat(connected.getSecondInput()).isSameAs(rules);
        assertThat(connected.getType1()).isEqualTo(Types.INT);
        assertThat(connected.getType2()).isEqualTo(Types.STRING);
        assertThat(connected.getExecutionEnvironment()).isSameAs(env);
    }

    @Test
    void withoutKeysTheSecondInputIsBroadcastAndTheTypeIsFound() {
        OperatorTransformation<?> operator = operator(numbers.connect(rules).process(new Plain()));
        assertThat(operator.name()).isEqualTo("Co-Process-Broadcast");
        assertThat(operator.isKeyed()).isFalse();
        assertThat(operator.outputType()).isEqualTo(Types.LONG);
        assertThat(((OperatorSpec.BroadcastProcess) operator.spec()).states())
                .containsExactly(RULES);
        assertThat(operator.inputs()).hasSize(2);
        assertThat(((PartitionTransformation<?>) operator.inputs().get(1)).partitioning())
                .isInstanceOf(Partitioning.Broadcast.class);
    }

    @Test
    void ofAKeyedStreamOnlyTheFirstInputHasAKey() {
        BroadcastConnectedStream<Integer, String> connected =
                numbers.keyBy(number -> number, Types.INT).connect(rules);
        OperatorTransformation<?> operator = operator(connected.process(new Keyed()));
        assertThat(operator.name()).isEqualTo("Co-Process-Broadcast-Keyed");
        assertThat(operator.keySelectors()).hasSize(1);
        assertThat(operator.keyType()).isEqualTo(Types.INT);
        assertThat(operator.outputType()).isEqualTo(Types.LONG);
        assertThat(((OperatorSpec.KeyedBroadcastProcess) operator.spec()).states())
                .containsExactly(RULES);
        assertThat(operator(connected.process(new Keyed(), Types.LONG)).outputType())
                .isEqualTo(Types.LONG);
    }

    @Test
    void aFunctionOfTheOtherKindIsRefused() {
        assertThatThrownBy(() -> numbers.connect(rules).process(new Keyed()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("keyBy");
        assertThatThrownBy(
                        () ->
                                numbers.keyBy(number -> number, Types.INT)
                                        .connect(rules)
                                        .process(new Plain()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("KeyedBroadcastProcessFunction");
    }

    @Test
    void bothStreamsAreOfOneEnvironment() {
        BroadcastStream<String> foreign =
                StreamExecutionEnvironment.getExecutionEnvironment()
                        .fromElements("a")
                        .broadcast(RULES);
        assertThatThrownBy(() -> numbers.connect(foreign))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("connect(...)");
    }

    private static final class Plain extends BroadcastProcessFunction<Integer, String, Long> {
        private static final long serialVersionUID = 1L;

        @Override
        public void processElement(Integer value, ReadOnlyContext ctx, Collector<Long> out) {}

        @Override
        public void processBroadcastElement(String value, Context ctx, Collector<Long> out) {}
    }

    private static final class Keyed
            extends KeyedBroadcastProcessFunction<Integer, Integer, String, Long> {
        private static final long serialVersionUID = 1L;

        @Override
        public void processElement(Integer value, ReadOnlyContext ctx, Collector<Long> out) {}

        @Override
        public void processBroadcastElement(String value, Context ctx, Collector<Long> out) {}
    }
}
