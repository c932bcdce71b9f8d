// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Law 3: nothing in the data plane starts a thread, sleeps, waits or locks, and the only clock is
 * the one it was handed.
 */
class QuietDataPlaneTest {

    private static final Set<String> LOUD_TYPES =
            Set.of(
                    "java/lang/Thread",
                    "java/lang/ThreadLocal",
                    "java/util/Random",
                    "java/util/SplittableRandom",
                    "java/util/concurrent/ThreadLocalRandom",
                    "java/util/Timer",
                    "java/time/Clock");

    private static final List<String> LOUD_PACKAGES = List.of("java/util/concurrent/locks/");

    private static final Set<String> LOUD_CALLS =
            Set.of(
                    "java/lang/System.nanoTime",
                    "java/lang/System.currentTimeMillis",
                    "java/lang/Math.random",
                    "java/time/Instant.now",
                    "java/lang/Object.wait",
                    "java/lang/Object.notify",
                    "java/lang/Object.notifyAll",
                    "java/util/concurrent/Future.get",
                    "java/util/concurrent/CompletableFuture.get",
                    "java/util/concurrent/CompletableFuture.join",
                    "java/util/concurrent/CountDownLatch.await");

    @ParameterizedTest(
            name = "Law 3: {0} starts no thread, waits for nothing, and asks no clock of its own")
    @ValueSource(strings = {"task", "operator", "exchange", "keys", "state", "state.heap", "chain"})
    void roomIsQuiet(String room) {
        List<NamesUsed.Use> loud = new ArrayList<>();
        ClassFiles.engineRoom(room)
                .forEach(
                        (name, bytes) ->
                                NamesUsed.in(bytes).stream()
                                        .filter(QuietDataPlaneTest::isLoud)
                                        .forEach(loud::add));
        assertThat(loud).as("what %s must leave to worker and time", room).isEmpty();
    }

    @Test
    void theSameScanHearsTheRoomThatOwnsTheThreads() {
        List<NamesUsed.Use> loud = new ArrayList<>();
        ClassFiles.engineRoom("worker")
                .forEach(
                        (name, bytes) ->
                                NamesUsed.in(bytes).stream()
                                        .filter(QuietDataPlaneTest::isLoud)
                                        .forEach(loud::add));
        assertThat(loud).extracting(NamesUsed.Use::what).contains("java/lang/Thread");
    }

    private static boolean isLoud(NamesUsed.Use use) {
        return switch (use.kind()) {
            case MONITOR -> true;
            case TYPE ->
                    LOUD_TYPES.contains(use.what())
                            || LOUD_PACKAGES.stream().anyMatch(use.what()::startsWith);
            case CALL -> LOUD_CALLS.contains(use.what()) || use.what().endsWith(".sleep");
            case TEXT -> false;
        };
    }
}
