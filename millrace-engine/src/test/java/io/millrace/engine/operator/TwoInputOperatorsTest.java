// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import static io.millrace.engine.operator.FakeContext.start;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.chain.Input;
import io.millrace.engine.chain.Operator;
import io.millrace.streaming.api.functions.co.CoFlatMapFunction;
import io.millrace.streaming.api.functions.co.CoMapFunction;
import io.millrace.streaming.api.functions.co.CoProcessFunction;
import io.millrace.streaming.api.functions.co.KeyedCoProcessFunction;
import io.millrace.util.Collector;
import org.junit.jupiter.api.Test;

class TwoInputOperatorsTest {

    private final FakeContext context = FakeContext.keyed();
    private final Recorder<Object> out = new Recorder<>();

    @SuppressWarnings("unchecked") // the test knows its inputs
    private static <T> Input<T> input(Operator operator, int index) {
        return (Input<T>) operator.inputs().get(index);
    }

    @Test
    void aCoMapMapsEachInputByItsOwnMethodAndItsWatermarkIsTheMinimum() throws Exception {
        var map =
                start(
                        new CoMapOperator<Integer, String, Object>(
                                new FakeContext(),
                                new CoMapFunction<>() {
                                    private static final long serialVersionUID = 1L;

                                    @Override
                                    public Object map1(Integer value) {
                                        return "first " + value;
                                    }

                                    @Override
                                    public Object map2(String value) {
                                        return "second " + value;
                                    }
                                },
                                null,
                                null,
                                out));
        input(map, 0).element(cast(1), 5);
        input(map, 1).element(cast("x"), 6);
        input(map, 0).watermark(10);
        input(map, 1).watermark(7);
        input(map, 1).watermark(12);
        assertThat(out.take())
                .containsExactly("first 1@5", "second x@6", "watermark 7", "watermark 10");
    }

    @SuppressWarnings("unchecked") // the test knows its inputs
    private static <T> T cast(Object value) {
        return (T) value;
    }

    @Test
    void aCoFlatMapGivesOutputsTheTimestampOfTheirInput() throws Exception {
        var flatMap =
                start(
                        new CoFlatMapOperator<Integer, String, Object>(
                                new FakeContext(),
                                new CoFlatMapFunction<>() {
                                    private static final long serialVersionUID = 1L;

                                    @Override
                                    public void flatMap1(Integer value, Collector<Object> c) {
                                        c.collect(value);
                                        c.collect(value);
                                    }

                                    @Override
                                    public void flatMap2(String value, Collector<Object> c) {}
                                },
                                null,
                                null,
                                out));
        input(flatMap, 0).element(cast(1), 5);
        input(flatMap, 1).element(cast("x"), 6);
        assertThat(out.take()).containsExactly("1@5", "1@5");
    }

    private KeyedCoProcessOperator<String, String, String, Object> keyed() throws Exception {
        return start(
                new KeyedCoProcessOperator<>(
                        context,
                        new KeyedCoProcessFunction<String, String, String, Object>() {
                            private static final long serialVersionUID = 1L;

                            @Override
                            public void processElement1(
                                    String value, Context ctx, Collector<Object> c) {
                                for (int t = 4; t <= 6; t++) {
                                    ctx.timerService().registerEventTimeTimer(t);
                                }
                            }

                            @Override
                            public void processElement2(
                                    String value, Context ctx, Collector<Object> c) {
                                c.collect(
                                        ctx.getCurrentKey()
                                                + " sees "
                                                + ctx.timerService().currentWatermark());
                            }

                            @Override
                            public void onTimer(
                                    long timestamp, OnTimerContext ctx, Collector<Object> c) {
                                c.collect("timer of " + ctx.getCurrentKey());
                            }
                        },
                        x -> x,
                        x -> x,
                        out));
    }

    @Test
    void t11WhenBothInputsFallSilentTheirOrderDoesNotMatter() throws Exception {
        for (int firstIdle = 0; firstIdle < 2; firstIdle++) {
            var process = keyed();
            input(process, 0).element(cast("k"), 1);
            input(process, 0).watermark(5);
            input(process, 1).watermark(4);
            input(process, firstIdle).idle(true);
            input(process, 1 - firstIdle).idle(true);
            assertThat(out.take())
                    .as("input %s first", firstIdle)
                    .containsExactly(
                            "timer of k@4", "watermark 4", "timer of k@5", "watermark 5", "idle");
            input(process, 0).idle(false);
            input(process, 1).element(cast("k"), 3);
            assertThat(out.take()).containsExactly("active", "k sees 5@3");
            context.keyedState.timers.clear();
        }
    }

    @Test
    void aCoProcessFunctionHasTimersWhereBothStreamsAreKeyed() throws Exception {
        var process =
                start(
                        new CoProcessOperator<>(
                                context,
                                new CoProcessFunction<String, String, Object>() {
                                    private static final long serialVersionUID = 1L;

                                    @Override
                                    public void processElement1(
                                            String value, Context ctx, Collector<Object> c) {
                                        ctx.timerService().registerProcessingTimeTimer(2_000);
                                    }

                                    @Override
                                    public void processElement2(
                                            String value, Context ctx, Collector<Object> c) {
                                        c.collect(ctx.timestamp());
                                    }

                                    @Override
                                    public void onTimer(
                                            long t, OnTimerContext ctx, Collector<Object> c) {
                                        c.collect(ctx.timeDomain());
                                    }
                                },
                                x -> x,
                                x -> x,
                                out));
        input(process, 0).element(cast("k"), 1);
        input(process, 1).element(cast("k"), 2);
        context.advanceTo(2_000);
        assertThat(out.take()).containsExactly("2@2", "PROCESSING_TIME");
    }
}
