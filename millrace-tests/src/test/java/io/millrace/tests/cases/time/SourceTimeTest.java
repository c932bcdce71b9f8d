// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.time;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.functions.RichMapFunction;
import io.millrace.engine.job.EngineJobClient;
import io.millrace.engine.metrics.MetricRegistry;
import io.millrace.metrics.Gauge;
import io.millrace.streaming.api.TimeCharacteristic;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.KeyedProcessFunction;
import io.millrace.streaming.api.functions.ProcessFunction;
import io.millrace.tests.components.Await;
import io.millrace.tests.kit.CheckpointLog;
import io.millrace.tests.kit.Collected;
import io.millrace.tests.kit.Fault;
import io.millrace.tests.kit.Gate;
import io.millrace.tests.kit.Jobs;
import io.millrace.tests.kit.Logs;
import io.millrace.tests.kit.NumberSource;
import io.millrace.tests.kit.Pace;
import io.millrace.tests.kit.RunningJob;
import io.millrace.util.Collector;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Event time as sources make it: idleness, alignment, and who holds it back. */
@Timeout(180)
class SourceTimeTest {

    /** Counts what has come when event time passes the end of the first second. */
    private static final class FirstSecond extends KeyedProcessFunction<Integer, Long, String> {
        private static final long serialVersionUID = 1L;
        private int before;

        @Override
        public void processElement(Long value, Context context, Collector<String> out) {
            before += context.timestamp() < 1_000 ? 1 : 0;
            context.timerService().registerEventTimeTimer(999);
        }

        @Override
        public void onTimer(long timestamp, OnTimerContext context, Collector<String> out) {
            out.collect("[0,1000) n=" + before);
        }
    }

    private static RunningJob oneSplitForFour(
            WatermarkStrategy<Long> strategy, Collected<String> seen) throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(4);
        env.fromSource(
                        NumberSource.numbers(1, 2).stayingOpen(),
                        strategy.withTimestampAssigner((value, before) -> value == 1 ? 100 : 2_500),
                        "ticks")
                .keyBy(value -> 0)
                .process(new FirstSecond())
                .addSink(seen);
        return Jobs.start(env, "t27");
    }

    @Test
    @DisplayName("T27a: with idleness subtasks without a split hold nothing back")
    void t27WithIdleness() throws Exception {
        Collected<String> seen = new Collected<>();
        RunningJob job =
                oneSplitForFour(
                        WatermarkStrategy.<Long>forMonotonousTimestamps()
                                .withIdleness(Duration.ofMillis(100)),
                        seen);
        Await.until("the first second is over", () -> seen.size() == 1);
        assertThat(seen.values()).containsExactly("[0,1000) n=1");
        job.cancel();
    }

    @Test
    @DisplayName("T27b: without idleness a warning and a metric name those that hold time back")
    void t27WithoutIdleness() throws Exception {
        Collected<String> seen = new Collected<>();
        try (Logs logs = Logs.capture()) {
            long begin = System.nanoTime();
            RunningJob job = oneSplitForFour(WatermarkStrategy.forMonotonousTimestamps(), seen);
            Await.until("the warning", () -> logs.text().contains("Event time stands still"));
            assertThat(System.nanoTime() - begin).isLessThan(TimeUnit.SECONDS.toNanos(10));
            assertThat(logs.warnings())
                    .filteredOn(line -> line.contains("Event time stands still"))
                    .singleElement()
                    .asString()
                    .contains("'Source: ticks' (subtasks 2/4, 3/4, 4/4)")
                    .contains("withIdleness");
            assertThat(silentByMetric(job)).containsExactly(1, 2, 3);
            assertThat(seen.values()).isEmpty();
            job.cancel();
        }
    }

    private static List<Integer> silentByMetric(RunningJob job) {
        return ((EngineJobClient) job.client())
                .metrics().stream()
                        .filter(entry -> entry.name().equals("currentOutputWatermark"))
                        .filter(
                                entry ->
                                        ((Gauge<?>) entry.metric())
                                                .getValue()
                                                .equals(Long.MIN_VALUE))
                        .map(MetricRegistry.Entry::subtask)
                        .sorted()
                        .toList();
    }

    @Test
    @DisplayName("T13: a source that is idle when its input ends fires what is left all the same")
    void t13IdleAtTheEnd() throws Exception {
        Script script = new Script();
        for (int i = 0; i < 5; i++) {
            script.record(2, 100 + i);
        }
        script.idle().end();
        Collected<String> seen = new Collected<>();
        StreamExecutionEnvironment env = Jobs.environment(1);
        env.addSource(script).keyBy(value -> 0).process(new FirstSecond()).addSink(seen);
        Jobs.run(env, "t13");
        assertThat(seen.values()).containsExactly("[0,1000) n=5");
    }

    private static WatermarkStrategy<Long> aligned() {
        return WatermarkStrategy.<Long>forMonotonousTimestamps()
                .withTimestampAssigner((value, before) -> value)
                .withWatermarkAlignment("g", Duration.ofMillis(500), Duration.ofMillis(20));
    }

    private static final class FailsOnce extends RichMapFunction<Long, Long> {
        private static final long serialVersionUID = 1L;
        private final Fault fault;

        FailsOnce(Fault fault) {
            this.fault = fault;
        }

        @Override
        public Long map(Long value) {
            fault.strike("on demand");
            return value;
        }
    }

    @Test
    @DisplayName("A fast source waits for the slow one of its group, across a failure, to the end")
    void aFastSourceWaitsForTheSlowOne() throws Exception {
        int last = 60_000;
        Gate gate = new Gate();
        Fault fault = Fault.onDemand();
        CheckpointLog log = new CheckpointLog();
        Collected<Long> fast = new Collected<>();
        Collected<Long> slow = new Collected<>();
        StreamExecutionEnvironment env = Jobs.environment(1);
        env.getConfig().setAutoWatermarkInterval(5);
        env.enableCheckpointing(30);
        Jobs.restarts(env, 1);
        env.fromSource(
                        NumberSource.numbers(1, last).paced(Pace.bursts(100, Duration.ofMillis(1))),
                        aligned(),
                        "fast")
                .addSink(fast);
        env.fromSource(NumberSource.numbers(1, last).paced(Pace.behind(gate)), aligned(), "slow")
                .map(new FailsOnce(fault))
                .map(log.<Long>probe())
                .addSink(slow);
        RunningJob job = Jobs.start(env, "aligned");

        gate.letReadUpTo(100);
        Await.until("the slow one has come so far", () -> slow.size() >= 100);
        log.awaitFurtherCompleted(3); // the fast one waits by now, and lets barriers pass
        assertThat(fast.last()).isLessThan(last / 2);
        long waiting = fast.last();

        gate.letReadUpTo(10_000);
        Await.until("the fast one goes on", () -> fast.last() > waiting);
        fault.arm();
        gate.letReadUpTo(10_001);
        log.awaitOpened(2);
        log.awaitFurtherCompleted(3);
        assertThat(fast.last()).isLessThan(last);

        gate.open();
        job.awaitFinished();
        assertThat(fault.struck()).isEqualTo(1);
        assertThat(fast.values()).contains((long) last);
        assertThat(slow.last()).isEqualTo(last);
    }

    @Test
    @DisplayName(
            "A source does not wait for one of its group that has ended, or has nothing to say")
    void nobodyWaitsForThoseThatSayNothing() throws Exception {
        Collected<Long> seen = new Collected<>();
        StreamExecutionEnvironment env = Jobs.environment(2);
        env.getConfig().setAutoWatermarkInterval(5);
        DataStream<Long> short1 = env.fromSource(NumberSource.numbers(1, 3), aligned(), "short");
        DataStream<Long> silent =
                env.fromSource(
                        NumberSource.numbers(1, 0), // an empty split each, and then the end
                        aligned(),
                        "empty");
        env.fromSource(
                        NumberSource.numbers(1, 20_000)
                                .inSplits(2)
                                .paced(Pace.bursts(100, Duration.ofMillis(1))),
                        aligned(),
                        "long")
                .union(short1, silent)
                .addSink(seen);
        Jobs.run(env, "nobody is waited for");
        assertThat(seen.size()).isEqualTo(20_003);
    }

    /** Tells the timestamp a record has. */
    private static final class Stamp extends ProcessFunction<Long, Long> {
        private static final long serialVersionUID = 1L;

        @Override
        public void processElement(Long value, Context context, Collector<Long> out) {
            out.collect(context.timestamp() == null ? -1 : context.timestamp());
        }
    }

    @SuppressWarnings("deprecation") // programs still choose a time characteristic
    private static List<Long> stamps(TimeCharacteristic time) throws Exception {
        Collected<Long> seen = new Collected<>();
        StreamExecutionEnvironment env = Jobs.environment(1);
        env.setStreamTimeCharacteristic(time);
        env.addSource(new Script().record(1, 7).watermark(9).end())
                .union(env.fromData(1L))
                .process(new Stamp())
                .addSink(seen);
        Jobs.run(env, time.toString());
        return seen.values();
    }

    @Test
    @SuppressWarnings("deprecation") // as above
    @DisplayName("What time is can be said in the old way, too")
    void timeCharacteristics() throws Exception {
        long begin = System.currentTimeMillis();
        assertThat(stamps(TimeCharacteristic.EventTime)).containsExactlyInAnyOrder(7L, -1L);
        assertThat(stamps(TimeCharacteristic.ProcessingTime)).containsExactlyInAnyOrder(-1L, -1L);
        assertThat(stamps(TimeCharacteristic.IngestionTime))
                .hasSize(2)
                .allMatch(stamp -> stamp >= begin && stamp <= System.currentTimeMillis());
    }

    @Test
    @SuppressWarnings("deprecation") // as above
    @DisplayName("Under ingestion time event time goes on with the clock")
    void ingestionTimeGoesOn() throws Exception {
        Script script = new Script().record(1, 7);
        Collected<String> seen = new Collected<>();
        StreamExecutionEnvironment env = Jobs.environment(1);
        env.setStreamTimeCharacteristic(TimeCharacteristic.IngestionTime);
        env.getConfig().setAutoWatermarkInterval(10);
        env.addSource(script)
                .keyBy(value -> 0)
                .process(
                        new KeyedProcessFunction<Integer, Long, String>() {
                            private static final long serialVersionUID = 1L;

                            @Override
                            public void processElement(
                                    Long value, Context context, Collector<String> out) {
                                context.timerService()
                                        .registerEventTimeTimer(context.timestamp() + 20);
                            }

                            @Override
                            public void onTimer(
                                    long timestamp, OnTimerContext context, Collector<String> out) {
                                out.collect("20 ms later");
                            }
                        })
                .addSink(seen);
        RunningJob job = Jobs.start(env, "ingestion");
        Await.until("the timer fires while the source is open", () -> seen.size() == 1);
        script.end();
        job.awaitFinished();
    }
}
