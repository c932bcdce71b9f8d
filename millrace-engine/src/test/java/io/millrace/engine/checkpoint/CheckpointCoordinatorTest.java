// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.checkpoint.CheckpointDecision.Abort;
import io.millrace.engine.checkpoint.CheckpointDecision.DiscardSnapshot;
import io.millrace.engine.checkpoint.CheckpointDecision.FailJob;
import io.millrace.engine.checkpoint.CheckpointDecision.NotYet;
import io.millrace.engine.checkpoint.CheckpointDecision.NotifyComplete;
import io.millrace.engine.checkpoint.CheckpointDecision.Refused;
import io.millrace.engine.checkpoint.CheckpointDecision.Trigger;
import io.millrace.engine.checkpoint.CheckpointDecision.WriteManifest;
import io.millrace.engine.state.OperatorId;
import io.millrace.engine.state.TaskSnapshot;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class CheckpointCoordinatorTest {

    private static final CheckpointGraph GRAPH =
            new CheckpointGraph(
                    List.of(
                            vertex(0, "left", 2, true),
                            vertex(1, "right", 1, false),
                            vertex(
                                    2,
                                    "join",
                                    2,
                                    false,
                                    new CheckpointGraph.Input(0, true),
                                    new CheckpointGraph.Input(1, false)),
                            vertex(3, "sink", 1, false, new CheckpointGraph.Input(2, false))));

    private static final OperatorId ENUMERATOR = operatorId(0);

    private static final List<OperatorId> ENUMERATORS = List.of(ENUMERATOR);

    private static OperatorId operatorId(int vertex) {
        return new OperatorId(String.format("%032x", vertex));
    }

    private static CheckpointGraph.Vertex vertex(
            int index,
            String name,
            int parallelism,
            boolean coordinated,
            CheckpointGraph.Input... inputs) {
        return new CheckpointGraph.Vertex(
                index,
                name,
                parallelism,
                List.of(inputs),
                List.of(new CheckpointGraph.Operator(operatorId(index), name, coordinated)));
    }

    private static CheckpointPolicy policy(
            long intervalMs, long pauseMs, int maxConcurrent, int tolerable) {
        return new CheckpointPolicy(
                intervalMs, pauseMs, 60, maxConcurrent, tolerable, true, true, true);
    }

    private static TaskSnapshot snapshot(long id, SubtaskKey task) {
        return new TaskSnapshot(id, task.vertex(), task.subtask(), List.of(), 0, 0);
    }

    @Test
    void requestsBeyondTheBoundAreRefused() {
        CheckpointCoordinator coordinator = new CheckpointCoordinator(GRAPH, policy(0, 0, 1, 0));
        assertThat(coordinator.triggerNow(0, 0))
                .containsExactly(new Refused(CheckpointFailureReason.NOT_ALL_TASKS_RUNNING));
        coordinator.jobRunning(0, 1, 0, List.of(), ENUMERATORS);
        assertThat(coordinator.triggerNow(0, 0)).singleElement().isInstanceOf(Trigger.class);
        for (int i = 0; i < TriggerRules.MAX_WAITING_REQUESTS; i++) {
            assertThat(coordinator.triggerNow(0, 0)).singleElement().isInstanceOf(NotYet.class);
        }
        assertThat(coordinator.triggerNow(0, 0))
                .containsExactly(new Refused(CheckpointFailureReason.TOO_MANY_REQUESTS));
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

    /**
     * Lives at random: tasks answer in any order, late, twice or not at all, manifests fail, tasks
     * end, the job restarts. What must hold whatever happens is checked after every letter.
     */
    @Test
    void everyLifeKeepsTheLaws() {
        for (long seed = 0; seed < 800; seed++) {
            try {
                new Life(seed).live();
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("new Life(" + seed + "L) breaks a law", e);
            }
        }
    }

    private static final class Life {
        private final Random random;
        private final CheckpointPolicy policy;
        private final CheckpointCoordinator coordinator;

        private long nowMs;
        private int attempt;
        private boolean running;
        private final TreeSet<SubtaskKey> finished = new TreeSet<>();
        private final TreeSet<SubtaskKey> atEnd = new TreeSet<>();

        private final List<TaskSnapshot> onTheirWay = new ArrayList<>();
        private final List<Integer> attemptsOnTheirWay = new ArrayList<>();
        private long publishing;

        private long lastTriggered;
        private long lastComplete;
        private long lastEndMs = Long.MIN_VALUE / 2;
        private final Set<Long> open = new TreeSet<>();
        private final Set<Long> aborted = new HashSet<>();
        private final Set<Long> complete = new HashSet<>();
        private int failuresInARow;
        private boolean jobFailed;

        Life(long seed) {
            random = new Random(seed);
            long pauseMs = random.nextInt(3) == 0 ? 1L + random.nextInt(60) : 0;
            policy =
                    policy(
                            1 + random.nextInt(40),
                            pauseMs,
                            1 + random.nextInt(3),
                            random.nextInt(3));
            coordinator = new CheckpointCoordinator(GRAPH, policy);
        }

        void live() {
            start();
            for (int step = 0; step < 300; step++) {
                nowMs += random.nextInt(4);
                letter();
                // An enumerator that answers at once may let the next one begin at once.
                while (running && coordinator.nextWakeAtMs() <= nowMs) {
                    carryOut(coordinator.tick(nowMs, nowMs));
                }
                assertThat(coordinator.openIds()).containsExactlyElementsOf(open);
                if (running && !jobFailed) {
                    assertThat(coordinator.nextWakeAtMs()).as("ticked").isGreaterThan(nowMs);
                } else {
                    assertThat(coordinator.nextWakeAtMs()).isEqualTo(Long.MAX_VALUE);
                }
            }
        }

        private void start() {
            attempt++;
            running = true;
            jobFailed = false;
            finished.clear();
            atEnd.clear();
            failuresInARow = 0;
            coordinator.jobRunning(nowMs, attempt, lastComplete, List.of(), ENUMERATORS);
        }

        private void letter() {
            if (!running) {
                if (publishing != 0) {
                    publish();
                } else if (!onTheirWay.isEmpty() && random.nextBoolean()) {
                    answer();
                } else {
                    start();
                }
                return;
            }
            if (jobFailed) {
                suspend();
                return;
            }
            int what = random.nextInt(100);
            if (what < 60 && !onTheirWay.isEmpty()) {
                answer();
            } else if (what < 75 && publishing != 0) {
                publish();
            } else if (what < 78) {
                carryOut(coordinator.triggerNow(nowMs, nowMs));
            } else if (what < 80 && !open.isEmpty()) {
                long id = open.iterator().next();
                carryOut(
                        coordinator.decline(
                                id,
                                any(),
                                random.nextBoolean()
                                        ? CheckpointFailureReason.ASYNC_FAILURE
                                        : CheckpointFailureReason.OVERTAKEN,
                                null,
                                null,
                                nowMs));
            } else if (what < 81) {
                suspend();
            } else if (what < 83) {
                SubtaskKey task = any();
                if (predecessorsIn(task, atEnd)) {
                    atEnd.add(task);
                    coordinator.taskAtEndOfData(task);
                }
            } else if (what < 84) {
                for (SubtaskKey task : List.copyOf(atEnd)) {
                    if (!finished.contains(task) && predecessorsIn(task, finished)) {
                        finished.add(task);
                        carryOut(coordinator.taskFinished(task, nowMs));
                        break;
                    }
                }
            }
        }

        private SubtaskKey any() {
            List<SubtaskKey> tasks = List.copyOf(GRAPH.tasks());
            return tasks.get(random.nextInt(tasks.size()));
        }

        private static boolean predecessorsIn(SubtaskKey task, Set<SubtaskKey> set) {
            return switch (task.vertex()) {
                case 2 ->
                        set.contains(new SubtaskKey(0, task.subtask()))
                                && set.contains(new SubtaskKey(1, 0));
                case 3 -> set.contains(new SubtaskKey(2, 0)) && set.contains(new SubtaskKey(2, 1));
                default -> true;
            };
        }

        private void answer() {
            int which = random.nextInt(onTheirWay.size());
            boolean again = random.nextInt(20) == 0;
            TaskSnapshot snapshot = again ? onTheirWay.get(which) : onTheirWay.remove(which);
            int of = again ? attemptsOnTheirWay.get(which) : attemptsOnTheirWay.remove(which);
            carryOut(coordinator.acknowledge(snapshot, of, false, nowMs));
        }

        private void publish() {
            long id = publishing;
            publishing = 0;
            if (random.nextInt(8) == 0) {
                carryOut(coordinator.manifestFailed(id, null, nowMs));
            } else {
                assertThat(id).as("manifests grow").isGreaterThan(lastComplete);
                lastComplete = id;
                complete.add(id);
                open.remove(id);
                lastEndMs = nowMs;
                failuresInARow = 0;
                carryOut(coordinator.manifestPublished(id, nowMs));
                assertThat(open).allMatch(other -> other > id, "older ones are subsumed");
            }
        }

        private void suspend() {
            running = false;
            carryOut(coordinator.suspend(CheckpointFailureReason.TASK_FAILURE, nowMs));
            assertThat(open).isSubsetOf(Set.of(publishing));
        }

        private void carryOut(List<CheckpointDecision> decisions) {
            for (CheckpointDecision decision : decisions) {
                if (decision instanceof Trigger trigger) {
                    triggered(trigger);
                } else if (decision instanceof WriteManifest write) {
                    assertThat(publishing).as("one manifest at a time").isZero();
                    assertThat(open).contains(write.id());
                    assertThat(write.coordinators().keySet()).isSubsetOf(Set.of(ENUMERATOR));
                    Set<SubtaskKey> all = new TreeSet<>(write.finished());
                    write.snapshots()
                            .forEach(s -> all.add(new SubtaskKey(s.vertex(), s.subtask())));
                    assertThat(all).as("nobody is forgotten").isEqualTo(GRAPH.tasks());
                    publishing = write.id();
                } else if (decision instanceof NotifyComplete notify) {
                    assertThat(complete).as("visible before told").contains(notify.id());
                    if (!running) {
                        assertThat(notify.tasks()).isEmpty();
                    }
                } else if (decision instanceof Abort abort) {
                    assertThat(abort.id())
                            .as("what is being published stays")
                            .isNotEqualTo(publishing);
                    assertThat(open.remove(abort.id())).as("ends once").isTrue();
                    aborted.add(abort.id());
                    lastEndMs = nowMs;
                    if (abort.counted()) {
                        failuresInARow++;
                    }
                    assertThat(abort.failures()).isEqualTo(failuresInARow);
                } else if (decision instanceof FailJob) {
                    assertThat(failuresInARow).isGreaterThan(policy.tolerableFailures());
                    failuresInARow = 0;
                    jobFailed = true;
                } else if (decision instanceof DiscardSnapshot discard) {
                    assertThat(aborted)
                            .as("only debris")
                            .contains(discard.snapshot().checkpointId());
                }
            }
            if (!jobFailed) {
                assertThat(failuresInARow).isLessThanOrEqualTo(policy.tolerableFailures());
            }
        }

        private void triggered(Trigger trigger) {
            assertThat(running).isTrue();
            assertThat(trigger.id()).as("ids grow").isGreaterThan(lastTriggered);
            lastTriggered = trigger.id();
            open.add(trigger.id());
            assertThat(open).hasSizeLessThanOrEqualTo(policy.slots());
            if (trigger.kind() == CheckpointKind.PERIODIC) {
                assertThat(nowMs).as("pause").isGreaterThanOrEqualTo(lastEndMs + policy.pauseMs());
            }
            for (SubtaskKey task : GRAPH.tasks()) {
                boolean root = !finished.contains(task) && predecessorsIn(task, finished);
                if (task.vertex() >= 2) {
                    assertThat(trigger.roots().contains(task)).as("root " + task).isEqualTo(root);
                } else {
                    assertThat(trigger.roots().contains(task)).isEqualTo(!finished.contains(task));
                }
                if (!finished.contains(task) && random.nextInt(60) != 0) {
                    onTheirWay.add(snapshot(trigger.id(), task));
                    attemptsOnTheirWay.add(attempt);
                }
            }
            for (OperatorId operator : trigger.coordinators()) {
                carryOut(
                        coordinator.coordinatorAcknowledge(
                                trigger.id(), operator, new byte[1], nowMs));
            }
        }
    }
}
