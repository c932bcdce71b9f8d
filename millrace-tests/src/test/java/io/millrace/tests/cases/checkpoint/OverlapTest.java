// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.functions.OpenContext;
import io.millrace.api.common.functions.RichMapFunction;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.api.java.tuple.Tuple2;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.tests.components.Await;
import io.millrace.tests.kit.CheckpointLog;
import io.millrace.tests.kit.CheckpointLog.Snapshot;
import io.millrace.tests.kit.Collected;
import io.millrace.tests.kit.Fault;
import io.millrace.tests.kit.Gate;
import io.millrace.tests.kit.Jobs;
import io.millrace.tests.kit.Logs;
import io.millrace.tests.kit.NumberSource;
import io.millrace.tests.kit.Pace;
import io.millrace.tests.kit.RunningJob;
import io.millrace.tests.kit.SlowStore;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Several checkpoints at once, over a store that is as slow as the test wants. */
class OverlapTest {

    private static final int NUMBERS = 60;

    private final CheckpointLog log = new CheckpointLog();
    private final Gate gate = new Gate();
    private final Fault fault = Fault.onDemand();
    private final Collected<Tuple2<Long, Long>> counts = new Collected<>();

    /** The numbers, counted by their remainder by three. */
    private StreamExecutionEnvironment job(SlowStore store, int atOnce) {
        Fault mine = fault;
        StreamExecutionEnvironment env = Jobs.environment(1, store.configuration());
        env.enableCheckpointing(20);
        env.getCheckpointConfig().setMaxConcurrentCheckpoints(atOnce);
        env.getCheckpointConfig().setTolerableCheckpointFailureNumber(Integer.MAX_VALUE);
        env.fromSource(
                        NumberSource.numbers(1, NUMBERS).paced(Pace.behind(gate)),
                        WatermarkStrategy.noWatermarks(),
                        "numbers")
                .map(
                        value -> {
                            mine.strike("at " + value);
                            return value;
                        })
                .keyBy(value -> value % 3)
                .map(new Count())
                .map(log.<Tuple2<Long, Long>>probe())
                .addSink(counts);
        return env;
    }

    private List<Long> snapshots() {
        return log.snapshots().stream().map(Snapshot::id).toList();
    }

    private void awaitSnapshots(int n) {
        Await.until(n + " snapshots were taken", () -> log.snapshots().size() >= n);
    }

    private Map<Long, Long> lastCounts() {
        Map<Long, Long> last = new HashMap<>();
        counts.values().forEach(count -> last.put(count.f0, count.f1));
        return last;
    }

    @Test
    @DisplayName(
            "M9: a newer checkpoint completes first, the older one goes with all its files, and what"
                    + " is restored is the newer")
    void m9ANewerCheckpointCompletesFirst() throws Exception {
        try (SlowStore store = new SlowStore("m9-newer").holdWrites(1);
                Logs logs = Logs.capture()) {
            StreamExecutionEnvironment env = job(store, 2);
            Jobs.restarts(env, 1);
            RunningJob running = Jobs.start(env, "M9");
            awaitSnapshots(1);
            gate.letReadUpTo(30);
            Await.until("thirty were counted", () -> counts.size() == 30);
            log.awaitCompleted(2); // the second of them began when all thirty were counted
            assertThat(log.completed()).doesNotContain(1L);
            assertThat(log.aborted()).contains(1L);
            fault.arm();
            gate.letReadUpTo(31);
            log.awaitOpened(2);
            assertThat(log.restored().get(1)).isPresent();
            assertThat(log.restored().get(1).getAsLong()).isGreaterThan(2);
            store.write(1);
            Await.until(
                    "the files of checkpoint 1 are gone for good", () -> !store.ids().contains(1L));
            gate.open();
            running.awaitFinished();

            assertThat(lastCounts()).isEqualTo(Map.of(0L, 20L, 1L, 20L, 2L, 20L));
            assertThat(logs.text().lines())
                    .filteredOn(line -> line.contains("Checkpoint 1 was given up"))
                    .singleElement()
                    .asString()
                    .contains(
                            "INFO",
                            "because a newer checkpoint is complete",
                            "not counted, 0 failures in a row, any number tolerable");
        }
    }

    @Test
    @DisplayName("M9, CK-29: three at once means three, however slow the store; one means one")
    void m9NoMoreThanAllowedRunAtOnce() throws Exception {
        for (int atOnce : List.of(1, 3)) {
            CheckpointLog mine = new CheckpointLog();
            Collected<Long> clock = new Collected<>();
            try (SlowStore store = new SlowStore("m9-most-" + atOnce).holdWrites(1, 2, 3, 4)) {
                StreamExecutionEnvironment env = Jobs.environment(1, store.configuration());
                env.enableCheckpointing(10);
                env.getCheckpointConfig().setMaxConcurrentCheckpoints(atOnce);
                env.fromSource(
                                NumberSource.numbers(1, 100_000)
                                        .paced(Pace.every(Duration.ofMillis(10))),
                                WatermarkStrategy.noWatermarks(),
                                "numbers")
                        .map(mine.<Long>probe())
                        .addSink(clock);
                RunningJob running = Jobs.start(env, "M9");
                Await.until("as many run as may", () -> mine.snapshots().size() >= atOnce);
                int now = clock.size();
                Await.until("ten intervals have passed", () -> clock.size() >= now + 10);
                assertThat(mine.snapshots()).hasSize(atOnce);
                assertThat(mine.completed()).isEmpty();
                store.write(1);
                mine.awaitCompleted(1);
                Await.until("the free slot is taken", () -> mine.snapshots().size() > atOnce);
                store.close();
                running.cancel();
            }
        }
    }

    @Test
    @DisplayName("M9, CK-40: one that fails is given up, and those beside it go on")
    void m9OneThatFailsLeavesTheOthersAlone() throws Exception {
        try (SlowStore store = new SlowStore("m9-fails").holdWrites(1, 3, 4)) {
            store.failWrites(2);
            RunningJob running = Jobs.start(job(store, 2), "M9");
            awaitSnapshots(3);
            Await.until("the second is given up", () -> log.aborted().contains(2L));
            assertThat(log.completed()).isEmpty();
            store.write(1);
            log.awaitCompleted(1);
            store.write(3);
            log.awaitCompleted(2);
            store.close();
            gate.open();
            running.awaitFinished();

            assertThat(log.completed()).startsWith(1L, 3L);
            assertThat(log.aborted()).startsWith(2L);
            assertThat(lastCounts()).isEqualTo(Map.of(0L, 20L, 1L, 20L, 2L, 20L));
        }
    }

    @Test
    @DisplayName("CK-38: checkpoints whose time is up lose their files, the late ones too")
    void ck38OnesThatExpireLoseTheirFiles() throws Exception {
        try (SlowStore store = new SlowStore("ck38").holdWrites(1, 2)) {
            StreamExecutionEnvironment env = job(store, 2);
            env.getCheckpointConfig().setCheckpointTimeout(100);
            RunningJob running = Jobs.start(env, "CK-38");
            Await.until("both expire", () -> log.aborted().containsAll(List.of(1L, 2L)));
            log.awaitCompleted(1);
            store.close();
            Await.until(
                    "the files of both are gone",
                    () -> !store.ids().contains(1L) && !store.ids().contains(2L));
            gate.open();
            running.awaitFinished();
            assertThat(log.completed()).doesNotContain(1L, 2L);
        }
    }

    @Test
    @DisplayName("CK-29, CK-72: while removals do not keep up no further checkpoint begins")
    void ck72WhileRemovalsDoNotKeepUpNoneBegins() throws Exception {
        Collected<Long> clock = new Collected<>();
        try (SlowStore store = new SlowStore("ck72").holdRemovals(1, 2)) {
            StreamExecutionEnvironment env = Jobs.environment(1, store.configuration());
            env.enableCheckpointing(10);
            env.fromSource(
                            NumberSource.numbers(1, 100_000)
                                    .paced(Pace.every(Duration.ofMillis(10))),
                            WatermarkStrategy.noWatermarks(),
                            "numbers")
                    .map(log.<Long>probe())
                    .addSink(clock);
            RunningJob running = Jobs.start(env, "CK-72");
            log.awaitCompleted(3);
            int now = clock.size();
            Await.until("ten intervals have passed", () -> clock.size() >= now + 10);
            assertThat(log.completed()).containsExactly(1L, 2L, 3L);
            assertThat(snapshots()).containsExactly(1L, 2L, 3L);
            store.remove(1);
            log.awaitCompleted(4);
            store.close();
            running.cancel();
        }
    }

    @Test
    @DisplayName("M9, CK-24: beside a pause there is one at a time")
    void m9BesideAPauseThereIsOneAtATime() throws Exception {
        Collected<Long> clock = new Collected<>();
        try (SlowStore store = new SlowStore("m9-pause").holdWrites(1)) {
            StreamExecutionEnvironment env = Jobs.environment(1, store.configuration());
            env.enableCheckpointing(10);
            env.getCheckpointConfig().setMaxConcurrentCheckpoints(3);
            env.getCheckpointConfig().setMinPauseBetweenCheckpoints(1);
            env.fromSource(
                            NumberSource.numbers(1, 100_000)
                                    .paced(Pace.every(Duration.ofMillis(10))),
                            WatermarkStrategy.noWatermarks(),
                            "numbers")
                    .map(log.<Long>probe())
                    .addSink(clock);
            RunningJob running = Jobs.start(env, "M9");
            awaitSnapshots(1);
            int now = clock.size();
            Await.until("ten intervals have passed", () -> clock.size() >= now + 10);
            assertThat(snapshots()).containsExactly(1L);
            store.close();
            log.awaitCompleted(2);
            running.cancel();
        }
    }

    /** Each number gives the pair of its key and the count so far. */
    private static final class Count extends RichMapFunction<Long, Tuple2<Long, Long>> {
        private static final long serialVersionUID = 1L;
        private transient ValueState<Long> count;

        @Override
        public void open(OpenContext context) {
            count = getRuntimeContext().getState(new ValueStateDescriptor<>("count", Types.LONG));
        }

        @Override
        public Tuple2<Long, Long> map(Long value) throws Exception {
            Long before = count.value();
            long now = before == null ? 1 : before + 1;
            count.update(now);
            return Tuple2.of(value % 3, now);
        }
    }
}
