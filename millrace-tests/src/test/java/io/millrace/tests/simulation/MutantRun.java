// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.simulation;

import io.millrace.testing.Simulation;
import io.millrace.testing.SimulationFailure;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.LongFunction;

/** Looks for a seed that fails; called in the class loader of a mutated engine. */
public final class MutantRun implements LongFunction<String> {

    /** Which seed of which shape failed and how, null when none of so many per shape did. */
    @Override
    public String apply(long seedsPerShape) {
        Map<Shape, Simulation> simulations = new EnumMap<>(Shape.class);
        for (Shape shape : Shape.values()) {
            try {
                Simulation simulation = Simulation.of(shape);
                if (!simulation.expected().equals(shape.rows())) {
                    return "shape " + shape + ", without any mishap: another result";
                }
                simulations.put(shape, simulation);
            } catch (SimulationFailure e) {
                return "shape " + shape + ", without any mishap: " + firstLine(e);
            }
        }
        for (long seed = 0; seed < seedsPerShape; seed++) {
            for (Map.Entry<Shape, Simulation> entry : simulations.entrySet()) {
                try {
                    entry.getValue().run(seed);
                } catch (SimulationFailure e) {
                    return "shape " + entry.getKey() + ", " + firstLine(e);
                }
            }
        }
        return null;
    }

    private static String firstLine(SimulationFailure failure) {
        return String.valueOf(failure.getMessage()).lines().findFirst().orElse("");
    }
}
