// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.time;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.functions.ReduceFunction;
import io.millrace.api.common.state.MapStateDescriptor;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.streaming.api.datastream.AsyncDataStream;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.datastream.IterativeStream;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.KeyedProcessFunction;
import io.millrace.streaming.api.functions.async.AsyncFunction;
import io.millrace.streaming.api.functions.async.ResultFuture;
import io.millrace.streaming.api.functions.co.BroadcastProcessFunction;
import io.millrace.streaming.api.functions.co.CoMapFunction;
import io.millrace.streaming.api.functions.co.KeyedCoProcessFunction;
import io.millrace.streaming.api.functions.co.ProcessJoinFunction;
import io.millrace.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import io.millrace.tests.components.Await;
import io.millrace.tests.kit.Collected;
import io.millrace.tests.kit.Jobs;
import io.millrace.tests.kit.RunningJob;
import io.millrace.util.Collector;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** That a stream is idle passes through whatever stands in its way. */
@Timeout(180)
class IdleThroughOperatorsTest {

    /** What stands in the way. */
    enum Way {
        MAP(stream -> stream.map(value -> value)),
        EXCHANGE(stream -> stream.rebalance().map(value -> value).setParallelism(2)),
        TO_ALL(stream -> stream.broadcast().map(value -> value).setParallelism(2)),
        KEYED(stream -> stream.keyBy(value -> value).process(new Same())),
        UNION(stream -> stream.union(stream.map(value -> value))),
        CONNECTED(stream -> stream.connect(stream).map(new Both())),
        KEYED_CONNECTED(
                stream ->
                        stream.keyBy(value -> value)
                                .connect(stream.keyBy(value -> value))
                                .process(new BothKeyed())),
        BROADCAST_STATE(
                stream ->
                        stream.connect(
                                        stream.broadcast(
                                                new MapStateDescriptor<>(
                                                        "rules", Types.LONG, Types.LONG)))
                                .process(new WithRules())),
        ASYNC(
                stream ->
                        AsyncDataStream.unorderedWait(
                                stream, new AtOnce(), 10, TimeUnit.SECONDS, 10)),
        ORDERED_ASYNC(
                stream ->
                        AsyncDataStream.orderedWait(
                                stream, new AtOnce(), 10, TimeUnit.SECONDS, 10)),
        WINDOW(
                stream ->
                        stream.keyBy(value -> value)
                                .window(TumblingEventTimeWindows.of(Duration.ofMillis(10)))
                                .reduce((ReduceFunction<Long>) Long::sum)),
        INTERVAL_JOIN(
                stream ->
                        stream.keyBy(value -> value)
                                .intervalJoin(stream.keyBy(value -> value))
                                .between(Duration.ofMillis(-1), Duration.ofMillis(1))
                                .process(new Joined())),
        LOOP(
                stream -> {
                    IterativeStream<Long> loop = stream.iterate();
                    loop.closeWith(loop.filter(value -> false));
                    return loop.map(value -> value);
                });

        private final UnaryOperator<DataStream<Long>> through;

        Way(UnaryOperator<DataStream<Long>> through) {
            this.through = through;
        }
    }

    private static final class Same extends KeyedProcessFunction<Long, Long, Long> {
        private static final long serialVersionUID = 1L;

        @Override
        public void processElement(Long value, Context context, Collector<Long> out) {
            out.collect(value);
        }
    }

    private static final class Both implements CoMapFunction<Long, Long, Long> {
        private static final long serialVersionUID = 1L;

        @Override
        public Long map1(Long value) {
            return value;
        }

        @Override
        public Long map2(Long value) {
            return value;
        }
    }

    private static final class BothKeyed extends KeyedCoProcessFunction<Long, Long, Long, Long> {
        private static final long serialVersionUID = 1L;

        @Override
        public void processElement1(Long value, Context context, Collector<Long> out) {
            out.collect(value);
        }

        @Override
        public void processElement2(Long value, Context context, Collector<Long> out) {
            out.collect(value);
        }
    }

    private static final class WithRules extends BroadcastProcessFunction<Long, Long, Long> {
        private static final long serialVersionUID = 1L;

        @Override
        public void processElement(Long value, ReadOnlyContext context, Collector<Long> out) {
            out.collect(value);
        }

        @Override
        public void processBroadcastElement(Long value, Context context, Collector<Long> out) {}
    }

    private static final class AtOnce implements AsyncFunction<Long, Long> {
        private static final long serialVersionUID = 1L;

        @Override
        public void asyncInvoke(Long value, ResultFuture<Long> answer) {
            answer.complete(List.of(value));
        }
    }

    private static final class Joined extends ProcessJoinFunction<Long, Long, Long> {
        private static final long serialVersionUID = 1L;

        @Override
        public void processElement(Long left, Long right, Context context, Collector<Long> out) {
            out.collect(left);
        }
    }

    /** Tells when event time has passed 5. */
    private static final class Rings extends KeyedProcessFunction<Integer, Long, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public void processElement(Long value, Context context, Collector<String> out) {
            context.timerService().registerEventTimeTimer(5);
        }

        @Override
        public void onTimer(long timestamp, OnTimerContext context, Collector<String> out) {
            out.collect("timer " + timestamp);
        }
    }

    @ParameterizedTest(name = "{displayName}: {0}")
    @EnumSource(Way.class)
    @DisplayName("T11: an idle stream holds nobody back behind")
    void anIdleStreamHoldsNobodyBackBehind(Way way) throws Exception {
        Script active = new Script().record(1, 1).watermark(20);
        Script idle = new Script().record(7, 1).watermark(2).idle();
        Collected<String> seen = new Collected<>();
        StreamExecutionEnvironment env = Jobs.environment(1);
        way.through
                .apply(env.addSource(idle))
                .union(env.addSource(active))
                .keyBy(value -> 0)
                .process(new Rings())
                .addSink(seen);
        RunningJob job = Jobs.start(env, "idle through " + way);
        Await.until("event time goes on while both are open", () -> seen.size() == 1);
        active.end();
        idle.end();
        job.awaitFinished();
        assertThat(seen.values()).startsWith("timer 5");
    }
}
