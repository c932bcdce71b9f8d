// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.checkpoint;

import static io.millrace.engine.checkpoint.SampleJob.ENUMERATORS;
import static io.millrace.engine.checkpoint.SampleJob.GRAPH;
import static io.millrace.engine.checkpoint.SampleJob.policy;
import static io.millrace.engine.checkpoint.SampleJob.snapshot;
import static io.millrace.engine.checkpoint.SampleJob.vertex;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.checkpoint.CheckpointDecision.NotYet;
import io.millrace.engine.checkpoint.CheckpointDecision.Refused;
import io.millrace.engine.checkpoint.CheckpointDecision.Trigger;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CheckpointCoordinatorTest {

    private static final CheckpointRequest ASKED = CheckpointRequest.checkpoint(1);

    @Test
    void requestsBeyondTheBoundAreRefused() {
        CheckpointCoordinator coordinator = new CheckpointCoordinator(GRAPH, policy(0, 0, 1, 0));
        assertThat(coordinator.request(ASKED, 0, 0))
                .containsExactly(new Refused(ASKED, CheckpointFailureReason.NOT_ALL_TASKS_RUNNING));
        coordinator.jobRunning(0, 1, 0, List.of(), ENUMERATORS);
        assertThat(coordinator.request(ASKED, 0, 0)).singleElement().isInstanceOf(Trigger.class);
        for (int i = 0; i < TriggerRules.MAX_WAITING_REQUESTS; i++) {
            assertThat(coordinator.request(ASKED, 0, 0)).singleElement().isInstanceOf(NotYet.class);
        }
        assertThat(coordinator.request(ASKED, 0, 0))
                .containsExactly(new Refused(ASKED, CheckpointFailureReason.TOO_MANY_REQUESTS));
    }

    @Test
    void withoutAnIntervalNothingIsTriggeredNotEvenAtTheEnd() {
        CheckpointCoordinator coordinator = new CheckpointCoordinator(GRAPH, policy(0, 0, 1, 0));
        coordinator.jobRunning(0, 1, 0, List.of(), ENUMERATORS);
        for (SubtaskKey task : GRAPH.tasks()) {
            coordinator.taskAtEndOfData(task);
        }
        assertThat(coordinator.nextWakeAtMs()).isEqualTo(Long.MAX_VALUE);
        assertThat(coordinator.tick(1_000_000, 0)).isEmpty();
    }

    @Test
    void newsOfAManifestNobodyAskedForIsAnError() {
        CheckpointCoordinator coordinator = new CheckpointCoordinator(GRAPH, policy(10, 0, 1, 0));
        coordinator.jobRunning(0, 1, 0, List.of(), ENUMERATORS);
        assertThatThrownBy(() -> coordinator.manifestPublished(3, 0))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("checkpoint 3");
        coordinator.tick(10, 0);
        assertThatThrownBy(() -> coordinator.manifestFailed(1, null, 11))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("COLLECTING");
    }

    @Test
    void anAttemptDoesNotBeginWhileItIsUnknownWhichCheckpointIsTheLatest() {
        CheckpointGraph one = new CheckpointGraph(List.of(vertex(0, "task", 1, false)));
        CheckpointCoordinator coordinator = new CheckpointCoordinator(one, policy(10, 0, 1, 0));
        coordinator.jobRunning(0, 1, 0, List.of(), ENUMERATORS);
        coordinator.tick(10, 0);
        coordinator.acknowledge(snapshot(1, new SubtaskKey(0, 0)), 1, false, 11);
        coordinator.suspend(CheckpointFailureReason.TASK_FAILURE, 12);
        assertThat(coordinator.isPublishing()).isTrue();
        assertThatThrownBy(() -> coordinator.jobRunning(20, 2, 0, List.of(), ENUMERATORS))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("manifest of checkpoint 1");
        coordinator.manifestPublished(1, 21);
        coordinator.jobRunning(22, 2, 1, List.of(), ENUMERATORS);
    }

    @Test
    void behindAPointwiseEdgeATaskIsARootOnceThoseThatItHearsAreFinished() {
        CheckpointGraph graph =
                new CheckpointGraph(
                        List.of(
                                vertex(0, "a", 2, false),
                                vertex(1, "b", 3, false, new CheckpointGraph.Input(0, true)),
                                vertex(2, "c", 2, false, new CheckpointGraph.Input(1, true)),
                                vertex(3, "d", 1, false, new CheckpointGraph.Input(1, false))));
        SubtaskKey a0 = new SubtaskKey(0, 0);
        SubtaskKey a1 = new SubtaskKey(0, 1);
        SubtaskKey b0 = new SubtaskKey(1, 0);
        SubtaskKey b1 = new SubtaskKey(1, 1);
        SubtaskKey b2 = new SubtaskKey(1, 2);
        SubtaskKey c0 = new SubtaskKey(2, 0);
        SubtaskKey c1 = new SubtaskKey(2, 1);

        assertThat(graph.roots(Set.of())).containsExactly(a0, a1);
        assertThat(graph.roots(Set.of(a0))).containsExactly(a1, b0, b1);
        assertThat(graph.roots(Set.of(a0, b0))).containsExactly(a1, b1, c0);
        assertThat(graph.roots(Set.of(a0, a1, b0, b1))).containsExactly(b2, c0);
        assertThat(graph.roots(Set.of(a0, a1, b0, b1, b2)))
                .containsExactly(c0, c1, new SubtaskKey(3, 0));
    }
}
