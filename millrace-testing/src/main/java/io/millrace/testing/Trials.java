// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.testing;

import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Objects;

/**
 * Runs a program from many seeds, each with mishaps of its own, and says whether its results are
 * exactly-once: those of a run in which nothing goes wrong, nothing lost and nothing twice. Made by
 * {@link Simulation#of(SimulatedProgram)}.
 *
 * <p>Results are compared by their texts ({@code toString}), in any order. A failure names its seed
 * and how to run it again; {@code -Dmillrace.seed=N} runs that seed only.
 */
public final class Trials {

    /** The name of the system property with which one seed is run again. */
    public static final String SEED = "millrace.seed";

    private static final long USUAL_SEEDS = 100;

    private final SimulatedProgram program;
    private final long first;
    private final long last;

    private Trials(SimulatedProgram program, long first, long last) {
        this.program = program;
        this.first = first;
        this.last = last;
    }

    static Trials of(SimulatedProgram program) {
        return new Trials(Objects.requireNonNull(program, "program"), 1, USUAL_SEEDS);
    }

    /**
     * What the trials have seen.
     *
     * @param seeds how many there were
     * @param processes how many processes they took; each more than the seeds is one that died or
     *     was stopped and went on from its last checkpoint
     * @param mishaps how many things went wrong
     * @param results the texts of the results, in order
     */
    public record Summary(long seeds, long processes, long mishaps, List<String> results) {
        public Summary {
            results = List.copyOf(results);
        }
    }

    /**
     * Which seeds are tried, both ends included; 1 to 100 otherwise.
     *
     * @throws IllegalArgumentException when there are none
     */
    public Trials seeds(long firstSeed, long lastSeed) {
        if (lastSeed < firstSeed) {
            throw new IllegalArgumentException(
                    "There is no seed from " + firstSeed + " to " + lastSeed);
        }
        return new Trials(program, firstSeed, lastSeed);
    }

    /**
     * Each seed leaves the results of a run in which nothing goes wrong.
     *
     * @throws SimulationFailure when one does not
     */
    public Summary expectExactlyOnce() {
        return run(null);
    }

    /**
     * Each seed leaves these results, whatever goes wrong.
     *
     * @param results as objects or as their texts, in any order
     * @throws SimulationFailure when one does not, or a run in which nothing goes wrong
     */
    public Summary expectExactlyOnce(Collection<?> results) {
        return run(Objects.requireNonNull(results, "results"));
    }

    /** The same, with the results one by one. */
    public Summary expectExactlyOnce(Object... results) {
        return expectExactlyOnce(Arrays.asList(results));
    }

    private Summary run(Collection<?> wanted) {
        Simulation simulation = Simulation.of(new Job(program));
        @SuppressWarnings("unchecked") // what the job's outcome is
        List<String> usual = (List<String>) simulation.expected();
        if (wanted != null) {
            List<String> texts = new ArrayList<>(wanted.stream().map(String::valueOf).toList());
            texts.sort(null);
            if (!texts.equals(usual)) {
                throw new SimulationFailure(
                        "The results are wrong though nothing goes wrong: "
                                + Difference.between(texts, usual));
            }
        } else if (usual.isEmpty()) {
            throw new SimulationFailure(
                    "The program has no results, so there is nothing to compare: have it write them"
                            + " to world.results(), or collect them by collectAsync()");
        }
        Long only = Long.getLong(SEED);
        long from = only == null ? first : only;
        long to = only == null ? last : only;
        long processes = 0;
        long mishaps = 0;
        for (long seed = from; seed <= to; seed++) {
            Simulation.Report report;
            try {
                report = simulation.run(seed);
            } catch (SimulationFailure e) {
                throw new SimulationFailure(
                        e.getMessage()
                                + "\nRun it again with -D"
                                + SEED
                                + "="
                                + seed
                                + ", or with .seeds("
                                + seed
                                + ", "
                                + seed
                                + ") in the test.",
                        e.getCause());
            }
            processes += report.processes();
            mishaps += report.story().size();
        }
        return new Summary(to - from + 1, processes, mishaps, usual);
    }

    /** The program as a job whose outcome is what it has committed, and what was collected. */
    private record Job(SimulatedProgram program) implements SimulatedJob {

        @Override
        public void program(StreamExecutionEnvironment env, SimulatedWorld world) throws Exception {
            program.build(env, world);
        }

        @Override
        public List<String> outcome(SimulatedWorld world) {
            List<String> rows = new ArrayList<>(world.ledger().committed());
            world.collectedRows().forEach(row -> rows.add(String.valueOf(row)));
            rows.sort(null);
            return rows;
        }
    }
}
