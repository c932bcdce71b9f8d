// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testing.Simulation;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** That the shapes in which more may happen have it happen; else they would prove nothing. */
@Tag("simulation")
class LooseShapesTest {

    private static final int SEEDS = 40;

    /** It takes a failure at the right moment: one seed in twenty has it. */
    private static final int AT_LEAST_ONCE_SEEDS = 160;

    @Test
    @DisplayName(
            "M6: under at-least-once some seeds bring numbers once too often, and none loses one")
    void atLeastOnceBringsSomeNumbersTwice() {
        long before = AtLeastOnceJob.SURPLUS.get();
        run(Shape.AT_LEAST_ONCE, AT_LEAST_ONCE_SEEDS);
        assertThat(AtLeastOnceJob.SURPLUS.get() - before).isGreaterThan(0);
    }

    @Test
    @DisplayName(
            "M9: with three at once checkpoints overlap, and newer ones complete before older ones")
    void threeAtOnceOverlapAndOvertake() {
        long overlaps = ThreeAtOnceJob.OVERLAPS.get();
        long overtaken = ThreeAtOnceJob.OVERTAKEN.get();
        run(Shape.THREE_AT_ONCE, SEEDS);
        assertThat(ThreeAtOnceJob.OVERLAPS.get() - overlaps).isGreaterThan(10 * SEEDS);
        assertThat(ThreeAtOnceJob.OVERTAKEN.get() - overtaken).isGreaterThan(SEEDS);
    }

    private static void run(Shape shape, int seeds) {
        Simulation simulation = Simulation.of(shape);
        for (long seed = 0; seed < seeds; seed++) {
            simulation.run(seed);
        }
    }
}
