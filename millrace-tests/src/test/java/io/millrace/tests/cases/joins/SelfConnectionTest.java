// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.joins;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.functions.OpenContext;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.co.CoFlatMapFunction;
import io.millrace.streaming.api.functions.co.CoMapFunction;
import io.millrace.streaming.api.functions.co.CoProcessFunction;
import io.millrace.streaming.api.functions.co.KeyedCoProcessFunction;
import io.millrace.tests.kit.Collected;
import io.millrace.tests.kit.Jobs;
import io.millrace.util.Collector;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A stream that meets itself, straight or after a detour. */
@Timeout(180)
class SelfConnectionTest {

    private static DataStream<Long> numbers(StreamExecutionEnvironment env) {
        return env.fromData(1L, 3L, 5L)
                .assignTimestampsAndWatermarks(
                        WatermarkStrategy.<Long>forMonotonousTimestamps()
                                .withTimestampAssigner((number, before) -> number));
    }

    private static final class Sides implements CoMapFunction<Long, Long, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public String map1(Long value) {
            return "one " + value;
        }

        @Override
        public String map2(Long value) {
            return "two " + value;
        }
    }

    @ParameterizedTest(name = "{displayName}: parallelism {0}")
    @ValueSource(ints = {1, 2})
    @DisplayName("T19, A15: connected with itself a stream comes by both inputs")
    void connectedWithItself(int parallelism) throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(parallelism);
        Collected<String> sink = new Collected<>();
        DataStream<Long> stream = numbers(env);
        stream.connect(stream).map(new Sides()).addSink(sink);
        Jobs.run(env, "with itself");

        assertThat(sink.values())
                .containsExactlyInAnyOrder("one 1", "one 3", "one 5", "two 1", "two 3", "two 5");
    }

    @ParameterizedTest(name = "{displayName}: parallelism {0}")
    @ValueSource(ints = {1, 2})
    @DisplayName("T19, A15: connected with what was made of itself, by another way")
    void connectedAfterADetour(int parallelism) throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(parallelism);
        Collected<String> sink = new Collected<>();
        DataStream<Long> stream = numbers(env);
        stream.map(number -> number + 1)
                .connect(stream.rebalance())
                .flatMap(
                        new CoFlatMapFunction<Long, Long, String>() {
                            private static final long serialVersionUID = 1L;

                            @Override
                            public void flatMap1(Long value, Collector<String> out) {
                                out.collect("one " + value);
                            }

                            @Override
                            public void flatMap2(Long value, Collector<String> out) {
                                for (int i = 0; i < value; i += 2) {
                                    out.collect("two " + value);
                                }
                            }
                        })
                .addSink(sink);
        Jobs.run(env, "after a detour");

        assertThat(sink.values())
                .containsExactlyInAnyOrder(
                        "one 2", "one 4", "one 6", "two 1", "two 3", "two 3", "two 5", "two 5",
                        "two 5");
    }

    /** Sums both sides, and tells at the end. */
    private static final class Sums extends KeyedCoProcessFunction<Long, Long, Long, String> {
        private static final long serialVersionUID = 1L;
        private transient ValueState<Long> sum;

        @Override
        public void open(OpenContext context) {
            sum = getRuntimeContext().getState(new ValueStateDescriptor<>("sum", Long.class));
        }

        @Override
        public void processElement1(Long value, Context ctx, Collector<String> out)
                throws Exception {
            add(value, ctx);
        }

        @Override
        public void processElement2(Long value, Context ctx, Collector<String> out)
                throws Exception {
            add(10 * value, ctx);
        }

        private void add(long value, Context ctx) throws Exception {
            sum.update(sum.value() == null ? value : sum.value() + value);
            ctx.timerService().registerEventTimeTimer(100);
        }

        @Override
        public void onTimer(long timestamp, OnTimerContext ctx, Collector<String> out)
                throws Exception {
            out.collect(ctx.getCurrentKey() + ": " + sum.value() + " at " + timestamp);
        }
    }

    @ParameterizedTest(name = "{displayName}: parallelism {0}")
    @ValueSource(ints = {1, 3})
    @DisplayName(
            "T19, A15: both sides by keys of their own share the state of a key, and watermarks pass")
    void keyedByTwoSelectors(int parallelism) throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(parallelism);
        Collected<String> sink = new Collected<>();
        DataStream<Long> stream = numbers(env);
        stream.connect(stream)
                .keyBy(number -> number % 4, number -> (number + 2) % 4)
                .process(new Sums())
                .addSink(sink);
        Jobs.run(env, "two selectors");

        // Left: 1 and 5 have key 1, 3 has 3. Right: 1 and 5 have key 3, 3 has 1.
        assertThat(sink.values()).containsExactlyInAnyOrder("1: 36 at 100", "3: 63 at 100");
    }

    @Test
    @DisplayName("A15: a co-process function without keys knows timestamps, and may not set timers")
    void coProcess() throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(1);
        Collected<String> sink = new Collected<>();
        DataStream<Long> stream = numbers(env);
        stream.connect(stream.union(stream))
                .process(
                        new CoProcessFunction<Long, Long, String>() {
                            private static final long serialVersionUID = 1L;

                            @Override
                            public void processElement1(
                                    Long value, Context ctx, Collector<String> out) {
                                try {
                                    ctx.timerService().registerEventTimeTimer(1);
                                    out.collect("a timer without a key");
                                } catch (UnsupportedOperationException e) {
                                    out.collect("one@" + ctx.timestamp());
                                }
                            }

                            @Override
                            public void processElement2(
                                    Long value, Context ctx, Collector<String> out) {
                                out.collect("two@" + ctx.timestamp());
                            }
                        })
                .addSink(sink);
        Jobs.run(env, "co-process");

        assertThat(sink.values())
                .containsExactlyInAnyOrderElementsOf(
                        List.of(
                                "one@1", "one@3", "one@5", "two@1", "two@3", "two@5", "two@1",
                                "two@3", "two@5"));
    }
}
