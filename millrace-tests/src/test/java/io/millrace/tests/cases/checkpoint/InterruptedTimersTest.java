// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.functions.OpenContext;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.configuration.Configuration;
import io.millrace.configuration.StateBackendOptions;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.KeyedProcessFunction;
import io.millrace.streaming.api.functions.ProcessFunction;
import io.millrace.tests.kit.CheckpointLog;
import io.millrace.tests.kit.Collected;
import io.millrace.tests.kit.Fault;
import io.millrace.tests.kit.Jobs;
import io.millrace.tests.kit.NumberSource;
import io.millrace.util.Collector;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checkpoints that come between the timers of one watermark. */
@Timeout(60)
class InterruptedTimersTest {

    private static final long KEYS = 10;
    private static final long PATIENT = 5;

    /**
     * Each key has one timer, at the key itself. That of the patient one registers itself anew
     * until a checkpoint is complete, and then the job fails: so that checkpoint was taken between
     * its calls.
     */
    private static final class OneTimerEach extends KeyedProcessFunction<Long, Long, String> {
        private static final long serialVersionUID = 1L;
        private final CheckpointLog log;
        private final Fault fault;
        private transient ValueState<Long> fired;

        OneTimerEach(CheckpointLog log, Fault fault) {
            this.log = log;
            this.fault = fault;
        }

        @Override
        public void open(OpenContext context) {
            fired = getRuntimeContext().getState(new ValueStateDescriptor<>("fired", Types.LONG));
        }

        @Override
        public void processElement(Long value, Context ctx, Collector<String> out) {
            ctx.timerService().registerEventTimeTimer(ctx.getCurrentKey());
        }

        @Override
        public void onTimer(long timestamp, OnTimerContext ctx, Collector<String> out)
                throws Exception {
            if (ctx.getCurrentKey() == PATIENT) {
                if (log.completed().isEmpty()) {
                    ctx.timerService().registerEventTimeTimer(timestamp);
                    return;
                }
                fault.strike("in the middle of a watermark");
            }
            fired.update(fired.value() == null ? 1 : fired.value() + 1);
            out.collect(
                    ctx.getCurrentKey()
                            + " fired "
                            + fired.value()
                            + " time, watermark "
                            + (ctx.timerService().currentWatermark() >= KEYS
                                    ? "is there"
                                    : "is not"));
        }
    }

    /** Tells whether the watermark has come past it. */
    private static final class Behind extends ProcessFunction<String, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public void processElement(String value, Context ctx, Collector<String> out) {
            out.collect(value + (ctx.timerService().currentWatermark() < 0 ? "" : ", and behind"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"hashmap", "rocksdb"})
    @DisplayName(
            "CK-11: what fired before the checkpoint does not fire again, the others fire after it,"
                    + " and the watermark is passed on behind all of them")
    void betweenTimers(String backend) throws Exception {
        Configuration configuration = new Configuration();
        configuration.set(StateBackendOptions.STATE_BACKEND, backend);
        StreamExecutionEnvironment env = Jobs.environment(1, configuration);
        env.enableCheckpointing(10);
        env.getCheckpointConfig().enableUnalignedCheckpoints();
        env.getCheckpointConfig().enableUnalignedCheckpointsInterruptibleTimers(true);
        Jobs.restarts(env, 1);
        CheckpointLog log = new CheckpointLog();
        Fault fault = Fault.once();
        Collected<String> told = new Collected<>();
        env.fromSource(
                        NumberSource.numbers(1, KEYS),
                        WatermarkStrategy.<Long>noWatermarks()
                                .withTimestampAssigner((value, before) -> value),
                        "numbers")
                .keyBy(value -> value, Types.LONG)
                .process(new OneTimerEach(log, fault))
                .setParallelism(2) // with one it would share its task with the source
                .rebalance()
                .process(new Behind())
                .map(log.<String>probe())
                .addSink(told);
        Jobs.run(env, "interrupted timers");

        assertThat(fault.struck()).isEqualTo(1);
        Set<String> expected = new HashSet<>();
        for (long key = 1; key <= KEYS; key++) {
            expected.add(key + " fired 1 time, watermark is there");
        }
        // A sink like this one sees some of it twice, but nothing else.
        assertThat(new HashSet<>(told.values())).isEqualTo(expected);
    }
}
