// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.millrace.configuration.Configuration;
import io.millrace.testing.SimulatedWorld;
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
 * State of all kinds holds what plain collections would, however it is kept and written, whatever
 * goes wrong, and at whatever parallelism it is restored.
 *
 * <p>{@code -Dmillrace.plan=N} runs one program only, {@code -Dmillrace.plans=N} so many; {@code
 * -Dmillrace.seeds=N} so many seeds of each.
 */
@Tag("simulation")
class EquivalenceTest {

    private static final long PLANS = 50;
    private static final long SEEDS = 10;

    /** How state is kept. */
    enum Kept {
        ON_THE_HEAP("hashmap", PLANS, SEEDS),
        /** Fewer programs: each process opens and closes databases. */
        IN_ROCKSDB("rocksdb", 3, 3);

        private final String name;
        private final long plans;
        private final long seeds;

        Kept(String name, long plans, long seeds) {
            this.name = name;
            this.plans = plans;
            this.seeds = seeds;
        }

        /** Each process draws anew what may differ from one to the next. */
        void settings(Configuration settings, SimulatedWorld world) {
            settings.setString("state.backend.type", name);
            settings.setString(
                    "execution.checkpointing.incremental", Boolean.toString(world.draw(2) == 0));
        }
    }

    @ParameterizedTest
    @EnumSource(Kept.class)
    @DisplayName("Proof 2: state is what plain collections hold")
    void stateIsWhatPlainCollectionsHold(Kept kept) throws Exception {
        Long only = Long.getLong("millrace.plan");
        long first = only != null ? only : 0;
        long plans = only != null ? 1 : Long.getLong("millrace.plans", kept.plans);
        ExecutorService threads =
                Executors.newFixedThreadPool(
                        Math.min(2, Runtime.getRuntime().availableProcessors()));
        try {
            List<Future<Long>> runs = new ArrayList<>();
            for (long plan = first; plan < first + plans; plan++) {
                long mine = plan;
                runs.add(threads.submit(() -> run(mine, kept)));
            }
            long deaths = 0;
            for (Future<Long> run : runs) {
                deaths += run.get();
            }
            if (only == null) {
                assertThat(deaths)
                        .as("processes that died or were stopped; else it proves little")
                        .isGreaterThan(plans * kept.seeds / 2);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    /** How many processes died. */
    private static long run(long number, Kept kept) {
        StatePlan plan = StatePlan.draw(number);
        try {
            Simulation simulation = Simulation.of(new StateKindsJob(plan, kept::settings));
            assertThat(simulation.expected()).isEqualTo(plan.rows());
            long deaths = 0;
            for (long seed = 0; seed < Long.getLong("millrace.seeds", kept.seeds); seed++) {
                deaths += simulation.run(seed).processes() - 1;
            }
            return deaths;
        } catch (RuntimeException | AssertionError e) {
            return fail(
                    "Plan "
                            + number
                            + ": "
                            + e.getMessage()
                            + "\nReplay it with:\n  mvn -pl millrace-tests -am test -Dtest=EquivalenceTest"
                            + " -Dsurefire.failIfNoSpecifiedTests=false -Dmillrace.plan="
                            + number,
                    e);
        }
    }
}
