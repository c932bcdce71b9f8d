// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.common.typeinfo.Types;
import io.millrace.api.java.functions.KeySelector;
import io.millrace.engine.checkpoint.CheckpointManifest;
import io.millrace.engine.checkpoint.CheckpointManifest.Phase;
import io.millrace.engine.checkpoint.CompletedCheckpoint;
import io.millrace.engine.keys.KeyGroupRange;
import io.millrace.engine.keys.KeyGroups;
import io.millrace.engine.plan.ExecutionPlan;
import io.millrace.engine.plan.ExecutionPlan.PlannedOperator;
import io.millrace.engine.plan.PlanSettings;
import io.millrace.engine.plan.Planner;
import io.millrace.engine.state.RestoredState;
import io.millrace.engine.state.StateHandle;
import io.millrace.engine.state.StateSummary;
import io.millrace.engine.storage.StoredState;
import io.millrace.engine.task.Task;
import io.millrace.spi.OperatorSpec;
import io.millrace.spi.OperatorTransformation;
import io.millrace.spi.PartitionTransformation;
import io.millrace.spi.Partitioning;
import io.millrace.spi.Transformation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What of a checkpoint goes where when the program has another parallelism. */
class RestorePlanTest {

    private final List<OperatorTransformation<?>> program = new ArrayList<>();
    private final List<CheckpointManifest.Operator> written = new ArrayList<>();
    private int ofJob = -1;

    @SafeVarargs
    private OperatorTransformation<Integer> operator(
            String name, int parallelism, Transformation<Integer>... inputs) {
        List<Transformation<?>> all = new ArrayList<>();
        for (Transformation<Integer> input : inputs) {
            all.add(input);
        }
        OperatorTransformation<Integer> made =
                new OperatorTransformation<>(
                        name,
                        new OperatorSpec.Map(x -> x),
                        all,
                        List.of(),
                        null,
                        Types.INT,
                        parallelism);
        made.setUid(name + "-uid");
        program.add(made);
        return made;
    }

    private static Transformation<Integer> rebalanced(Transformation<Integer> input) {
        return new PartitionTransformation<>(input, new Partitioning.Rebalance());
    }

    private ExecutionPlan plan(Planner.Restored restored) {
        return Planner.plan(
                program, new PlanSettings(true, true, false, false, ofJob, 100), restored);
    }

    private ExecutionPlan plan() {
        return plan(Planner.Restored.NOTHING);
    }

    private void wrote(String name, int maxParallelism, CheckpointManifest.Subtask... subtasks) {
        written.add(
                new CheckpointManifest.Operator(
                        name + "-uid",
                        planned(plan(), name).id(),
                        name,
                        maxParallelism,
                        null,
                        List.of(subtasks)));
    }

    private static PlannedOperator planned(ExecutionPlan plan, String name) {
        return plan.vertices().stream()
                .flatMap(vertex -> vertex.operators().stream())
                .filter(operator -> operator.transformation().name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static CheckpointManifest.Subtask subtask(Phase phase, StateHandle... handles) {
        return new CheckpointManifest.Subtask(phase, List.of(handles));
    }

    private static StateHandle keyed(int first, int last) {
        return new StateHandle(
                StateHandle.Kind.KEYED,
                new KeyGroupRange(first, last),
                List.of(new StateSummary("count", "value", "Long", 1)),
                new StoredState.Inline(new byte[0], 0));
    }

    private static StateHandle operatorState(String mode) {
        return new StateHandle(
                StateHandle.Kind.OPERATOR,
                null,
                List.of(new StateSummary("positions", mode, "Long", 2)),
                new StoredState.Inline(new byte[0], 0));
    }

    private CompletedCheckpoint checkpoint() {
        CheckpointManifest manifest =
                new CheckpointManifest(
                        17,
                        0,
                        0,
                        "job",
                        "00112233445566778899aabbccddeeff",
                        new CheckpointManifest.Writer(1, "here", "test"),
                        false,
                        written,
                        Map.of());
        return new CompletedCheckpoint(17, "/checkpoints/chk-17", manifest, 0);
    }

    private ExecutionPlan adoptingPlan() {
        return RestorePlan.fitting(checkpoint(), plan(), ofJob, this::plan);
    }

    private RestorePlan restore(ExecutionPlan plan) {
        return RestorePlan.of(
                checkpoint(),
                (bytes, pointer) -> {
                    throw new AssertionError("nothing is read");
                },
                plan,
                false,
                new ArrayList<>());
    }

    @Test
    @DisplayName("CK-91: a subtask gets each old handle that has one of its key groups")
    void ck91KeyedStateGoesByKeyGroups() {
        operator("count", 3);
        wrote(
                "count",
                128,
                subtask(Phase.RUNNING, keyed(0, 63)),
                subtask(Phase.RUNNING, keyed(64, 127)));
        ExecutionPlan plan = adoptingPlan();
        RestorePlan restore = restore(plan);
        List<List<KeyGroupRange>> dealt = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            dealt.add(
                    restore
                            .keyedStates(planned(plan, "count").id(), KeyGroups.range(i, 3, 128))
                            .stream()
                            .map(RestoredState::handle)
                            .map(StateHandle::keyGroups)
                            .toList());
        }
        KeyGroupRange first = new KeyGroupRange(0, 63);
        KeyGroupRange second = new KeyGroupRange(64, 127);
        assertThat(dealt).containsExactly(List.of(first), List.of(first, second), List.of(second));
    }

    @Test
    @DisplayName("CK-89: a maximum that nobody has said is taken over from the checkpoint")
    void ck89ADerivedMaximumIsTakenOver() {
        operator("many", 100, operator("count", 2));
        wrote("count", 20, subtask(Phase.RUNNING, keyed(0, 19)));
        wrote("many", 128, subtask(Phase.RUNNING, keyed(0, 127)));
        assertThat(planned(plan(), "count").maxParallelism()).isEqualTo(128);
        assertThat(planned(plan(), "many").maxParallelism()).isEqualTo(256);
        ExecutionPlan adopting = adoptingPlan();
        assertThat(planned(adopting, "count").maxParallelism()).isEqualTo(20);
        assertThat(planned(adopting, "many").maxParallelism()).isEqualTo(128);
        assertThat(restore(adopting).checkpointId()).isEqualTo(17);
    }

    @Test
    @DisplayName("CK-89: each operator of a chain goes by what its own state was written with")
    void ck89EachOperatorOfAChainTakesOverItsOwn() {
        operator("b", 2, operator("a", 2));
        wrote("a", 16, subtask(Phase.RUNNING, operatorState("operator-list")));
        wrote("b", 64, subtask(Phase.RUNNING, operatorState("operator-list")));
        ExecutionPlan adopting = adoptingPlan();
        assertThat(adopting.vertices()).hasSize(1);
        assertThat(adopting.vertices().get(0).operators())
                .extracting(PlannedOperator::maxParallelism)
                .containsExactly(16, 64);

        program.get(1).setMaxParallelism(16);
        assertThatThrownBy(this::adoptingPlan)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll("'b'", "'b-uid'", "parallelism 64", "parallelism 16");
    }

    @Test
    @DisplayName("CK-89: more subtasks than key groups are refused")
    void ck89MoreSubtasksThanKeyGroupsAreRefused() {
        operator("count", 5);
        wrote("count", 4, subtask(Phase.RUNNING, keyed(0, 3)));
        assertThatThrownBy(this::adoptingPlan)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll(
                        "'count'",
                        "uid 'count-uid'",
                        "/checkpoints/chk-17",
                        "maximum parallelism 4",
                        "parallelism 5",
                        "setParallelism");
    }

    @Test
    @DisplayName("CK-89: another maximum, said by the operator or the job, is refused")
    void ck89AnotherMaximumThatWasSaidIsRefused() {
        OperatorTransformation<Integer> count = operator("count", 2);
        wrote("count", 128, subtask(Phase.RUNNING, keyed(0, 127)));
        count.setMaxParallelism(64);
        assertThatThrownBy(this::adoptingPlan)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll(
                        "'count'",
                        "uid 'count-uid'",
                        "maximum parallelism 128",
                        "maximum parallelism 64",
                        "setMaxParallelism");
        count.setMaxParallelism(128);
        ofJob = 32;
        assertThat(planned(adoptingPlan(), "count").maxParallelism()).isEqualTo(128);
        count.setMaxParallelism(-1);
        assertThatThrownBy(this::adoptingPlan)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll("128", "32", "pipeline.max-parallelism");
    }

    @Test
    @DisplayName("CK-89: an operator without state is free")
    void ck89AnOperatorWithoutStateIsFree() {
        operator("wide", 200, operator("said", 2));
        program.get(0).setMaxParallelism(7);
        wrote("said", 128, subtask(Phase.RUNNING));
        wrote("wide", 128, subtask(Phase.RUNNING));
        ExecutionPlan adopting = adoptingPlan();
        assertThat(planned(adopting, "said").maxParallelism()).isEqualTo(7);
        assertThat(planned(adopting, "wide").maxParallelism()).isEqualTo(512);
        restore(adopting);
    }

    private List<Task.Beginning> beginnings(RestorePlan restore, ExecutionPlan plan, int vertex) {
        List<Task.Beginning> all = new ArrayList<>();
        for (int i = 0; i < plan.vertices().get(vertex).parallelism(); i++) {
            all.add(restore.beginning(plan.vertices().get(vertex), i));
        }
        return all;
    }

    @Test
    @DisplayName("CK-57: what had finished in some subtasks only runs in all when it is dealt anew")
    void ck57PartlyFinishedRunsInAll() {
        operator("sink", 2, rebalanced(operator("source", 3)));
        wrote("source", 128, subtask(Phase.FINISHED), subtask(Phase.RUNNING));
        wrote("sink", 128, subtask(Phase.RUNNING), subtask(Phase.RUNNING));
        ExecutionPlan plan = adoptingPlan();
        RestorePlan restore = restore(plan);
        assertThat(beginnings(restore, plan, 0)).containsOnly(Task.Beginning.RUNNING).hasSize(3);
        assertThat(beginnings(restore, plan, 1)).containsOnly(Task.Beginning.RUNNING);
    }

    @Test
    @DisplayName("CK-57: what had finished in all subtasks has finished at any parallelism")
    void ck57WhollyFinishedStaysFinished() {
        operator("sink", 1, rebalanced(operator("source", 3)));
        wrote("source", 128, subtask(Phase.FINISHED), subtask(Phase.FINISHED));
        wrote("sink", 128, subtask(Phase.ENDED), subtask(Phase.FINISHED));
        ExecutionPlan plan = adoptingPlan();
        RestorePlan restore = restore(plan);
        assertThat(beginnings(restore, plan, 0)).containsOnly(Task.Beginning.FINISHED).hasSize(3);
        assertThat(beginnings(restore, plan, 1)).containsExactly(Task.Beginning.ENDED);
    }

    @Test
    @DisplayName("CK-57: a source of the same parallelism goes on where each subtask was")
    void ck57AnUnchangedSourceIsNotReadASecondTime() {
        operator("sink", 3, rebalanced(operator("parse", 2, operator("source", 2))));
        wrote("source", 128, subtask(Phase.FINISHED), subtask(Phase.RUNNING));
        wrote("parse", 128, subtask(Phase.FINISHED), subtask(Phase.RUNNING));
        wrote("sink", 128, subtask(Phase.RUNNING), subtask(Phase.RUNNING));
        ExecutionPlan plan = adoptingPlan();
        RestorePlan restore = restore(plan);
        assertThat(plan.vertices()).hasSize(2);
        assertThat(beginnings(restore, plan, 0))
                .containsExactly(Task.Beginning.FINISHED, Task.Beginning.RUNNING);
        assertThat(beginnings(restore, plan, 1)).containsOnly(Task.Beginning.RUNNING).hasSize(3);
    }

    @Test
    @DisplayName("CK-60: an unchanged operator behind a rescaled one is looked at as a whole, too")
    void ck60AnUnchangedOperatorBehindARescaledOne() {
        // Before, both had two subtasks, and each sent to its own one.
        operator("sink", 2, operator("source", 3));
        wrote("source", 128, subtask(Phase.FINISHED), subtask(Phase.RUNNING));
        wrote("sink", 128, subtask(Phase.FINISHED), subtask(Phase.RUNNING));
        ExecutionPlan plan = adoptingPlan();
        assertThat(beginnings(restore(plan), plan, 1)).containsOnly(Task.Beginning.RUNNING);
    }

    @Test
    @DisplayName("CK-60: at parallelism 1 a key chains nothing to a source that had finished")
    void ck60AKeyChainsNothingToASourceThatHadFinished() {
        operator(
                "count",
                1,
                new PartitionTransformation<>(
                        operator("source", 1),
                        new Partitioning.Keyed((KeySelector<Integer, Integer>) x -> x)));
        wrote("source", 128, subtask(Phase.FINISHED), subtask(Phase.FINISHED));
        wrote("count", 128, subtask(Phase.RUNNING, keyed(0, 63)), subtask(Phase.RUNNING));
        assertThat(plan().vertices()).hasSize(1);
        ExecutionPlan plan = adoptingPlan();
        RestorePlan restore = restore(plan);
        assertThat(beginnings(restore, plan, 0)).containsExactly(Task.Beginning.FINISHED);
        assertThat(beginnings(restore, plan, 1)).containsExactly(Task.Beginning.RUNNING);
    }

    @Test
    @DisplayName("CK-60: running before finished is refused at another parallelism, too")
    void ck60RunningBeforeFinishedIsRefused() {
        operator("sink", 3, rebalanced(operator("source", 2)));
        wrote("source", 128, subtask(Phase.RUNNING), subtask(Phase.FINISHED));
        wrote("sink", 128, subtask(Phase.FINISHED), subtask(Phase.FINISHED));
        assertThatThrownBy(() -> restore(adoptingPlan()))
                .hasMessageContaining("'sink' (uid 'sink-uid') had finished in all subtasks")
                .hasMessageContaining("'source' (uid 'source-uid') was running in subtask 0");
    }

    @Test
    @DisplayName("ST-13: subtasks that wrote a state in different modes: state, operator, modes")
    void st13DifferentModesAreNamed() {
        operator("read", 3);
        wrote(
                "read",
                128,
                subtask(Phase.RUNNING, operatorState("operator-list")),
                subtask(Phase.RUNNING, operatorState("union-list")));
        ExecutionPlan plan = adoptingPlan();
        assertThatThrownBy(() -> restore(plan).operatorStates(planned(plan, "read"), 0, 3))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll(
                        "'read'", "'read-uid'", "'positions'", "operator-list", "union-list");
    }
}
