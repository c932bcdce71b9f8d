// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.testing.SimulatedJob;
import io.millrace.testing.SimulatedWorld;
import io.millrace.testing.Simulation;
import io.millrace.testing.SimulationFailure;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A user asks for savepoints and stops jobs with them at random moments, while all else goes wrong
 * as ever; each job goes on from where the one before was stopped. {@code -Dmillrace.seed=N} runs
 * one seed, {@code -Dmillrace.steered=N} so many of each shape.
 */
@Tag("simulation")
class SteeredTest {

    private static final int SEEDS = 15;

    /** A shape whose user is restless. */
    private record Steered(Shape shape) implements SimulatedJob {
        @Override
        public void program(StreamExecutionEnvironment env, SimulatedWorld world)
                throws Exception {
            shape.program(env, world);
        }

        @Override
        public Object outcome(SimulatedWorld world) throws Exception {
            return shape.outcome(world);
        }

        @Override
        public boolean isSteered() {
            return true;
        }
    }

    @ParameterizedTest(name = "{displayName}: {0}")
    @EnumSource(
            value = Shape.class,
            names = {
                "CHAIN",
                "EXCHANGE",
                "TWO_PHASE",
                "FINISHED",
                "FILES",
                "CUSTOM",
                "LOOP",
                "NESTED_LOOPS",
                "THREE_AT_ONCE",
                "TOPOLOGY",
                "GENERATED",
                "ASYNC",
                "JOINS"
            })
    @DisplayName("CK-64: stopped with savepoints at random moments, the result is exactly-once")
    void stoppedAtRandomMomentsTheResultIsExactlyOnce(Shape shape) {
        Simulation simulation = Simulation.of(new Steered(shape));
        Long only = Long.getLong("millrace.seed");
        long first = only == null ? 0 : only;
        long count = only == null ? Integer.getInteger("millrace.steered", SEEDS) : 1;
        int stops = 0;
        for (long seed = first; seed < first + count; seed++) {
            try {
                stops += simulation.run(seed).stops();
            } catch (SimulationFailure e) {
                throw new AssertionError("Shape " + shape + ": " + e.getMessage(), e);
            }
        }
        assertThat(only != null || stops > count / 4)
                .as("%d stops for %d seeds", stops, count)
                .isTrue();
    }
}
