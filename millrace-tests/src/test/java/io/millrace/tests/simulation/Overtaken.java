// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.simulation;

import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.testing.SimulatedWorld;
import java.util.List;

/** Another job, in which barriers overtake, or do not, as is drawn for each process. */
record Overtaken(Shape.Job job) implements Shape.Job {

    @Override
    public void program(StreamExecutionEnvironment env, SimulatedWorld world) throws Exception {
        OvertakenJob.draw(env, world);
        job.program(env, world);
    }

    @Override
    public List<String> rows() {
        return job.rows();
    }

    @Override
    public boolean isRestless() {
        return job.isRestless();
    }

    @Override
    public List<String> outcome(SimulatedWorld world) throws Exception {
        return job.outcome(world);
    }
}
