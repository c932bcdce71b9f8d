// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.common.typeinfo.Types;
import io.millrace.engine.checkpoint.CheckpointManifest;
import io.millrace.engine.checkpoint.CheckpointManifest.Phase;
import io.millrace.engine.checkpoint.CompletedCheckpoint;
import io.millrace.engine.plan.ExecutionPlan;
import io.millrace.engine.plan.ExecutionPlan.PlannedOperator;
import io.millrace.engine.plan.ExecutionPlan.Vertex;
import io.millrace.engine.plan.PlanSettings;
import io.millrace.engine.plan.Planner;
import io.millrace.engine.task.Task;
import io.millrace.spi.OperatorSpec;
import io.millrace.spi.OperatorTransformation;
import io.millrace.spi.PartitionTransformation;
import io.millrace.spi.Partitioning;
import io.millrace.spi.Transformation;
import io.millrace.spi.UnionTransformation;
import io.millrace.util.FlinkRuntimeException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** CK-60: what had ended in a checkpoint, and a program that was changed since. */
class PhaseCheckTest {

    private static final String POINTER = "/checkpoints/chk-17";

    private final Map<String, List<Phase>> phases = new HashMap<>();

    /** A program under construction; the uid of each operator is its name. */
    private static final class Program {
        final List<OperatorTransformation<?>> operators = new ArrayList<>();
        boolean chaining = true;

        @SafeVarargs
        final OperatorTransformation<Integer> operator(
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
            made.setUid(name);
            operators.add(made);
            return made;
        }

        ExecutionPlan plan() {
            return Planner.plan(operators, new PlanSettings(chaining, true, false, false, -1, 100));
        }
    }

    private static Transformation<Integer> rebalanced(Transformation<Integer> input) {
        return new PartitionTransformation<>(input, new Partitioning.Rebalance());
    }

    private void had(String operator, Phase... ofSubtasks) {
        phases.put(operator, List.of(ofSubtasks));
    }

    private CompletedCheckpoint checkpoint(Program program) {
        List<CheckpointManifest.Operator> operators = new ArrayList<>();
        for (Vertex vertex : program.plan().vertices()) {
            for (PlannedOperator operator : vertex.operators()) {
                String name = operator.transformation().name();
                operators.add(
                        new CheckpointManifest.Operator(
                                name,
                                operator.id(),
                                name,
                                operator.maxParallelism(),
                                null,
                                phases.get(name).stream()
                                        .map(
                                                phase ->
                                                        new CheckpointManifest.Subtask(
                                                                phase, List.of()))
                                        .toList()));
            }
        }
        CheckpointManifest manifest =
                new CheckpointManifest(
                        17,
                        0,
                        0,
                        "job",
                        "00112233445566778899aabbccddeeff",
                        new CheckpointManifest.Writer(1, "here", "test"),
                        false,
                        operators,
                        Map.of());
        return new CompletedCheckpoint(17, POINTER, manifest, 0);
    }

    private static RestorePlan restore(CompletedCheckpoint checkpoint, ExecutionPlan plan) {
        return RestorePlan.of(
                checkpoint,
                (bytes, pointer) -> {
                    throw new AssertionError("nothing is read");
                },
                plan,
                false,
                new ArrayList<>());
    }

    private static Program sourceBeforeExchange() {
        Program program = new Program();
        program.operator("sink", 2, rebalanced(program.operator("source", 2)));
        return program;
    }

    @Test
    void anUnchangedProgramGoesOnWhereEachTaskStood() {
        had("source", Phase.FINISHED, Phase.ENDED);
        had("sink", Phase.ENDED, Phase.RUNNING);
        Program program = sourceBeforeExchange();
        ExecutionPlan plan = program.plan();

        RestorePlan restore = restore(checkpoint(program), plan);

        Vertex source = plan.vertices().get(0);
        Vertex sink = plan.vertices().get(1);
        assertThat(restore.beginning(source, 0)).isEqualTo(Task.Beginning.FINISHED);
        assertThat(restore.beginning(source, 1)).isEqualTo(Task.Beginning.ENDED);
        assertThat(restore.beginning(sink, 0)).isEqualTo(Task.Beginning.ENDED);
        assertThat(restore.beginning(sink, 1)).isEqualTo(Task.Beginning.RUNNING);
    }

    @Test
    void aNewOperatorBehindWhatHadFinishedMayStandInAChainOfItsOwn() {
        had("source", Phase.FINISHED, Phase.FINISHED);
        had("sink", Phase.RUNNING, Phase.RUNNING);
        CompletedCheckpoint checkpoint = checkpoint(sourceBeforeExchange());
        Program changed = sourceBeforeExchange();
        changed.operator("new", 1, rebalanced(source(changed)));
        ExecutionPlan plan = changed.plan();

        RestorePlan restore = restore(checkpoint, plan);

        assertThat(restore.beginning(plan.vertices().get(2), 0)).isEqualTo(Task.Beginning.RUNNING);
    }

    @SuppressWarnings("unchecked") // all operators here are of integers
    private static OperatorTransformation<Integer> source(Program program) {
        return (OperatorTransformation<Integer>) program.operators.get(0);
    }

    @Test
    @DisplayName("CK-60: a new operator chained to one that had finished is refused")
    void ck60ANewOperatorChainedToOneThatHadFinishedIsRefused() {
        had("source", Phase.FINISHED);
        Program before = new Program();
        before.operator("source", 1);
        Program after = new Program();
        after.operator("new", 1, after.operator("source", 1));
        CompletedCheckpoint checkpoint = checkpoint(before);

        assertThatThrownBy(() -> restore(checkpoint, after.plan()))
                .isExactlyInstanceOf(FlinkRuntimeException.class)
                .hasMessageContaining(POINTER)
                .hasMessageContaining("operator 'source' (uid 'source') had finished in subtask 0")
                .hasMessageContaining("operator 'new' (uid 'new') is new")
                .hasMessageContaining("in one chain, 'source -> new'");
    }

    @Test
    @DisplayName("CK-60: a chain made of one that had ended and one that had not is refused")
    void ck60AChainOfDifferentPhasesIsRefused() {
        had("source", Phase.RUNNING, Phase.ENDED);
        had("map", Phase.RUNNING, Phase.RUNNING);
        Program apart = new Program();
        apart.operator("map", 2, apart.operator("source", 2));
        apart.chaining = false;
        CompletedCheckpoint checkpoint = checkpoint(apart);
        restore(checkpoint, apart.plan()); // as it was it is fine

        apart.chaining = true;
        assertThatThrownBy(() -> restore(checkpoint, apart.plan()))
                .isExactlyInstanceOf(FlinkRuntimeException.class)
                .hasMessageContaining(
                        "'source' (uid 'source') was at the end of its data in subtask 1")
                .hasMessageContaining("'map' (uid 'map') was running in subtask 1");
    }

    @Test
    @DisplayName("CK-60: one that had finished with one before it that had not is refused")
    void ck60FinishedBehindUnfinishedIsRefused() {
        had("short", Phase.FINISHED);
        had("long", Phase.RUNNING);
        had("sink", Phase.FINISHED);
        Program before = new Program();
        before.operator("long", 1);
        before.operator("sink", 1, rebalanced(before.operator("short", 1)));
        CompletedCheckpoint checkpoint = checkpoint(before);
        Program after = new Program();
        Transformation<Integer> both =
                new UnionTransformation<>(
                        List.of(after.operator("short", 1), after.operator("long", 1)));
        after.operator("sink", 1, rebalanced(both));

        assertThatThrownBy(() -> restore(checkpoint, after.plan()))
                .isExactlyInstanceOf(FlinkRuntimeException.class)
                .hasMessageContaining(POINTER)
                .hasMessageContaining("operator 'sink' (uid 'sink') had finished in subtask 0")
                .hasMessageContaining("operator 'long' (uid 'long') was running in subtask 0");
    }

    @Test
    @DisplayName("CK-60: one that was at its end with a new source before it is refused")
    void ck60EndedBehindANewSourceIsRefused() {
        had("source", Phase.FINISHED, Phase.FINISHED);
        had("sink", Phase.ENDED, Phase.ENDED);
        CompletedCheckpoint checkpoint = checkpoint(sourceBeforeExchange());
        Program after = new Program();
        Transformation<Integer> both =
                new UnionTransformation<>(
                        List.of(after.operator("source", 2), after.operator("more", 2)));
        after.operator("sink", 2, rebalanced(both));

        assertThatThrownBy(() -> restore(checkpoint, after.plan()))
                .isExactlyInstanceOf(FlinkRuntimeException.class)
                .hasMessageContaining("'sink' (uid 'sink') was at the end of its data in subtask 0")
                .hasMessageContaining("operator 'more' (uid 'more') is new");
    }

    @Test
    @DisplayName("CK-60: part of the subtasks ended, and an exchange that sends from all to all")
    void ck60PartlyEndedBehindAnExchangeIsRefused() {
        had("source", Phase.FINISHED, Phase.RUNNING);
        had("sink", Phase.FINISHED, Phase.RUNNING);
        Program forward = new Program();
        forward.chaining = false;
        forward.operator("sink", 2, forward.operator("source", 2));
        CompletedCheckpoint checkpoint = checkpoint(forward);
        restore(checkpoint, forward.plan()); // each subtask hears its own

        assertThatThrownBy(() -> restore(checkpoint, sourceBeforeExchange().plan()))
                .isExactlyInstanceOf(FlinkRuntimeException.class)
                .hasMessageContaining("'sink' (uid 'sink') had finished in subtask 0")
                .hasMessageContaining("'source' (uid 'source') was running in subtask 1");
    }

    @Test
    @DisplayName("CK-82: one that had finished has no state to miss, so it may be left out")
    void ck82OneThatHadFinishedMayBeLeftOut() {
        had("source", Phase.RUNNING);
        had("gone", Phase.FINISHED);
        Program before = new Program();
        before.operator("source", 1);
        before.operator("gone", 1);
        CompletedCheckpoint checkpoint = checkpoint(before);
        Program after = new Program();
        after.operator("source", 1);

        assertThat(restore(checkpoint, after.plan()).checkpointId()).isEqualTo(17);
    }
}
