// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.common.typeinfo.Types;
import io.millrace.engine.checkpoint.CheckpointManifest;
import io.millrace.engine.plan.ExecutionPlan;
import io.millrace.engine.plan.ExecutionPlan.PlannedOperator;
import io.millrace.engine.plan.PlanSettings;
import io.millrace.engine.plan.Planner;
import io.millrace.engine.state.StateHandle;
import io.millrace.engine.state.StateSummary;
import io.millrace.engine.storage.StoredState;
import io.millrace.spi.FeedbackTransformation;
import io.millrace.spi.OperatorSpec;
import io.millrace.spi.OperatorTransformation;
import io.millrace.spi.PartitionTransformation;
import io.millrace.spi.Partitioning;
import io.millrace.spi.Transformation;
import io.millrace.util.FlinkRuntimeException;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What went round at the cut, and a loop that begins with another parallelism. */
class LoopCheckTest {

    private static OperatorTransformation<Integer> operator(
            String name, int parallelism, List<Transformation<?>> inputs) {
        return new OperatorTransformation<>(
                name,
                new OperatorSpec.Map(x -> x),
                inputs,
                List.of(),
                null,
                Types.INT,
                parallelism);
    }

    /** A loop of that parallelism, fed back in that way. */
    private static ExecutionPlan loop(int parallelism, Partitioning partitioning) {
        OperatorTransformation<Integer> source = operator("source", parallelism, List.of());
        FeedbackTransformation<Integer> feedback =
                new FeedbackTransformation<>(Types.INT, parallelism, 0);
        OperatorTransformation<Integer> head =
                operator("head", parallelism, List.of(source, feedback));
        OperatorTransformation<Integer> body = operator("body", parallelism, List.of(head));
        feedback.close(new PartitionTransformation<>(body, partitioning));
        return Planner.plan(
                List.of(source, head, body), new PlanSettings(true, true, false, false, -1, 100));
    }

    /** A checkpoint with so many records in the log of each subtask of the head. */
    private static void check(ExecutionPlan plan, int parallelismThen, int records) {
        PlannedOperator head =
                plan.vertices().stream()
                        .flatMap(vertex -> vertex.operators().stream())
                        .filter(o -> o.transformation().name().equals("head"))
                        .findFirst()
                        .orElseThrow();
        StateHandle log =
                new StateHandle(
                        StateHandle.Kind.OPERATOR,
                        null,
                        List.of(
                                new StateSummary(
                                        "millrace.loop.0", "operator-list", "Integer", records)),
                        new StoredState.Inline(new byte[0], 0));
        CheckpointManifest.Operator was =
                new CheckpointManifest.Operator(
                        null,
                        head.id(),
                        "head",
                        128,
                        null,
                        IntStream.range(0, parallelismThen)
                                .mapToObj(
                                        i ->
                                                new CheckpointManifest.Subtask(
                                                        CheckpointManifest.Phase.RUNNING,
                                                        List.of(log)))
                                .toList());
        assertThat(was.parallelism()).isEqualTo(parallelismThen);
        LoopCheck.check("chk-7", plan, Map.of(head.id(), was));
    }

    @Test
    @DisplayName("CK-21: what is dealt by a rule that the engine knows is dealt anew")
    void dealtAnew() {
        assertThatCode(() -> check(loop(3, new Partitioning.Rebalance()), 2, 5))
                .doesNotThrowAnyException();
        assertThatCode(() -> check(loop(3, new Partitioning.Global()), 2, 5))
                .doesNotThrowAnyException();
    }

    @Test
    @DisplayName("CK-21: what was broadcast can't be dealt to another number of subtasks")
    void broadcast() {
        ExecutionPlan plan = loop(3, new Partitioning.Broadcast());
        assertThatThrownBy(() -> check(plan, 2, 1))
                .isInstanceOf(FlinkRuntimeException.class)
                .hasMessageContainingAll(
                        "chk-7",
                        "'body' feeds back is broadcast to operator 'head'",
                        "had parallelism 2 and now has 3",
                        "Restore it with parallelism 2");
        assertThatCode(() -> check(plan, 3, 1)).doesNotThrowAnyException();
        assertThatCode(() -> check(plan, 2, 0))
                .as("nothing was on its way")
                .doesNotThrowAnyException();
    }

    @Test
    @DisplayName("CK-21: nor what a partitioner of the program dealt")
    void custom() {
        ExecutionPlan plan =
                loop(3, new Partitioning.Custom((Integer key, int n) -> key % n, (Integer x) -> x));
        assertThatThrownBy(() -> check(plan, 2, 1))
                .hasMessageContaining(
                        "'body' feeds back is dealt by a partitioner of the program to operator"
                                + " 'head'");
        assertThatCode(() -> check(plan, 3, 1)).doesNotThrowAnyException();
    }
}
