// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.functions.OpenContext;
import io.millrace.api.common.functions.RichMapFunction;
import io.millrace.api.common.state.CheckpointListener;
import io.millrace.api.common.state.MapState;
import io.millrace.api.common.state.MapStateDescriptor;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.api.java.tuple.Tuple2;
import io.millrace.configuration.Configuration;
import io.millrace.core.execution.CheckpointingMode;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.tests.components.Await;
import io.millrace.tests.kit.CheckpointLog;
import io.millrace.tests.kit.Collected;
import io.millrace.tests.kit.Fault;
import io.millrace.tests.kit.Gate;
import io.millrace.tests.kit.Jobs;
import io.millrace.tests.kit.NumberSource;
import io.millrace.tests.kit.Pace;
import io.millrace.tests.kit.RunningJob;
import io.millrace.tests.kit.Shared;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Barriers that hold nothing up, and what that costs. */
class AtLeastOnceTest {

    private static final long SLOW = 1000;

    private final CheckpointLog quickLog = new CheckpointLog();
    private final CheckpointLog slowLog = new CheckpointLog();
    private final CheckpointLog counterLog = new CheckpointLog();
    private final Gate quickGate = new Gate();
    private final Gate slowGate = new Gate();
    private final Fault fault = Fault.onDemand();
    private final Stuck stuck = new Stuck();
    private final Collected<Tuple2<Long, Long>> times = new Collected<>();

    /**
     * The numbers 1 to 20 on a quick way and 1001 to 1020 on one that gets stuck at its 11th, both
     * counted in one task: each gives the pair of itself and how often it has come.
     */
    private StreamExecutionEnvironment job(CheckpointingMode mode) {
        StreamExecutionEnvironment env = Jobs.environment(1);
        env.enableCheckpointing(20, mode);
        Jobs.restarts(env, 1);
        DataStream<Long> quick =
                env.fromSource(
                                NumberSource.numbers(1, 20).paced(Pace.behind(quickGate)),
                                WatermarkStrategy.noWatermarks(),
                                "quick")
                        .map(quickLog.<Long>probe());
        DataStream<Long> slow =
                env.fromSource(
                                NumberSource.numbers(SLOW + 1, SLOW + 20)
                                        .paced(Pace.behind(slowGate)),
                                WatermarkStrategy.noWatermarks(),
                                "slow")
                        .map(stuck)
                        .map(slowLog.<Long>probe());
        quick.union(slow)
                .keyBy(value -> "one")
                .map(new Times(fault))
                .map(counterLog.<Tuple2<Long, Long>>probe())
                .addSink(times);
        return env;
    }

    /** Lets both read ten numbers, and then the slow way get stuck. */
    private RunningJob startAndGetStuck(CheckpointingMode mode) throws Exception {
        RunningJob running = Jobs.start(job(mode), "M6");
        quickGate.letReadUpTo(10);
        slowGate.letReadUpTo(10);
        Await.until("both have read ten", () -> times.size() == 20);
        slowGate.letReadUpTo(11);
        stuck.awaitStuck();
        return running;
    }

    /** Waits for a checkpoint whose barrier is on its way from the quick source only. */
    private long halfWay() {
        long last =
                slowLog.snapshots().isEmpty()
                        ? 0
                        : slowLog.snapshots().get(slowLog.snapshots().size() - 1).id();
        Await.until(
                "the quick way is a checkpoint ahead",
                () -> quickLog.snapshots().stream().anyMatch(snapshot -> snapshot.id() > last));
        return quickLog.snapshots().get(quickLog.snapshots().size() - 1).id();
    }

    private Map<Long, Long> lastTimes() {
        Map<Long, Long> last = new TreeMap<>();
        times.values().forEach(pair -> last.put(pair.f0, pair.f1));
        return last;
    }

    private static List<Long> all() {
        return LongStream.concat(
                        LongStream.rangeClosed(1, 20), LongStream.rangeClosed(SLOW + 1, SLOW + 20))
                .boxed()
                .toList();
    }

    @Test
    @DisplayName(
            "M6, CK-53: a channel goes on while its peer is stuck; after a failure what it brought"
                    + " counts twice, and nothing else deviates")
    void m6WhatAQuickChannelBroughtCountsTwice() throws Exception {
        RunningJob running = startAndGetStuck(CheckpointingMode.AT_LEAST_ONCE);
        long id = halfWay();
        quickGate.letReadUpTo(20);
        Await.until("the quick way has gone on behind its barrier", () -> times.size() == 30);
        fault.arm(); // strikes when it hears that the checkpoint is complete
        stuck.free();
        counterLog.awaitOpened(2);
        quickGate.open();
        slowGate.open();
        running.awaitFinished();

        assertThat(counterLog.restored().get(1)).hasValue(id);
        Map<Long, Long> last = lastTimes();
        assertThat(last.keySet()).containsExactlyElementsOf(all());
        last.forEach(
                (number, n) ->
                        assertThat(n)
                                .as("how often %d came", number)
                                .isEqualTo(number > 10 && number <= 20 ? 2 : 1));
    }

    @Test
    @DisplayName("M6, CK-52: under exactly-once that channel waits, and each record counts once")
    void m6UnderExactlyOnceThatChannelWaits() throws Exception {
        RunningJob running = startAndGetStuck(CheckpointingMode.EXACTLY_ONCE);
        long id = halfWay();
        quickGate.letReadUpTo(20);
        fault.arm();
        stuck.free();
        counterLog.awaitOpened(2);
        quickGate.open();
        slowGate.open();
        running.awaitFinished();

        assertThat(counterLog.restored().get(1)).hasValue(id);
        assertThat(lastTimes().keySet()).containsExactlyElementsOf(all());
        assertThat(lastTimes().values()).containsOnly(1L);
    }

    @Test
    @DisplayName("M6, CK-53: a pipeline of tasks that hear one other each stays exactly-once")
    void m6APipelineOfForwardEdgesStaysExactlyOnce() throws Exception {
        Configuration configuration = new Configuration();
        configuration.setString("execution.checkpointing.mode", "AT_LEAST_ONCE");
        StreamExecutionEnvironment env = Jobs.environment(1, configuration);
        env.enableCheckpointing(10);
        Jobs.restarts(env, 2);
        env.fromSource(
                        NumberSource.numbers(1, 3_000).paced(Pace.behind(quickGate)),
                        WatermarkStrategy.noWatermarks(),
                        "numbers")
                .map(value -> value)
                .startNewChain()
                .map(value -> value)
                .startNewChain()
                .keyBy(value -> "one")
                .map(new Times(fault))
                .map(counterLog.<Tuple2<Long, Long>>probe())
                .addSink(times);
        RunningJob running = Jobs.start(env, "M6");
        for (int attempt = 1; attempt <= 2; attempt++) {
            counterLog.awaitFurtherCompleted(1);
            quickGate.letReadUpTo(1_000L * attempt);
            fault.arm();
            counterLog.awaitOpened(attempt + 1);
        }
        quickGate.open();
        running.awaitFinished();

        assertThat(fault.struck()).isEqualTo(2);
        assertThat(lastTimes()).hasSize(3_000);
        assertThat(lastTimes().values()).containsOnly(1L);
    }

    @Test
    @DisplayName("M6: the setters of both enums, the argument and the key say the same")
    @SuppressWarnings("deprecation") // the document's own calls
    void m6AllWaysToSayIt() throws Exception {
        Configuration key = new Configuration();
        key.setString("execution.checkpointing.mode", "AT_LEAST_ONCE");
        StreamExecutionEnvironment byKey = Jobs.environment(1, key);
        byKey.enableCheckpointing(20);
        StreamExecutionEnvironment byArgument = Jobs.environment(1);
        byArgument.enableCheckpointing(20, CheckpointingMode.AT_LEAST_ONCE);
        StreamExecutionEnvironment byOlderArgument = Jobs.environment(1);
        byOlderArgument.enableCheckpointing(
                20, io.millrace.streaming.api.CheckpointingMode.AT_LEAST_ONCE);
        StreamExecutionEnvironment bySetter = Jobs.environment(1);
        bySetter.enableCheckpointing(20);
        bySetter.getCheckpointConfig()
                .setCheckpointingConsistencyMode(CheckpointingMode.AT_LEAST_ONCE);
        StreamExecutionEnvironment byOlderSetter = Jobs.environment(1);
        byOlderSetter.enableCheckpointing(20);
        byOlderSetter
                .getCheckpointConfig()
                .setCheckpointingMode(io.millrace.streaming.api.CheckpointingMode.AT_LEAST_ONCE);
        for (StreamExecutionEnvironment env :
                List.of(byKey, byArgument, byOlderArgument, bySetter, byOlderSetter)) {
            assertThat(env.getCheckpointConfig().getCheckpointingConsistencyMode())
                    .isEqualTo(CheckpointingMode.AT_LEAST_ONCE);
            assertThat(env.getCheckpointConfig().getCheckpointingMode())
                    .isEqualTo(io.millrace.streaming.api.CheckpointingMode.AT_LEAST_ONCE);
            Collected<Long> sink = new Collected<>();
            env.fromSequence(1, 100).addSink(sink);
            Jobs.run(env, "M6");
            assertThat(sink.values()).hasSize(100);
        }
    }

    /** Gets stuck at the eleventh number of the slow way, once, until the test frees it. */
    private static final class Stuck extends RichMapFunction<Long, Long> {
        private static final long serialVersionUID = 1L;
        private final Shared<CountDownLatch> free = Shared.of(new CountDownLatch(1));
        private final Shared<AtomicBoolean> is = Shared.of(new AtomicBoolean());

        @Override
        public Long map(Long value) throws Exception {
            if (value == SLOW + 11) {
                is.get().set(true);
                free.get().await();
            }
            return value;
        }

        void awaitStuck() {
            Await.until("the slow way is stuck", is.get()::get);
        }

        void free() {
            free.get().countDown();
        }
    }

    /** Counts how often each number has come; may fail when it hears of a checkpoint. */
    private static final class Times extends RichMapFunction<Long, Tuple2<Long, Long>>
            implements CheckpointListener {
        private static final long serialVersionUID = 1L;
        private final Fault fault;
        private transient MapState<Long, Long> times;

        Times(Fault fault) {
            this.fault = fault;
        }

        @Override
        public void open(OpenContext context) {
            times =
                    getRuntimeContext()
                            .getMapState(new MapStateDescriptor<>("times", Types.LONG, Types.LONG));
        }

        @Override
        public Tuple2<Long, Long> map(Long value) throws Exception {
            Long before = times.get(value);
            long now = before == null ? 1 : before + 1;
            times.put(value, now);
            return Tuple2.of(value, now);
        }

        @Override
        public void notifyCheckpointComplete(long checkpointId) {
            fault.strike("on purpose, at checkpoint " + checkpointId);
        }
    }
}
