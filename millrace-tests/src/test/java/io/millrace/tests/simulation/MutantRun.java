// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.simulation;

import io.millrace.testing.Simulation;
import io.millrace.testing.SimulationFailure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongFunction;

/** Looks for a seed that fails; called in the class loader of a mutated engine. */
public final class MutantRun implements LongFunction<String> {

    /** Of worlds with state of all kinds: more than usual, for some bugs are only there. */
    private static final int PERCENT_IN_ROCKSDB = 60;

    /** Which seed of which shape failed and how, null when none of so many per shape did. */
    @Override
    public String apply(long seedsPerShape) {
        try (LocalDirectory databases = new LocalDirectory()) {
            return find(seedsPerShape, databases.toString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String find(long seedsPerShape, String databases) {
        Map<String, Simulation> simulations = new LinkedHashMap<>();
        for (Shape shape : Shape.values()) {
            try {
                Simulation simulation = Simulation.of(shape);
                if (!simulation.expected().equals(shape.rows())) {
                    return "shape " + shape + ", without any mishap: another result";
                }
                simulations.put("shape " + shape, simulation);
            } catch (SimulationFailure e) {
                return "shape " + shape + ", without any mishap: " + firstLine(e);
            }
        }
        try {
            simulations.put(
                    "states of all kinds",
                    Simulation.of(new StateKindsJob(PERCENT_IN_ROCKSDB, databases, course -> {})));
        } catch (SimulationFailure e) {
            return "states of all kinds, without any mishap: " + firstLine(e);
        }
        for (long seed = 0; seed < seedsPerShape; seed++) {
            for (Map.Entry<String, Simulation> entry : simulations.entrySet()) {
                try {
                    entry.getValue().run(seed);
                } catch (SimulationFailure e) {
                    return entry.getKey() + ", " + firstLine(e);
                }
            }
        }
        return null;
    }

    private static String firstLine(SimulationFailure failure) {
        return String.valueOf(failure.getMessage()).lines().findFirst().orElse("");
    }
}
