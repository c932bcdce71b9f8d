// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.simulation;

import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.testing.SimulatedJob;
import io.millrace.testing.SimulatedWorld;
import java.util.List;

/** The shapes of jobs that are simulated. */
enum Shape implements SimulatedJob {
    CHAIN(new ChainJob()),
    EXCHANGE(new ExchangeJob()),
    INPUTS(new InputsJob()),
    DIAMOND(new DiamondJob()),
    TWO_PHASE(new TwoPhaseJob()),
    FINISHED(new FinishedJob()),
    FILES(new FilesJob()),
    WATCHING(new WatchingJob()),
    CUSTOM(new CustomJob());

    /** One shape. */
    interface Job {
        void program(StreamExecutionEnvironment env, SimulatedWorld world) throws Exception;

        /** The rows it must leave, in order, computed by other means. */
        List<String> rows();

        /** The rows it has left, in order. */
        default List<String> outcome(SimulatedWorld world) throws Exception {
            return Expected.outcome(world);
        }
    }

    private final Job job;

    Shape(Job job) {
        this.job = job;
    }

    @Override
    public void program(StreamExecutionEnvironment env, SimulatedWorld world) throws Exception {
        env.getConfig().setAutoWatermarkInterval(3);
        job.program(env, world);
    }

    @Override
    public Object outcome(SimulatedWorld world) throws Exception {
        return job.outcome(world);
    }

    List<String> rows() {
        return job.rows();
    }
}
