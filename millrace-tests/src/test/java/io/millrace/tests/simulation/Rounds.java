// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.simulation;

import io.millrace.api.common.functions.OpenContext;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.api.java.tuple.Tuple2;
import io.millrace.configuration.Configuration;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.KeyedProcessFunction;
import io.millrace.testing.SimulatedWorld;
import io.millrace.util.Collector;
import io.millrace.util.OutputTag;

/**
 * What numbers do in the simulated loops: each has so many rounds to go, and each round is counted
 * by key. When all is through, a timer of event time says how many rounds each key has seen.
 */
final class Rounds extends KeyedProcessFunction<Long, Tuple2<Long, Long>, Tuple2<Long, Long>> {

    private static final long serialVersionUID = 1L;

    static final TypeInformation<Tuple2<Long, Long>> TYPE = Types.TUPLE(Types.LONG, Types.LONG);

    static final OutputTag<String> COUNTS = new OutputTag<>("counts", Types.STRING);

    private final SimulatedWorld world;
    private final String name;
    private transient ValueState<Long> count;

    Rounds(SimulatedWorld world, String name) {
        this.world = world;
        this.name = name;
    }

    /** Forces checkpoints, and lets only a few records wait in memory. */
    static void configure(StreamExecutionEnvironment env) {
        env.getCheckpointConfig().setForceCheckpointing(true);
        Configuration little = new Configuration();
        little.setString("millrace.iteration.memory", "400 b");
        env.configure(little);
    }

    static long toGo(long number) {
        return number % 4 + 1;
    }

    @Override
    public void open(OpenContext context) {
        count = getRuntimeContext().getState(new ValueStateDescriptor<>("rounds", Types.LONG));
    }

    @Override
    public void processElement(
            Tuple2<Long, Long> record, Context ctx, Collector<Tuple2<Long, Long>> out)
            throws Exception {
        world.userCode(name);
        count.update(count.value() == null ? 1 : count.value() + 1);
        ctx.timerService().registerEventTimeTimer(Expected.END_MS);
        out.collect(Tuple2.of(record.f0, record.f1 - 1));
    }

    @Override
    public void onTimer(long timestamp, OnTimerContext ctx, Collector<Tuple2<Long, Long>> out)
            throws Exception {
        ctx.output(COUNTS, name + " " + ctx.getCurrentKey() + " saw " + count.value());
    }
}
