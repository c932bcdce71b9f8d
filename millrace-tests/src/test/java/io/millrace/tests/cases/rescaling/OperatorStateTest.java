// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.rescaling;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.functions.RichMapFunction;
import io.millrace.api.common.state.BroadcastState;
import io.millrace.api.common.state.ListState;
import io.millrace.api.common.state.ListStateDescriptor;
import io.millrace.api.common.state.MapStateDescriptor;
import io.millrace.runtime.state.FunctionInitializationContext;
import io.millrace.runtime.state.FunctionSnapshotContext;
import io.millrace.streaming.api.checkpoint.CheckpointedFunction;
import io.millrace.streaming.api.checkpoint.ListCheckpointed;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.sink.v2.DiscardingSink;
import io.millrace.tests.components.Await;
import io.millrace.tests.kit.CheckpointLog;
import io.millrace.tests.kit.Gate;
import io.millrace.tests.kit.NumberSource;
import io.millrace.tests.kit.Pace;
import io.millrace.tests.kit.RunningJob;
import io.millrace.tests.kit.Shared;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** How operator state is dealt when the parallelism changes. */
@Timeout(180)
class OperatorStateTest {

    @TempDir Path directory;

    private final CheckpointLog log = new CheckpointLog();
    private final Gate gate = new Gate();

    /** What subtasks were given back, by their index. */
    private final Shared<Map<Integer, List<Long>>> restored = Shared.of(new ConcurrentHashMap<>());

    private DataStream<Long> numbers(StreamExecutionEnvironment env) {
        return env.fromSource(
                        NumberSource.numbers(1, 10).paced(Pace.behind(gate)),
                        WatermarkStrategy.noWatermarks(),
                        "numbers")
                .setParallelism(1)
                .uid("numbers")
                .rebalance();
    }

    /** Runs a function at parallelism 2 until it is in a checkpoint, and then at 3. */
    private Map<Integer, List<Long>> fromTwoToThree(RichMapFunction<Long, Long> function)
            throws Exception {
        Succession jobs = new Succession(directory);
        Succession.Program program =
                env ->
                        numbers(env)
                                .map(function)
                                .uid("holder")
                                .map(log.probe())
                                .uid("probe")
                                .sinkTo(new DiscardingSink<>());
        RunningJob first = jobs.start(2, program);
        log.awaitFurtherCompleted(4); // each of two subtasks hears of a checkpoint, twice
        first.cancel();
        assertThat(restored.get()).as("nothing to restore at first").isEmpty();
        RunningJob second = jobs.start(3, program);
        gate.open();
        second.awaitFinished();
        return new TreeMap<>(restored.get());
    }

    /** Subtask 0 has 0, 1, 2 at first, subtask 1 has 10, 11, 12. */
    private static List<Long> atFirst(int subtask) {
        return LongStream.range(10L * subtask, 10L * subtask + 3).boxed().toList();
    }

    private static final class Holder extends RichMapFunction<Long, Long>
            implements CheckpointedFunction {
        private static final long serialVersionUID = 1L;

        private final boolean union;
        private final Shared<Map<Integer, List<Long>>> restored;
        private transient ListState<Long> state;

        Holder(boolean union, Shared<Map<Integer, List<Long>>> restored) {
            this.union = union;
            this.restored = restored;
        }

        @Override
        public void initializeState(FunctionInitializationContext context) throws Exception {
            ListStateDescriptor<Long> held = new ListStateDescriptor<>("held", Long.class);
            int subtask = getRuntimeContext().getTaskInfo().getIndexOfThisSubtask();
            if (context.isRestored()) {
                assertThat(context.getOperatorStateStore().getRegisteredStateNames())
                        .containsExactly("held");
            }
            state =
                    union
                            ? context.getOperatorStateStore().getUnionListState(held)
                            : context.getOperatorStateStore().getListState(held);
            if (context.isRestored()) {
                List<Long> given = new ArrayList<>();
                state.get().forEach(given::add);
                restored.get().put(subtask, given);
            } else {
                state.addAll(atFirst(subtask));
            }
        }

        @Override
        public void snapshotState(FunctionSnapshotContext context) {}

        @Override
        public Long map(Long value) {
            return value;
        }
    }

    @Test
    @DisplayName("S19, ST-10: list state is cut into even pieces, in order")
    void s19ListStateIsCutIntoEvenPieces() throws Exception {
        assertThat(fromTwoToThree(new Holder(false, restored)))
                .isEqualTo(
                        Map.of(
                                0, List.of(0L, 1L),
                                1, List.of(2L, 10L),
                                2, List.of(11L, 12L)));
    }

    @Test
    @DisplayName("S19, ST-11: each subtask gets all of a union list")
    void s19EachSubtaskGetsAllOfAUnionList() throws Exception {
        List<Long> all = List.of(0L, 1L, 2L, 10L, 11L, 12L);
        assertThat(fromTwoToThree(new Holder(true, restored)))
                .isEqualTo(Map.of(0, all, 1, all, 2, all));
    }

    @SuppressWarnings("deprecation") // ListCheckpointed is old, but programs have it
    private static final class Older extends RichMapFunction<Long, Long>
            implements ListCheckpointed<Long> {
        private static final long serialVersionUID = 1L;

        private final Shared<Map<Integer, List<Long>>> restored;

        Older(Shared<Map<Integer, List<Long>>> restored) {
            this.restored = restored;
        }

        @Override
        public List<Long> snapshotState(long checkpointId, long timestamp) {
            int subtask = getRuntimeContext().getTaskInfo().getIndexOfThisSubtask();
            return subtask == 0 ? atFirst(0) : null;
        }

        @Override
        public void restoreState(List<Long> state) {
            restored.get()
                    .put(
                            getRuntimeContext().getTaskInfo().getIndexOfThisSubtask(),
                            List.copyOf(state));
        }

        @Override
        public Long map(Long value) {
            return value;
        }
    }

    @Test
    @DisplayName("ListCheckpointed: an even split, null is empty, restoreState only on a restore")
    void listCheckpointedIsCutEvenly() throws Exception {
        assertThat(fromTwoToThree(new Older(restored)))
                .isEqualTo(Map.of(0, List.of(0L), 1, List.of(1L), 2, List.of(2L)));
    }

    private static final MapStateDescriptor<String, Long> RULES =
            new MapStateDescriptor<>("rules", String.class, Long.class);

    /** Knows the version of the rules it saw last. */
    private static final class Rules extends RichMapFunction<Long, Long>
            implements CheckpointedFunction {
        private static final long serialVersionUID = 1L;

        private final Shared<Map<Integer, List<Long>>> restored;
        private final Shared<Map<Integer, List<Long>>> seen;
        private transient BroadcastState<String, Long> rules;
        private transient int subtask;

        Rules(Shared<Map<Integer, List<Long>>> restored, Shared<Map<Integer, List<Long>>> seen) {
            this.restored = restored;
            this.seen = seen;
        }

        @Override
        public void initializeState(FunctionInitializationContext context) throws Exception {
            subtask = getRuntimeContext().getTaskInfo().getIndexOfThisSubtask();
            rules = context.getOperatorStateStore().getBroadcastState(RULES);
            if (!context.isRestored()) {
                rules.put("r1", 42L);
                return;
            }
            List<Long> given = new ArrayList<>();
            for (Map.Entry<String, Long> entry : rules.immutableEntries()) {
                String key = entry.getKey();
                given.add(key.equals("r1") ? entry.getValue() : -1);
            }
            if (rules.contains("version")) {
                given = List.of(rules.get("version"));
            }
            restored.get().put(subtask, given);
        }

        @Override
        public Long map(Long value) throws Exception {
            rules.put("version", value);
            seen.get().computeIfAbsent(subtask, s -> new ArrayList<>()).add(value);
            return value;
        }

        @Override
        public void snapshotState(FunctionSnapshotContext context) {}
    }

    @Test
    @DisplayName("S23, ST-12: four instances each read the one rule of the one that wrote it")
    void s23BroadcastStateFromOneToFour() throws Exception {
        Shared<Map<Integer, List<Long>>> seen = Shared.of(new ConcurrentHashMap<>());
        Succession jobs = new Succession(directory);
        Succession.Program program =
                env ->
                        numbers(env)
                                .broadcast()
                                .map(new Rules(restored, seen))
                                .uid("rules")
                                .map(log.probe())
                                .uid("probe")
                                .sinkTo(new DiscardingSink<>());
        RunningJob first = jobs.start(1, program);
        log.awaitFurtherCompleted(2);
        first.cancel();
        RunningJob second = jobs.start(4, program);
        gate.open();
        second.awaitFinished();
        List<Long> one = List.of(42L);
        assertThat(restored.get()).isEqualTo(Map.of(0, one, 1, one, 2, one, 3, one));
    }

    @Test
    @DisplayName("A17: four instances see all versions in order, and two know the last of them")
    void a17BroadcastRulesAreInOrderAndSurvive() throws Exception {
        Shared<Map<Integer, List<Long>>> seen = Shared.of(new ConcurrentHashMap<>());
        Succession jobs = new Succession(directory);
        Succession.Program program =
                env ->
                        env.fromSource(
                                        NumberSource.numbers(1, 100).paced(Pace.behind(gate)),
                                        WatermarkStrategy.noWatermarks(),
                                        "versions")
                                .setParallelism(1)
                                .uid("versions")
                                .broadcast()
                                .map(new Rules(restored, seen))
                                .uid("rules")
                                .map(log.probe())
                                .uid("probe")
                                .sinkTo(new DiscardingSink<>());
        RunningJob first = jobs.start(4, program);
        gate.letReadUpTo(100); // the end of the split comes after its last record
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

        RunningJob second = jobs.start(2, program);
        gate.open();
        second.awaitFinished();
        assertThat(restored.get()).isEqualTo(Map.of(0, List.of(100L), 1, List.of(100L)));
    }
}
