// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.functions.AggregateFunction;
import io.millrace.api.common.functions.OpenContext;
import io.millrace.api.common.state.AggregatingState;
import io.millrace.api.common.state.AggregatingStateDescriptor;
import io.millrace.api.common.state.ListState;
import io.millrace.api.common.state.ListStateDescriptor;
import io.millrace.api.common.state.MapState;
import io.millrace.api.common.state.MapStateDescriptor;
import io.millrace.api.common.state.ReducingState;
import io.millrace.api.common.state.ReducingStateDescriptor;
import io.millrace.api.common.state.StateTtlConfig;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.configuration.Configuration;
import io.millrace.configuration.ExternalizedCheckpointRetention;
import io.millrace.core.execution.SavepointFormatType;
import io.millrace.engine.inspect.Progress;
import io.millrace.engine.inspect.Snapshot;
import io.millrace.engine.inspect.SnapshotCheck;
import io.millrace.engine.inspect.SnapshotDiff;
import io.millrace.engine.inspect.StateEntries;
import io.millrace.engine.inspect.StateRow;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.KeyedProcessFunction;
import io.millrace.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import io.millrace.tests.components.Await;
import io.millrace.tests.kit.CheckpointFolder;
import io.millrace.tests.kit.CheckpointLog;
import io.millrace.tests.kit.Collected;
import io.millrace.tests.kit.Gate;
import io.millrace.tests.kit.Jobs;
import io.millrace.tests.kit.NumberSource;
import io.millrace.tests.kit.Pace;
import io.millrace.tests.kit.RunningJob;
import io.millrace.util.Collector;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What tools read of a job whose keyed state is in RocksDB: from its incremental checkpoints, and
 * from savepoints of both forms.
 */
@Timeout(120)
class RocksDbSnapshotsReadTest {

    private static final int NUMBERS = 60;

    @TempDir Path folder;
    private final Gate gate = new Gate();
    private final CheckpointLog log = new CheckpointLog();
    private RunningJob running;

    /** What is kept of the last number: a class whose fields are shown one by one. */
    public static class Last {
        public long number;
        public String text;
    }

    /** Keeps something in a state of each kind. */
    private static final class KeepsAll extends KeyedProcessFunction<Long, Long, Long> {
        private static final long serialVersionUID = 1L;
        private transient ValueState<Last> last;
        private transient ListState<Long> list;
        private transient MapState<String, Long> map;
        private transient ReducingState<Long> sum;
        private transient AggregatingState<Long, Long> mean;
        private transient ValueState<String> seen;

        @Override
        public void open(OpenContext context) {
            var state = getRuntimeContext();
            last = state.getState(new ValueStateDescriptor<>("last", Types.POJO(Last.class)));
            list = state.getListState(new ListStateDescriptor<>("list", Types.LONG));
            map = state.getMapState(new MapStateDescriptor<>("map", Types.STRING, Types.LONG));
            sum =
                    state.getReducingState(
                            new ReducingStateDescriptor<>("sum", Long::sum, Types.LONG));
            mean =
                    state.getAggregatingState(
                            new AggregatingStateDescriptor<>("count", new Count(), Types.LONG));
            ValueStateDescriptor<String> expiring =
                    new ValueStateDescriptor<>("seen", Types.STRING);
            expiring.enableTimeToLive(StateTtlConfig.newBuilder(Duration.ofHours(1)).build());
            seen = state.getState(expiring);
        }

        @Override
        public void processElement(Long value, Context context, Collector<Long> out)
                throws Exception {
            Last now = new Last();
            now.number = value;
            now.text = "n" + value;
            last.update(now);
            list.add(value);
            map.put("k" + value % 2, value);
            sum.add(value);
            mean.add(value);
            seen.update("yes");
            context.timerService().registerEventTimeTimer(1_000_000 + value);
            out.collect(value);
        }
    }

    private static final class Count implements AggregateFunction<Long, Long, Long> {
        private static final long serialVersionUID = 1L;

        @Override
        public Long createAccumulator() {
            return 0L;
        }

        @Override
        public Long add(Long value, Long before) {
            return before + 1;
        }

        @Override
        public Long getResult(Long counted) {
            return counted;
        }

        @Override
        public Long merge(Long one, Long other) {
            return one + other;
        }
    }

    @BeforeEach
    void start() throws Exception {
        Configuration configuration = Jobs.checkpointsIn(folder.resolve("checkpoints"));
        configuration.setString("state.backend.type", "rocksdb");
        configuration.setString("execution.checkpointing.incremental", "true");
        configuration.setString(
                "state.backend.rocksdb.localdir", folder.resolve("local").toString());
        StreamExecutionEnvironment env = Jobs.environment(2, configuration);
        env.enableCheckpointing(20);
        env.getCheckpointConfig()
                .setExternalizedCheckpointRetention(
                        ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION);
        Collected<Long> counted = new Collected<>();
        var numbers =
                env.fromSource(
                                NumberSource.numbers(1, 2 * NUMBERS).paced(Pace.behind(gate)),
                                WatermarkStrategy.<Long>forMonotonousTimestamps()
                                        .withTimestampAssigner((value, before) -> value),
                                "numbers")
                        .setParallelism(1);
        numbers.keyBy(value -> value % 3)
                .process(new KeepsAll())
                .uid("all")
                .map(log.<Long>probe())
                .addSink(counted);
        numbers.keyBy(value -> value % 3)
                .window(TumblingEventTimeWindows.of(Duration.ofMillis(1000)))
                .reduce(Long::sum)
                .uid("windows")
                .addSink(new Collected<>());
        running = Jobs.start(env, "keeps all");
        gate.letReadUpTo(NUMBERS);
        Await.until("all that may be read was kept", () -> counted.size() == NUMBERS);
        log.awaitFurtherCompleted(2); // the second of them began after the first had completed
    }

    @AfterEach
    void stop() throws Exception {
        if (running != null) {
            running.cancel();
        }
    }

    private Path savepoint(SavepointFormatType form) throws Exception {
        String pointer =
                running.client()
                        .triggerSavepoint(folder.resolve("savepoints").toString(), form)
                        .get(60, TimeUnit.SECONDS);
        return Path.of(new io.millrace.core.fs.Path(pointer).toUri().getPath());
    }

    /** All entries of a state as text, sorted. */
    private static List<String> entries(Path snapshot, String uid, String name, String kind)
            throws Exception {
        return entries(snapshot, uid, name, kind, null);
    }

    private static List<String> entries(
            Path snapshot, String uid, String name, String kind, String key) throws Exception {
        Snapshot opened = Snapshot.open(snapshot.toString());
        List<String> rows = new ArrayList<>();
        new StateEntries(
                        opened,
                        opened.operator(uid),
                        name,
                        kind,
                        RocksDbSnapshotsReadTest.class.getClassLoader(),
                        Progress.NONE)
                .read(
                        key,
                        new StateRow.Sink() {
                            @Override
                            public void begin(StateRow.Columns columns) {
                                assertThat(columns.unreadable()).as(name).isNull();
                                assertThat(columns.timed()).isEqualTo(name.equals("seen"));
                            }

                            @Override
                            public boolean row(StateRow row) {
                                assertThat(row.lastAccess() != null).isEqualTo(name.equals("seen"));
                                rows.add(
                                        row.key()
                                                + (row.namespace() == null
                                                        ? ""
                                                        : " in " + row.namespace())
                                                + (row.at() == null ? "" : " at " + row.at())
                                                + ": "
                                                + row.value());
                                return true;
                            }
                        });
        rows.sort(null);
        return rows;
    }

    private static Map<String, List<String>> allStates(Path snapshot) throws Exception {
        Map<String, List<String>> all = new LinkedHashMap<>();
        Snapshot opened = Snapshot.open(snapshot.toString());
        for (String uid : List.of("all", "windows")) {
            opened.operator(uid).subtasks().stream()
                    .flatMap(subtask -> subtask.handles().stream())
                    .flatMap(handle -> handle.states().stream())
                    .map(state -> state.name() + "/" + state.kind())
                    .distinct()
                    .sorted()
                    .forEach(
                            state -> {
                                String[] parts = state.split("/(?=[^/]*$)", -1);
                                try {
                                    all.put(
                                            uid + "/" + state,
                                            entries(snapshot, uid, parts[0], parts[1]));
                                } catch (Exception e) {
                                    throw new IllegalStateException(uid + "/" + state, e);
                                }
                            });
        }
        return all;
    }

    @DisplayName("every kind of state is read from an incremental checkpoint of RocksDB")
    @Test
    void everyKindOfState() throws Exception {
        running.cancel();
        Path retained = CheckpointFolder.at(folder.resolve("checkpoints")).newest();
        running = null;

        Snapshot opened = Snapshot.open(retained.toString());
        assertThat(opened.keyedForms())
                .extracting(Objects::toString)
                .containsExactly("KEYED_ROCKSDB");
        assertThat(entries(retained, "all", "last", "value"))
                .hasSize(3)
                .allSatisfy(row -> assertThat(row).contains("number").contains("text"))
                .anySatisfy(row -> assertThat(row).startsWith("0: ").contains("60", "n60"));
        assertThat(entries(retained, "all", "list", "list"))
                .hasSize(NUMBERS)
                .contains("1 at 0: 1", "1 at 1: 4", "0 at 19: 60");
        assertThat(entries(retained, "all", "map", "map"))
                .containsExactlyInAnyOrder(
                        "0 at k0: 60",
                        "0 at k1: 57",
                        "1 at k0: 58",
                        "1 at k1: 55",
                        "2 at k0: 56",
                        "2 at k1: 59");
        assertThat(entries(retained, "all", "sum", "reducing"))
                .containsExactly("0: 630", "1: 590", "2: 610");
        assertThat(entries(retained, "all", "count", "aggregating"))
                .containsExactly("0: 20", "1: 20", "2: 20");
        assertThat(entries(retained, "all", "seen", "value"))
                .containsExactly("0: yes", "1: yes", "2: yes");
        assertThat(entries(retained, "all", "sum", "reducing", "1")).containsExactly("1: 590");
        assertThat(entries(retained, "all", "list", "list", "2")).hasSize(20);
        assertThat(entries(retained, "all", "event-time", "timers"))
                .hasSize(NUMBERS)
                .contains("1: 1000001", "0: 1000060");
        assertThat(entries(retained, "windows", "window-timers/event-time", "timers"))
                .containsExactly(
                        "0 in TimeWindow{start=0, end=1000}: 999",
                        "1 in TimeWindow{start=0, end=1000}: 999",
                        "2 in TimeWindow{start=0, end=1000}: 999");
    }

    @DisplayName("checkpoint, native savepoint and canonical savepoint show the same entries")
    @Test
    void allFormsAreAlike() throws Exception {
        Path nativeOne = savepoint(SavepointFormatType.NATIVE);
        Path canonical = savepoint(SavepointFormatType.CANONICAL);
        running.cancel();
        running = null;
        Path retained = CheckpointFolder.at(folder.resolve("checkpoints")).newest();

        Map<String, List<String>> expected = allStates(canonical);
        assertThat(expected.entrySet())
                .filteredOn(state -> state.getValue().isEmpty())
                .extracting(Map.Entry::getKey)
                .containsExactlyInAnyOrder(
                        "all/processing-time/timers",
                        "windows/window-timers/processing-time/timers");
        assertThat(allStates(nativeOne)).isEqualTo(expected);
        assertThat(allStates(retained)).isEqualTo(expected);
        for (Path one : List.of(retained, nativeOne, canonical)) {
            assertThat(SnapshotCheck.of(one.toString(), Progress.NONE).isIntact()).isTrue();
        }
        assertThat(differences(retained, canonical)).isEmpty();
    }

    private List<String> differences(Path before, Path after) throws Exception {
        List<String> found = new ArrayList<>();
        List<String> compared = new ArrayList<>();
        new SnapshotDiff(
                        Snapshot.open(before.toString()),
                        Snapshot.open(after.toString()),
                        RocksDbSnapshotsReadTest.class.getClassLoader(),
                        1 << 20,
                        folder.toString(),
                        Progress.NONE)
                .compare(
                        new SnapshotDiff.Sink() {
                            @Override
                            public void remark(String text) {
                                found.add(text);
                            }

                            @Override
                            public boolean change(SnapshotDiff.Change change) {
                                // Counts of checkpoints go on while savepoints are taken.
                                if (change.state().operator().matches("all|windows")) {
                                    found.add(change.toString());
                                }
                                return true;
                            }

                            @Override
                            public void counts(SnapshotDiff.Counts counts) {
                                compared.add(counts.state().name());
                            }
                        });
        assertThat(compared).contains("last", "list", "map", "sum", "count", "seen");
        return found;
    }
}
