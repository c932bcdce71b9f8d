// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Law 4: the planner and the coordinator decide, and others carry out. */
class PureDecisionTest {

    private static final List<String> WORLDLY =
            List.of(
                    "java/io/File",
                    "java/nio/file/",
                    "java/nio/channels/",
                    "java/net/Socket",
                    "java/util/concurrent/Executor",
                    "java/util/concurrent/ScheduledExecutor",
                    "java/util/concurrent/ThreadPool",
                    "java/util/concurrent/ForkJoin",
                    "java/util/concurrent/CompletableFuture",
                    "java/util/concurrent/locks/",
                    "java/util/Random",
                    "java/util/concurrent/ThreadLocalRandom",
                    "java/time/Clock",
                    "java/util/Timer",
                    "io/millrace/core/fs/FileSystem",
                    "io/millrace/engine/storage/CheckpointStorage",
                    "io/millrace/engine/storage/FileCheckpointStorage",
                    "io/millrace/engine/worker/");

    private static final Set<String> CALLS =
            Set.of(
                    "java/lang/System.nanoTime",
                    "java/lang/System.currentTimeMillis",
                    "java/lang/Math.random",
                    "java/time/Instant.now",
                    "java/lang/Object.wait",
                    "java/lang/Thread.sleep",
                    "java/lang/Thread.start");

    /** Outside {@code plan}, the classes that decide; each with its nested classes. */
    private static final Map<String, List<String>> DECIDING =
            Map.of(
                    "checkpoint",
                    List.of(
                            "CheckpointCoordinator",
                            "CheckpointDecision",
                            "CheckpointGraph",
                            "CheckpointPolicy",
                            "CheckpointSchedule",
                            "FailureCount",
                            "OpenCheckpoints",
                            "PendingCheckpoint",
                            "Retention",
                            "TaskPhases",
                            "TriggerRules",
                            "UnionState"),
                    "job",
                    List.of(
                            "RestartDecision",
                            "RestartPolicy",
                            "RestartStrategy",
                            "RestorePlan",
                            "PhaseCheck",
                            "Phases",
                            "MaxParallelism",
                            "JobState"));

    @Test
    void thePlannerTouchesNoFileThreadOrClock() {
        assertThat(worldly(ClassFiles.engineRoom("plan"))).isEmpty();
    }

    @Test
    void theDecidingClassesTouchNoFileThreadOrClock() {
        Map<String, byte[]> deciding = new TreeMap<>();
        DECIDING.forEach(
                (room, names) -> {
                    Map<String, byte[]> classes = ClassFiles.engineRoom(room);
                    for (String name : names) {
                        String full = "io/millrace/engine/" + room + "/" + name;
                        assertThat(classes)
                                .as("a deciding class that is listed here")
                                .containsKey(full);
                        classes.forEach(
                                (candidate, bytes) -> {
                                    if (candidate.equals(full)
                                            || candidate.startsWith(full + "$")) {
                                        deciding.put(candidate, bytes);
                                    }
                                });
                    }
                });
        assertThat(worldly(deciding)).isEmpty();
    }

    private static List<NamesUsed.Use> worldly(Map<String, byte[]> classes) {
        List<NamesUsed.Use> found = new ArrayList<>();
        classes.forEach(
                (name, bytes) -> {
                    for (NamesUsed.Use use : NamesUsed.in(bytes)) {
                        boolean bad =
                                switch (use.kind()) {
                                    case TYPE ->
                                            use.what().equals("java/lang/Thread")
                                                    || WORLDLY.stream()
                                                            .anyMatch(use.what()::startsWith);
                                    case CALL -> CALLS.contains(use.what());
                                    case MONITOR -> true;
                                    case TEXT -> false;
                                };
                        if (bad) {
                            found.add(use);
                        }
                    }
                });
        return found;
    }
}
