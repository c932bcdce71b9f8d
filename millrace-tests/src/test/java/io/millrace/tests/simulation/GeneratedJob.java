// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.simulation;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.io.CheckpointableInputFormat;
import io.millrace.api.common.io.GenericInputFormat;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.api.connector.source.util.ratelimit.RateLimiterStrategy;
import io.millrace.connector.datagen.source.DataGeneratorSource;
import io.millrace.core.io.GenericInputSplit;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.testing.SimulatedWorld;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Records of three sources that need no outside system: made from numbers, at a bounded rate; by an
 * input format that can say where it is; and by one that can't.
 */
final class GeneratedJob implements Shape.Job {

    private static final int COUNT = 24;

    @Override
    public void program(StreamExecutionEnvironment env, SimulatedWorld world) {
        env.setParallelism(1 + world.draw(3));
        DataStream<Long> made =
                env.fromSource(
                        new DataGeneratorSource<Long>(
                                number -> {
                                    world.userCode("generator");
                                    return number;
                                },
                                COUNT,
                                world.draw(2) == 0
                                        ? RateLimiterStrategy.perSecond(500 + world.draw(3000))
                                        : RateLimiterStrategy.noOp(),
                                Types.LONG),
                        WatermarkStrategy.noWatermarks(),
                        "generator");
        DataStream<Long> positioned =
                env.createInput(new Positioned(world), Types.LONG).map(number -> 1000 + number);
        DataStream<Long> counted =
                env.createInput(new Counted(world), Types.LONG).map(number -> 2000 + number);
        made.union(positioned, counted)
                .map(number -> "n" + number)
                .sinkTo(new LedgerSink(world, "writer"));
    }

    @Override
    public List<String> rows() {
        List<String> rows = new ArrayList<>();
        for (long number = 0; number < COUNT; number++) {
            rows.add("n" + number);
            rows.add("n" + (1000 + number));
            rows.add("n" + (2000 + number));
        }
        rows.sort(null);
        return rows;
    }

    /** The numbers in parts of six; the part can't say where it is. */
    private static class Counted extends GenericInputFormat<Long> {

        private static final long serialVersionUID = 1L;
        private static final int PART = 6;

        final SimulatedWorld world;
        transient long next;
        transient long end;

        Counted(SimulatedWorld world) {
            this.world = world;
        }

        /** As many for each parallelism, since parts are numbered. */
        @Override
        public GenericInputSplit[] createInputSplits(int numSplits) throws IOException {
            return super.createInputSplits(COUNT / PART);
        }

        @Override
        public void open(GenericInputSplit split) throws IOException {
            super.open(split);
            next = (long) split.getSplitNumber() * PART;
            end = next + PART;
        }

        @Override
        public boolean reachedEnd() {
            return next == end;
        }

        @Override
        public Long nextRecord(Long reuse) {
            world.userCode("format");
            return next++;
        }
    }

    /** The same, and it can. */
    private static final class Positioned extends Counted
            implements CheckpointableInputFormat<GenericInputSplit, Long> {

        private static final long serialVersionUID = 1L;

        Positioned(SimulatedWorld world) {
            super(world);
        }

        @Override
        public Long getCurrentState() {
            return next;
        }

        @Override
        public void reopen(GenericInputSplit split, Long state) throws IOException {
            open(split);
            next = state;
        }
    }
}
