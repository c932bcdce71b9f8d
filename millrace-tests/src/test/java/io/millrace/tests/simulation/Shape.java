// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.simulation;

import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.testing.SimulatedJob;
import io.millrace.testing.SimulatedWorld;
import java.util.Arrays;
import java.util.List;

/** The shapes of jobs that are simulated. */
enum Shape implements SimulatedJob {
    CHAIN(new ChainJob()),
    EXCHANGE(new ExchangeJob()),
    INPUTS(new InputsJob()),
    DIAMOND(new DiamondJob()),
    TWO_PHASE(new TwoPhaseJob()),
    FINISHED(new FinishedJob()),
    FILES(new FilesJob(false)),
    WATCHING(new WatchingJob(), Share.OF_FURTHER),
    CUSTOM(new CustomJob(), Share.OF_FURTHER),
    LOOP(new LoopJob(), Share.OF_FURTHER),
    NESTED_LOOPS(new NestedLoopsJob(), Share.OF_FURTHER),
    AT_LEAST_ONCE(new AtLeastOnceJob(), Share.OF_FURTHER),
    THREE_AT_ONCE(new ThreeAtOnceJob(), Share.OF_FURTHER),
    RESCALED(new RescaledJob(), Share.OF_FURTHER),
    TOPOLOGY(new TopologyJob(true), Share.OF_FURTHER),
    GLOBAL_TOPOLOGY(new TopologyJob(false), Share.OF_FURTHER),
    COMPACTING(new FilesJob(true), Share.OF_FURTHER),
    GENERATED(new GeneratedJob(), Share.OF_FURTHER),
    ASYNC(new AsyncJob(), Share.OF_FURTHER),
    ALIGNED(new AlignedJob(), Share.OF_FURTHER),
    JOINS(new JoinsJob(), Share.OF_FURTHER),
    JOINED_LOOP(new JoinedLoopJob(), Share.OF_FURTHER),
    OVERTAKEN(new OvertakenJob(false), Share.OF_OVERTAKEN),
    OVERTAKEN_RESCALED(new OvertakenJob(true), Share.OF_OVERTAKEN),
    OVERTAKEN_EXCHANGE(new Overtaken(new ExchangeJob()), Share.OF_OVERTAKEN),
    OVERTAKEN_INPUTS(new Overtaken(new InputsJob()), Share.OF_OVERTAKEN),
    OVERTAKEN_ASYNC(new Overtaken(new AsyncJob()), Share.OF_OVERTAKEN),
    OVERTAKEN_FINISHED(new Overtaken(new FinishedJob()), Share.OF_OVERTAKEN),
    OVERTAKEN_TOPOLOGY(new Overtaken(new TopologyJob(true)), Share.OF_OVERTAKEN),
    OVERTAKEN_LOOP(new Overtaken(new LoopJob()), Share.OF_OVERTAKEN);

    /** Which seeds a shape has a share of; shapes that have the same share them evenly. */
    private enum Share {
        OF_FIRST(2_002),
        OF_FURTHER(1_400),
        OF_OVERTAKEN(800);

        final int seeds;

        Share(int seeds) {
            this.seeds = seeds;
        }
    }

    /** One shape. */
    interface Job {
        void program(StreamExecutionEnvironment env, SimulatedWorld world) throws Exception;

        /** The rows it must leave, in order, computed by other means. */
        List<String> rows();

        /** As {@link SimulatedJob#isRestless()}. */
        default boolean isRestless() {
            return false;
        }

        /** The rows it has left, in order. */
        default List<String> outcome(SimulatedWorld world) throws Exception {
            return Expected.outcome(world);
        }
    }

    private final Job job;
    private final Share share;

    Shape(Job job) {
        this(job, Share.OF_FIRST);
    }

    Shape(Job job, Share share) {
        this.job = job;
        this.share = share;
    }

    /** How many seeds of this shape an ordinary build runs. */
    int seeds() {
        long sharing = Arrays.stream(values()).filter(other -> other.share == share).count();
        return (int) (share.seeds / sharing);
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

    @Override
    public boolean isRestless() {
        return job.isRestless();
    }

    List<String> rows() {
        return job.rows();
    }
}
