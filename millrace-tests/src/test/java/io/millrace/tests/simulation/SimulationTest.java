// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.millrace.testing.Simulation;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The real engine from some thousand seeds, over all {@link Shape shapes}: whatever goes wrong, the
 * result is that of a run in which nothing does.
 *
 * <p>{@code -Dmillrace.seed=N} runs one seed only, {@code -Dmillrace.shape=S} one shape only,
 * {@code -Dmillrace.seeds=N} so many seeds in all; {@code -Dmillrace.firstSeed=N} begins elsewhere,
 * for long runs at night.
 */
@Tag("simulation")
class SimulationTest {

    private static final int ENOUGH_TO_COUNT = 100;

    private static boolean skips(Shape shape) {
        String wanted = System.getProperty("millrace.shape", "");
        return !wanted.isEmpty() && !wanted.equals(shape.name());
    }

    @ParameterizedTest(name = "{displayName}: {0}")
    @EnumSource(Shape.class)
    @DisplayName("Proof 2: without mishaps a job leaves what plain loops compute")
    void withoutMishapsAJobLeavesWhatPlainLoopsCompute(Shape shape) {
        assertThat(Simulation.of(shape).expected()).isEqualTo(shape.rows());
    }

    @ParameterizedTest(name = "{displayName}: {0}")
    @EnumSource(Shape.class)
    @DisplayName("Proof 2: whatever goes wrong, the result is exactly-once")
    void whateverGoesWrongTheResultIsExactlyOnce(Shape shape) throws Exception {
        if (skips(shape)) {
            return;
        }
        Simulation simulation = Simulation.of(shape);
        Long only = Long.getLong("millrace.seed");
        long first = only != null ? only : Long.getLong("millrace.firstSeed", 0);
        long count =
                only != null
                        ? 1
                        : Integer.getInteger(
                                        "millrace.seeds", shape.seeds() * Shape.values().length)
                                / Shape.values().length;
        ExecutorService threads =
                Executors.newFixedThreadPool(
                        Math.min(2, Runtime.getRuntime().availableProcessors()));
        List<Future<Simulation.Report>> runs = new ArrayList<>();
        try {
            for (long seed = first; seed < first + count; seed++) {
                long mine = seed;
                runs.add(threads.submit(() -> run(simulation, shape, mine)));
            }
            long deaths = 0;
            long struck = 0;
            for (Future<Simulation.Report> run : runs) {
                deaths += run.get().processes() - 1;
                struck += run.get().story().isEmpty() ? 0 : 1;
            }
            if (count >= ENOUGH_TO_COUNT) {
                assertThat(deaths)
                        .as(
                                "processes that died or were stopped; one per seed at least, or it proves little")
                        .isGreaterThan(count);
                assertThat(struck)
                        .as("seeds of which at least one mishap did not come too late")
                        .isGreaterThan(count * 95 / 100);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private static Simulation.Report run(Simulation simulation, Shape shape, long seed) {
        try {
            return simulation.run(seed);
        } catch (RuntimeException e) {
            return fail(
                    "Shape "
                            + shape
                            + ": "
                            + e.getMessage()
                            + "\nReplay it with:\n  mvn -pl millrace-tests -am test -Dtest=SimulationTest"
                            + " -Dsurefire.failIfNoSpecifiedTests=false -Dmillrace.shape="
                            + shape
                            + " -Dmillrace.seed="
                            + seed,
                    e);
        }
    }

    @ParameterizedTest(name = "{displayName}: {0}")
    @EnumSource(Shape.class)
    @DisplayName("Proof 2: a seed is one run, whenever it is run")
    void aSeedIsOneRunWheneverItIsRun(Shape shape) {
        for (long seed = 1; seed <= 5; seed++) {
            Simulation.Report once = Simulation.of(shape).run(seed);
            Simulation.Report again = Simulation.of(shape).run(seed);
            assertThat(again.traceHash()).isEqualTo(once.traceHash());
            assertThat(again.turns()).isEqualTo(once.turns());
        }
    }
}
