// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.millrace.testing.Simulation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * State of all kinds holds what plain collections would, however it is kept and written, whatever
 * goes wrong, and at whatever parallelism it is restored.
 *
 * <p>A seed draws all of it: a program ({@link StatePlan}), what each of the processes that run it
 * is ({@link Course}), what goes wrong, and when a user stops the job with a savepoint from which
 * the next process goes on. What was drawn is counted and printed: each of it must have come.
 *
 * <p>{@code -Dmillrace.seed=N} runs one seed only, {@code -Dmillrace.seeds=N} so many, {@code
 * -Dmillrace.firstSeed=N} begins elsewhere.
 */
@Tag("simulation")
class EquivalenceTest {

    private static final int SEEDS = 1_000;
    private static final int PERCENT_IN_ROCKSDB = 3;
    private static final int ENOUGH_TO_COUNT = 500;

    private final Map<Course.Event, Long> seen = new TreeMap<>();

    @Test
    @DisplayName("Proof 2: state of all kinds is what plain collections hold, on both backends")
    void stateOfAllKindsIsWhatPlainCollectionsHold() throws Exception {
        Long only = Long.getLong("millrace.seed");
        long first = only != null ? only : Long.getLong("millrace.firstSeed", 0);
        long seeds = only != null ? 1 : Integer.getInteger("millrace.seeds", SEEDS);
        ExecutorService threads =
                Executors.newFixedThreadPool(
                        Math.min(2, Runtime.getRuntime().availableProcessors()));
        try (LocalDirectory directory = new LocalDirectory()) {
            Simulation simulation =
                    Simulation.of(
                            new StateKindsJob(PERCENT_IN_ROCKSDB, directory.toString(), this::add));
            seen.clear();
            List<Future<Integer>> runs = new ArrayList<>();
            for (long seed = first; seed < first + seeds; seed++) {
                long mine = seed;
                runs.add(threads.submit(() -> run(simulation, mine)));
            }
            long deaths = 0;
            for (Future<Integer> run : runs) {
                deaths += run.get();
            }
            System.out.println(
                    seeds
                            + " seeds from "
                            + first
                            + ", "
                            + deaths
                            + " processes ended early: "
                            + seen);
            if (seeds >= ENOUGH_TO_COUNT) {
                assertThat(deaths).as("processes that ended early").isGreaterThan(seeds);
                assertThat(seen.keySet())
                        .as("what must have come, or it proves little")
                        .containsExactly(Course.Event.values());
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private synchronized void add(Course course) {
        course.seen().forEach((event, n) -> seen.merge(event, n, Long::sum));
    }

    /** How many processes ended early. */
    private static int run(Simulation simulation, long seed) {
        try {
            return simulation.run(seed).processes() - 1;
        } catch (RuntimeException | AssertionError e) {
            return fail(
                    e.getMessage()
                            + "\n"
                            + Course.last()
                            + "\nReplay it with:\n  mvn -pl millrace-tests -am test"
                            + " -Dtest=EquivalenceTest -Dsurefire.failIfNoSpecifiedTests=false"
                            + " -Dmillrace.seed="
                            + seed,
                    e);
        }
    }
}
