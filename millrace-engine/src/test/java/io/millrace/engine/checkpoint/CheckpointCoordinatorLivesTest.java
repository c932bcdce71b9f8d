// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.checkpoint;

import static io.millrace.engine.checkpoint.SampleJob.ENUMERATOR;
import static io.millrace.engine.checkpoint.SampleJob.ENUMERATORS;
import static io.millrace.engine.checkpoint.SampleJob.GRAPH;
import static io.millrace.engine.checkpoint.SampleJob.policy;
import static io.millrace.engine.checkpoint.SampleJob.snapshot;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.checkpoint.CheckpointDecision.Abort;
import io.millrace.engine.checkpoint.CheckpointDecision.DiscardSnapshot;
import io.millrace.engine.checkpoint.CheckpointDecision.FailJob;
import io.millrace.engine.checkpoint.CheckpointDecision.NotifyComplete;
import io.millrace.engine.checkpoint.CheckpointDecision.Trigger;
import io.millrace.engine.checkpoint.CheckpointDecision.WriteManifest;
import io.millrace.engine.state.OperatorId;
import io.millrace.engine.state.SnapshotOrder.Form;
import io.millrace.engine.state.TaskSnapshot;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The coordinator through lives that are drawn at random. */
class CheckpointCoordinatorLivesTest {

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
        private final Set<Long> savepoints = new HashSet<>();
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
                carryOut(
                        coordinator.request(
                                random.nextBoolean()
                                        ? CheckpointRequest.checkpoint(1)
                                        : new CheckpointRequest(
                                                1,
                                                "target",
                                                Form.NATIVE_SAVEPOINT,
                                                CheckpointRequest.Then.NOTHING),
                                nowMs,
                                nowMs));
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
                if (!savepoints.contains(id)) {
                    assertThat(id).as("manifests grow").isGreaterThan(lastComplete);
                    lastComplete = id;
                }
                complete.add(id);
                open.remove(id);
                lastEndMs = nowMs;
                failuresInARow = 0;
                carryOut(coordinator.manifestPublished(id, nowMs));
                if (!savepoints.contains(id)) {
                    assertThat(open)
                            .allMatch(
                                    other -> other > id || savepoints.contains(other),
                                    "older ones are subsumed, but no savepoint");
                }
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
                    if (!running || savepoints.contains(notify.id())) {
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
            if (trigger.order().form().isSavepoint()) {
                savepoints.add(trigger.id());
                if (random.nextInt(10) == 0) {
                    carryOut(coordinator.placeFailed(trigger.id(), null, nowMs));
                    return;
                }
                coordinator.placeReady(trigger.id());
            } else {
                assertThat(open.stream().filter(id -> !savepoints.contains(id)).count())
                        .isLessThanOrEqualTo(policy.slots());
            }
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
