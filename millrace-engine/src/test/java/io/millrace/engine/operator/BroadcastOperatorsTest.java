// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import static io.millrace.engine.operator.FakeContext.start;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.common.functions.OpenContext;
import io.millrace.api.common.state.BroadcastState;
import io.millrace.api.common.state.MapStateDescriptor;
import io.millrace.api.common.state.ReadOnlyBroadcastState;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.api.common.typeutils.base.StringSerializer;
import io.millrace.engine.chain.Input;
import io.millrace.engine.chain.Operator;
import io.millrace.engine.keys.KeyGroupRange;
import io.millrace.engine.state.HeapOperatorStateBackend;
import io.millrace.engine.state.OperatorStateRedistribution;
import io.millrace.engine.state.RestoredShare;
import io.millrace.engine.state.StateBytes;
import io.millrace.engine.state.heap.HeapKeyedStateBackendFactory;
import io.millrace.streaming.api.functions.co.BroadcastProcessFunction;
import io.millrace.streaming.api.functions.co.KeyedBroadcastProcessFunction;
import io.millrace.util.Collector;
import io.millrace.util.OutputTag;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("ST-15: the operators of broadcast state")
class BroadcastOperatorsTest {

    private static final MapStateDescriptor<String, Long> RULES =
            new MapStateDescriptor<>("rules", String.class, Long.class);
    private static final ValueStateDescriptor<Long> COUNT =
            new ValueStateDescriptor<>("count", Long.class);
    private static final OutputTag<String> SIDE =
            new OutputTag<>("side") {
                private static final long serialVersionUID = 1L;
            };

    private final Recorder<Object> out = new Recorder<>();

    private static FakeContext context(List<RestoredShare> restored) throws Exception {
        FakeContext context = new FakeContext();
        context.realKeyedState =
                new HeapKeyedStateBackendFactory()
                        .create(
                                StateBytes.request(
                                        "op",
                                        "u",
                                        StringSerializer.INSTANCE,
                                        128,
                                        new KeyGroupRange(0, 127),
                                        context.executionConfig,
                                        List.of()));
        context.realOperatorState =
                new HeapOperatorStateBackend("op", "u", context.executionConfig, restored, 0, 1);
        return context;
    }

    @SuppressWarnings("unchecked") // the test knows its inputs
    private static Input<String> input(Operator operator, int index) {
        return (Input<String>) operator.inputs().get(index);
    }

    /** Does nothing; a test overrides what it is about. */
    private abstract static class Keyed
            extends KeyedBroadcastProcessFunction<String, String, String, Object> {
        private static final long serialVersionUID = 1L;

        @Override
        public void processElement(String value, ReadOnlyContext ctx, Collector<Object> c)
                throws Exception {}

        @Override
        public void processBroadcastElement(String value, Context ctx, Collector<Object> c)
                throws Exception {}
    }

    private Operator keyed(FakeContext context, Keyed function) throws Exception {
        return start(
                new KeyedBroadcastProcessOperator<>(
                        context, function, List.of(RULES), value -> value, out));
    }

    @Test
    void recordsReadWhatElementsKeepAndBothEmitToSides() throws Exception {
        Operator operator =
                start(
                        new BroadcastProcessOperator<>(
                                context(List.of()),
                                new BroadcastProcessFunction<String, String, Object>() {
                                    private static final long serialVersionUID = 1L;

                                    @Override
                                    public void processElement(
                                            String value, ReadOnlyContext ctx, Collector<Object> c)
                                            throws Exception {
                                        c.collect(ctx.getBroadcastState(RULES).get(value));
                                        ctx.output(SIDE, "read at " + ctx.timestamp());
                                        c.collect("watermark was " + ctx.currentWatermark());
                                    }

                                    @Override
                                    public void processBroadcastElement(
                                            String value, Context ctx, Collector<Object> c)
                                            throws Exception {
                                        ctx.getBroadcastState(RULES).put(value, 7L);
                                        ctx.output(SIDE, "kept at " + ctx.timestamp());
                                        c.collect("clock " + ctx.currentProcessingTime());
                                    }
                                },
                                List.of(RULES),
                                out));
        input(operator, 1).element("a", 3);
        input(operator, 1).watermark(4);
        input(operator, 0).watermark(2);
        input(operator, 0).element("a", 5);
        assertThat(out.take())
                .containsExactly(
                        "side: kept at 3@3",
                        "clock " + new FakeContext().clock.millis + "@3",
                        "watermark 2",
                        "7@5",
                        "side: read at 5@5",
                        "watermark was 2@5");
    }

    @Test
    void timersReadTooAndFireByTheWatermarkOfBothInputs() throws Exception {
        Operator operator =
                keyed(
                        context(List.of()),
                        new Keyed() {
                            private static final long serialVersionUID = 1L;

                            @Override
                            public void processElement(
                                    String value, ReadOnlyContext ctx, Collector<Object> c) {
                                ctx.timerService().registerEventTimeTimer(10);
                            }

                            @Override
                            public void processBroadcastElement(
                                    String value, Context ctx, Collector<Object> c)
                                    throws Exception {
                                ctx.getBroadcastState(RULES).put(value, 1L);
                            }

                            @Override
                            public void onTimer(
                                    long timestamp, OnTimerContext ctx, Collector<Object> c)
                                    throws Exception {
                                c.collect(
                                        ctx.getCurrentKey()
                                                + " in "
                                                + ctx.timeDomain()
                                                + " sees "
                                                + ctx.getBroadcastState(RULES).get("r"));
                            }
                        });
        input(operator, 0).element("k", 1);
        input(operator, 0).watermark(20);
        assertThat(out.take()).isEmpty();
        input(operator, 1).element("r", 2);
        input(operator, 1).watermark(15);
        assertThat(out.take()).containsExactly("k in EVENT_TIME sees 1@10", "watermark 15");
    }

    @Test
    void theReadingSideIsRefusedEachWayToWrite() throws Exception {
        Operator operator =
                keyed(
                        context(List.of()),
                        new Keyed() {
                            private static final long serialVersionUID = 1L;

                            @Override
                            public void processElement(
                                    String value, ReadOnlyContext ctx, Collector<Object> c)
                                    throws Exception {
                                ReadOnlyBroadcastState<String, Long> read =
                                        ctx.getBroadcastState(RULES);
                                BroadcastState<String, Long> cast =
                                        (BroadcastState<String, Long>) read;
                                refused(read::clear);
                                refused(() -> cast.put("a", 2L));
                                refused(() -> cast.putAll(Map.of()));
                                refused(() -> cast.remove("a"));
                                refused(cast::iterator);
                                refused(cast::entries);
                                Iterator<Map.Entry<String, Long>> entries =
                                        read.immutableEntries().iterator();
                                Map.Entry<String, Long> entry = entries.next();
                                assertThatThrownBy(() -> entry.setValue(3L))
                                        .isInstanceOf(UnsupportedOperationException.class);
                                assertThatThrownBy(entries::remove)
                                        .isInstanceOf(UnsupportedOperationException.class);
                                c.collect(read.contains("a") + " " + read.get("a"));
                            }

                            @Override
                            public void processBroadcastElement(
                                    String value, Context ctx, Collector<Object> c)
                                    throws Exception {
                                ctx.getBroadcastState(RULES).put(value, 1L);
                            }
                        });
        input(operator, 1).element("a", 1);
        input(operator, 0).element("k", 2);
        assertThat(out.take()).containsExactly("true 1@2");
    }

    private static void refused(ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("'rules'")
                .hasMessageContaining("'op'")
                .hasMessageContaining("processBroadcastElement");
    }

    @Test
    void aStateThatTheStreamWasNotBroadcastWithIsRefusedAndSoAreOtherTypes() throws Exception {
        Operator operator =
                keyed(
                        context(List.of()),
                        new Keyed() {
                            private static final long serialVersionUID = 1L;

                            @Override
                            public void processElement(
                                    String value, ReadOnlyContext ctx, Collector<Object> c) {
                                ctx.getBroadcastState(
                                        new MapStateDescriptor<>("rule", String.class, Long.class));
                            }

                            @Override
                            public void processBroadcastElement(
                                    String value, Context ctx, Collector<Object> c) {
                                ctx.getBroadcastState(
                                        new MapStateDescriptor<>(
                                                "rules", Long.class, String.class));
                            }
                        });
        assertThatThrownBy(() -> input(operator, 0).element("k", 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'rule'")
                .hasMessageContaining("[rules]")
                .hasMessageContaining("broadcast(...)");
        assertThatThrownBy(() -> input(operator, 1).element("r", 1))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("Map<String, Long>")
                .hasMessageContaining("Map<Long, String>");
    }

    @Test
    void anElementHasNoKeyWhoeverCameBeforeIt() throws Exception {
        Operator operator =
                keyed(
                        context(List.of()),
                        new Keyed() {
                            private static final long serialVersionUID = 1L;
                            private transient ValueState<Long> count;
                            private transient ReadOnlyContext kept;

                            @Override
                            public void open(OpenContext context) {
                                count = getRuntimeContext().getState(COUNT);
                            }

                            @Override
                            public void processElement(
                                    String value, ReadOnlyContext ctx, Collector<Object> c)
                                    throws Exception {
                                count.update(1L);
                                kept = ctx;
                            }

                            @Override
                            public void processBroadcastElement(
                                    String value, Context ctx, Collector<Object> c) {
                                assertThatThrownBy(() -> count.update(2L))
                                        .isInstanceOf(NullPointerException.class)
                                        .hasMessageContaining("No key is set");
                                assertThatThrownBy(
                                                () -> kept.timerService().registerEventTimeTimer(5))
                                        .isInstanceOf(NullPointerException.class)
                                        .hasMessageContaining("Timers belong to a key");
                                c.collect("refused");
                            }
                        });
        input(operator, 0).element("k", 1);
        input(operator, 1).element("r", 2);
        assertThat(out.take()).containsExactly("refused@2");
    }

    @Test
    void theContextOfAnElementIsNoGoodForRecords() throws Exception {
        Operator operator =
                keyed(
                        context(List.of()),
                        new Keyed() {
                            private static final long serialVersionUID = 1L;
                            private transient Context kept;

                            @Override
                            public void processElement(
                                    String value, ReadOnlyContext ctx, Collector<Object> c) {
                                assertThatThrownBy(
                                                () ->
                                                        kept.applyToKeyedState(
                                                                COUNT, (key, state) -> {}))
                                        .isInstanceOf(IllegalStateException.class)
                                        .hasMessageContaining("applyToKeyedState");
                                assertThatThrownBy(() -> kept.getBroadcastState(RULES))
                                        .isInstanceOf(IllegalStateException.class)
                                        .hasMessageContaining("getBroadcastState");
                                c.collect("refused");
                            }

                            @Override
                            public void processBroadcastElement(
                                    String value, Context ctx, Collector<Object> c) {
                                kept = ctx;
                            }
                        });
        input(operator, 1).element("r", 1);
        input(operator, 0).element("k", 2);
        assertThat(out.take()).containsExactly("refused@2");
    }

    /** Counts records per key; an element doubles all counts and forgets those of key "out". */
    private static final class Counts extends Keyed {
        private static final long serialVersionUID = 1L;
        private transient ValueState<Long> count;

        @Override
        public void open(OpenContext context) {
            count = getRuntimeContext().getState(COUNT);
        }

        @Override
        public void processElement(String value, ReadOnlyContext ctx, Collector<Object> c)
                throws Exception {
            Long before = count.value();
            count.update(before == null ? 1 : before + 1);
            c.collect(value + " " + count.value());
        }

        @Override
        public void processBroadcastElement(String value, Context ctx, Collector<Object> c)
                throws Exception {
            ctx.applyToKeyedState(
                    COUNT,
                    (key, state) -> {
                        if (key.equals("out")) {
                            state.clear();
                        } else {
                            state.update(2 * state.value());
                            assertThat(count.value()).isEqualTo(state.value());
                        }
                    });
            assertThatThrownBy(() -> count.value()).hasMessageContaining("No key is set");
        }
    }

    @Test
    void keyedStateIsChangedUnderEachKeyAndRecordsFindIt() throws Exception {
        Operator operator = keyed(context(List.of()), new Counts());
        for (String key : List.of("a", "b", "b", "out")) {
            input(operator, 0).element(key, 1);
        }
        out.take();
        input(operator, 1).element("double", 2);
        for (String key : List.of("a", "b", "out")) {
            input(operator, 0).element(key, 3);
        }
        assertThat(out.take()).containsExactly("a 3@3", "b 5@3", "out 1@3");
    }

    @Test
    void aWalkOverManyKeysEndsWhenTheTaskIsCancelled() throws Exception {
        FakeContext context = context(List.of());
        Operator operator = keyed(context, new Counts());
        input(operator, 0).element("a", 1);
        context.cancelled = true;
        assertThatThrownBy(() -> input(operator, 1).element("double", 2))
                .isInstanceOf(CancellationException.class);
    }

    @Test
    @DisplayName("ST-12: what was kept is there after a restore, before the first element")
    void whatWasKeptIsThereAfterARestore() throws Exception {
        FakeContext before = context(List.of());
        Keyed function =
                new Keyed() {
                    private static final long serialVersionUID = 1L;

                    @Override
                    public void processElement(
                            String value, ReadOnlyContext ctx, Collector<Object> c)
                            throws Exception {
                        c.collect(ctx.getBroadcastState(RULES).get("r"));
                    }

                    @Override
                    public void processBroadcastElement(
                            String value, Context ctx, Collector<Object> c) throws Exception {
                        ctx.getBroadcastState(RULES).put(value, 9L);
                    }
                };
        Operator operator = keyed(before, function);
        input(operator, 1).element("r", 1);
        FakeContext after =
                context(
                        OperatorStateRedistribution.shares(
                                List.of(
                                        List.of(
                                                StateBytes.restorable(
                                                        before.realOperatorState.freeze(1)))),
                                0,
                                1));
        input(keyed(after, function), 0).element("k", 1);
        assertThat(out.take()).containsExactly("9@1");
    }
}
