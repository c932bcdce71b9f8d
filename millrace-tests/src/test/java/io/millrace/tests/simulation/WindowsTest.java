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
import java.util.function.LongFunction;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Windows drawn from seeds, on input out of order, against {@link WindowModel}: without mishaps,
 * and then whatever goes wrong.
 *
 * <p>{@code -Dmillrace.plan=N} runs one program only, {@code -Dmillrace.plans=N} so many; {@code
 * -Dmillrace.seeds=N} so many seeds of each.
 */
@Tag("simulation")
class WindowsTest {

    private static final long PLANS = 60;
    private static final long SEEDS = 9;
    private static final long ALIGNED_PLANS = 60;
    private static final long ALIGNED_SEEDS = 4;

    @Test
    @DisplayName("Proof 5: windows show what plain loops compute, whatever goes wrong")
    void windowsShowWhatPlainLoopsCompute() throws Exception {
        all(PLANS, SEEDS, number -> new WindowsJob(WindowPlan.draw(number)), WindowPlan::draw);
    }

    @Test
    @DisplayName("Proof 5: so do those on a grid, which have more than one form, in each of them")
    void alignedWindowsDoSoInAllForms() throws Exception {
        all(
                ALIGNED_PLANS,
                ALIGNED_SEEDS,
                number -> new WindowsJob(aligned(number), form(number)),
                WindowsTest::aligned);
    }

    /** The same program in all forms, one after the other. */
    private static WindowPlan aligned(long number) {
        return WindowPlan.drawAligned(number / 4, number % 4 == 1);
    }

    private static WindowsJob.Form form(long number) {
        return switch ((int) (number % 4)) {
            case 2 -> WindowsJob.Form.CHANGING;
            case 3 -> WindowsJob.Form.SLICED;
            default -> WindowsJob.Form.OWN;
        };
    }

    private static void all(
            long allPlans, long seeds, LongFunction<WindowsJob> job, LongFunction<WindowPlan> draw)
            throws Exception {
        Long only = Long.getLong("millrace.plan");
        long first = only != null ? only : 0;
        long plans = only != null ? 1 : Long.getLong("millrace.plans", allPlans);
        ExecutorService threads =
                Executors.newFixedThreadPool(
                        Math.min(2, Runtime.getRuntime().availableProcessors()));
        try {
            List<Future<Long>> runs = new ArrayList<>();
            for (long plan = first; plan < first + plans; plan++) {
                long mine = plan;
                runs.add(threads.submit(() -> run(mine, seeds, job, draw)));
            }
            long deaths = 0;
            for (Future<Long> run : runs) {
                deaths += run.get();
            }
            if (only == null) {
                assertThat(deaths)
                        .as("processes that died or were stopped; else it proves little")
                        .isGreaterThan(plans * seeds / 2);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    /** How many processes died. */
    private static long run(
            long number, long seeds, LongFunction<WindowsJob> job, LongFunction<WindowPlan> draw) {
        WindowPlan plan = draw.apply(number);
        String what = "Plan " + number + ": " + plan;
        try {
            Simulation simulation = Simulation.of(job.apply(number));
            assertThat(simulation.expected()).as(what).isEqualTo(WindowModel.rows(plan));
            long deaths = 0;
            for (long seed = 0; seed < Long.getLong("millrace.seeds", seeds); seed++) {
                deaths += simulation.run(seed).processes() - 1;
            }
            return deaths;
        } catch (RuntimeException e) {
            return fail(
                    what
                            + "\n"
                            + e.getMessage()
                            + "\nReplay it with:\n  mvn -pl millrace-tests -am test -Dtest=WindowsTest"
                            + " -Dsurefire.failIfNoSpecifiedTests=false -Dmillrace.plan="
                            + number,
                    e);
        }
    }
}
