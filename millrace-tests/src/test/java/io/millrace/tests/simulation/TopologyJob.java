// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.simulation;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.testing.SimulatedWorld;
import java.util.ArrayList;
import java.util.List;

/** A sink with topologies before its writer, before its committer and behind it. */
final class TopologyJob implements Shape.Job {

    private static final int SPLITS = 6;
    private static final int PER_SPLIT = 5;

    /**
     * Whether rows are visible when they are committed, or only when the global committer has them.
     * No process may see it otherwise than the one before: what one of the two committers has done
     * with is not committed by the other.
     */
    private final boolean visibleAtOnce;

    TopologyJob(boolean visibleAtOnce) {
        this.visibleAtOnce = visibleAtOnce;
    }

    @Override
    public void program(StreamExecutionEnvironment env, SimulatedWorld world) {
        env.setParallelism(1 + world.draw(2));
        env.fromSource(
                        new NumbersSource(world, 0, SPLITS, PER_SPLIT, Expected.HOLD_MS),
                        WatermarkStrategy.noWatermarks(),
                        "numbers")
                .map(number -> "n" + number)
                .sinkTo(new TopologySink(world, 1 + world.draw(3), visibleAtOnce))
                .uid("ledger");
    }

    @Override
    public List<String> rows() {
        List<String> rows = new ArrayList<>();
        for (long number = 0; number < SPLITS * PER_SPLIT; number++) {
            rows.add("n" + number);
        }
        rows.sort(null);
        return rows;
    }
}
