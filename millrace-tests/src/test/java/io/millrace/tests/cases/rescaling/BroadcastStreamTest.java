// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.rescaling;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.functions.OpenContext;
import io.millrace.api.common.state.BroadcastState;
import io.millrace.api.common.state.MapState;
import io.millrace.api.common.state.MapStateDescriptor;
import io.millrace.api.common.state.ReadOnlyBroadcastState;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.streaming.api.datastream.BroadcastStream;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.co.BroadcastProcessFunction;
import io.millrace.streaming.api.functions.co.KeyedBroadcastProcessFunction;
import io.millrace.streaming.api.functions.sink.v2.DiscardingSink;
import io.millrace.tests.components.Await;
import io.millrace.tests.kit.CheckpointLog;
import io.millrace.tests.kit.Collected;
import io.millrace.tests.kit.Fault;
import io.millrace.tests.kit.Gate;
import io.millrace.tests.kit.Jobs;
import io.millrace.tests.kit.Kept;
import io.millrace.tests.kit.NumberSource;
import io.millrace.tests.kit.Pace;
import io.millrace.tests.kit.RunningJob;
import io.millrace.tests.kit.Shared;
import io.millrace.util.Collector;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A stream that uses what a broadcast stream keeps, over failures and changes of parallelism. */
@DisplayName("ST-15: broadcast state in functions")
@Timeout(180)
class BroadcastStreamTest {

    private static final MapStateDescriptor<String, Long> RULES =
            new MapStateDescriptor<>("rules", String.class, Long.class);

    @TempDir Path directory;

    private final CheckpointLog log = new CheckpointLog();

    /** Holds back the broadcast stream. */
    private final Gate rulesGate = new Gate();

    /** Holds back the other one. */
    private final Gate recordsGate = new Gate();

    /** By subtask. */
    private final Shared<Map<Integer, List<Long>>> seen = Shared.of(new ConcurrentHashMap<>());

    private final Shared<Map<Integer, Map<String, Long>>> read =
            Shared.of(new ConcurrentHashMap<>());

    private BroadcastStream<Long> rules(StreamExecutionEnvironment env, long from, long to) {
        return numbers(env, "rules", from, to, rulesGate).broadcast(RULES);
    }

    private DataStream<Long> records(StreamExecutionEnvironment env, long to) {
        return numbers(env, "records", 1, to, recordsGate);
    }

    private static DataStream<Long> numbers(
            StreamExecutionEnvironment env, String name, long from, long to, Gate gate) {
        return env.fromSource(
                        NumberSource.numbers(from, to).paced(Pace.behind(gate)),
                        WatermarkStrategy.noWatermarks(),
                        name)
                .setParallelism(1)
                .uid(name);
    }

    private static Map<String, Long> content(ReadOnlyBroadcastState<String, Long> state)
            throws Exception {
        Map<String, Long> content = new ConcurrentHashMap<>();
        for (Map.Entry<String, Long> entry : state.immutableEntries()) {
            content.put(entry.getKey(), entry.getValue());
        }
        return content;
    }

    private static final class Versions
            extends KeyedBroadcastProcessFunction<Long, Long, Long, Long> {
        private static final long serialVersionUID = 1L;

        private final Shared<Map<Integer, List<Long>>> seen;
        private final Shared<Map<Integer, Map<String, Long>>> read;

        Versions(
                Shared<Map<Integer, List<Long>>> seen,
                Shared<Map<Integer, Map<String, Long>>> read) {
            this.seen = seen;
            this.read = read;
        }

        private int subtask() {
            return getRuntimeContext().getTaskInfo().getIndexOfThisSubtask();
        }

        @Override
        public void processElement(Long value, ReadOnlyContext ctx, Collector<Long> out)
                throws Exception {
            read.get().put(subtask(), content(ctx.getBroadcastState(RULES)));
        }

        @Override
        public void processBroadcastElement(Long version, Context ctx, Collector<Long> out)
                throws Exception {
            ctx.getBroadcastState(RULES).put("version", version);
            seen.get().computeIfAbsent(subtask(), s -> new CopyOnWriteArrayList<>()).add(version);
        }
    }

    @Test
    @DisplayName("A17: four instances see all versions in order, and two know the last of them")
    void a17AllInstancesSeeAllVersionsInOrderAndTwoKnowTheLast() throws Exception {
        Succession jobs = new Succession(directory);
        Succession.Program program =
                env ->
                        records(env, 64)
                                .keyBy(n -> n)
                                .connect(rules(env, 1, 100))
                                .process(new Versions(seen, read))
                                .uid("versions")
                                .map(log.probe())
                                .uid("probe")
                                .sinkTo(new DiscardingSink<>());
        RunningJob first = jobs.start(4, program);
        rulesGate.letReadUpTo(100); // the end of the split comes after its last record
        Await.until(
                "four instances saw version 100",
                () ->
                        seen.get().size() == 4
                                && seen.get().values().stream()
                                        .allMatch(all -> List.copyOf(all).size() == 100));
        log.awaitFurtherCompleted(8);
        first.cancel();
        List<Long> all = LongStream.rangeClosed(1, 100).boxed().toList();
        assertThat(seen.get().values()).hasSize(4).allMatch(all::equals);

        seen.get().clear();
        RunningJob second = jobs.start(2, program);
        recordsGate.open();
        rulesGate.open();
        second.awaitFinished();
        Map<String, Long> last = Map.of("version", 100L);
        assertThat(read.get()).isEqualTo(Map.of(0, last, 1, last));
        assertThat(seen.get()).as("no version comes again").isEmpty();
    }

    private static final class Names extends BroadcastProcessFunction<Long, Long, Long> {
        private static final long serialVersionUID = 1L;

        private final Shared<Map<Integer, Map<String, Long>>> read;

        Names(Shared<Map<Integer, Map<String, Long>>> read) {
            this.read = read;
        }

        @Override
        public void processElement(Long value, ReadOnlyContext ctx, Collector<Long> out)
                throws Exception {
            int subtask = getRuntimeContext().getTaskInfo().getIndexOfThisSubtask();
            read.get().put(subtask, content(ctx.getBroadcastState(RULES)));
        }

        @Override
        public void processBroadcastElement(Long rule, Context ctx, Collector<Long> out)
                throws Exception {
            ctx.getBroadcastState(RULES).put("r1", rule);
            out.collect(rule);
        }
    }

    @Test
    @DisplayName("S23: four instances each read the one rule that one instance knew")
    void s23FourInstancesReadTheOneRule() throws Exception {
        Succession jobs = new Succession(directory);
        Collected<Long> out = new Collected<>();
        Succession.Program program =
                env ->
                        records(env, 16)
                                .rebalance()
                                .connect(rules(env, 42, 42))
                                .process(new Names(read))
                                .uid("names")
                                .map(log.probe())
                                .uid("probe")
                                .addSink(out);
        RunningJob first = jobs.start(1, program);
        rulesGate.letReadUpTo(1);
        Await.until("the rule is known", () -> out.size() == 1);
        log.awaitFurtherCompleted(2);
        first.cancel();

        RunningJob second = jobs.start(4, program);
        recordsGate.open();
        rulesGate.open();
        second.awaitFinished();
        Map<String, Long> one = Map.of("r1", 42L);
        assertThat(read.get()).isEqualTo(Map.of(0, one, 1, one, 2, one, 3, one));
    }

    /** Keeps two entries for each of the keys a, b, c, and something else for d. */
    private static final class Keeper
            extends KeyedBroadcastProcessFunction<String, Long, Long, String> {
        private static final long serialVersionUID = 1L;
        private static final MapStateDescriptor<Long, Long> ENTRIES =
                new MapStateDescriptor<>("entries", Long.class, Long.class);

        private final Shared<AtomicInteger> kept;
        private transient MapState<Long, Long> entries;
        private transient ValueState<Long> other;

        Keeper(Shared<AtomicInteger> kept) {
            this.kept = kept;
        }

        @Override
        public void open(OpenContext context) {
            entries = getRuntimeContext().getMapState(ENTRIES);
            other = getRuntimeContext().getState(new ValueStateDescriptor<>("o", Long.class));
        }

        static String key(long value) {
            return String.valueOf((char) ('a' + (value - 1) % 4));
        }

        @Override
        public void processElement(Long value, ReadOnlyContext ctx, Collector<String> out)
                throws Exception {
            if (ctx.getCurrentKey().equals("d")) {
                other.update(value);
            } else {
                entries.put(value, value);
            }
            kept.get().incrementAndGet();
        }

        @Override
        public void processBroadcastElement(Long value, Context ctx, Collector<String> out)
                throws Exception {
            ctx.applyToKeyedState(
                    ENTRIES,
                    (key, state) -> {
                        int size = 0;
                        for (Long entry : state.keys()) {
                            assertThat(key(entry)).isEqualTo(key);
                            size++;
                        }
                        out.collect(key + " has " + size);
                    });
        }
    }

    @ParameterizedTest(name = "{displayName}: {0}")
    @EnumSource(Kept.class)
    @DisplayName("S25: a function applied to keyed state is called once per key of that state")
    void s25EachKeyOfTheStateIsVisitedOnce(Kept backend) throws Exception {
        Shared<AtomicInteger> kept = Shared.of(new AtomicInteger());
        Collected<String> out = new Collected<>();
        StreamExecutionEnvironment env = Jobs.environment(2, backend.alone());
        records(env, 8)
                .keyBy(Keeper::key)
                .connect(rules(env, 1, 1))
                .process(new Keeper(kept))
                .addSink(out);
        RunningJob job = Jobs.start(env, "visits");
        recordsGate.open();
        Await.until("all records are in state", () -> kept.get().get() == 8);
        rulesGate.open();
        job.awaitFinished();
        assertThat(out.values()).containsExactlyInAnyOrder("a has 2", "b has 2", "c has 2");
    }

    /** Fails where a version is missing, and says at the end of both streams what it knows. */
    private static final class Gapless
            extends KeyedBroadcastProcessFunction<Long, Long, Long, String> {
        private static final long serialVersionUID = 1L;

        private final Fault fault;

        Gapless(Fault fault) {
            this.fault = fault;
        }

        @Override
        public void processElement(Long value, ReadOnlyContext ctx, Collector<String> out) {
            fault.strike("at record " + value);
            ctx.timerService().registerEventTimeTimer(Long.MAX_VALUE);
        }

        @Override
        public void processBroadcastElement(Long version, Context ctx, Collector<String> out)
                throws Exception {
            BroadcastState<String, Long> rules = ctx.getBroadcastState(RULES);
            long before = rules.contains("version") ? rules.get("version") : 0;
            if (version != before + 1) {
                throw new IllegalStateException(version + " came after " + before);
            }
            rules.put("version", version);
        }

        @Override
        public void onTimer(long timestamp, OnTimerContext ctx, Collector<String> out)
                throws Exception {
            Long version = ctx.getBroadcastState(RULES).get("version");
            out.collect(ctx.getCurrentKey() + " knows " + version);
        }
    }

    @Test
    @DisplayName("ST-12: after a failure each instance has its rules and goes on behind them")
    void rulesAreThereAfterAFailure() throws Exception {
        Fault fault = Fault.onDemand();
        Collected<String> out = new Collected<>();
        StreamExecutionEnvironment env = Jobs.environment(2);
        env.enableCheckpointing(20);
        Jobs.restarts(env, 1);
        records(env, 50)
                .keyBy(n -> n % 4)
                .connect(rules(env, 1, 50))
                .process(new Gapless(fault))
                .map(log.probe())
                .addSink(out);
        RunningJob job = Jobs.start(env, "gapless");
        rulesGate.letReadUpTo(25);
        recordsGate.letReadUpTo(25);
        log.awaitFurtherCompleted(4);
        fault.arm();
        recordsGate.letReadUpTo(30);
        log.awaitOpened(4);
        recordsGate.open();
        rulesGate.open();
        job.awaitFinished();
        assertThat(fault.struck()).isEqualTo(1);
        assertThat(log.restored().subList(2, 4)).allMatch(java.util.OptionalLong::isPresent);
        List<String> known = new ArrayList<>(out.values());
        Collections.sort(known);
        assertThat(known).containsExactly("0 knows 50", "1 knows 50", "2 knows 50", "3 knows 50");
    }
}
