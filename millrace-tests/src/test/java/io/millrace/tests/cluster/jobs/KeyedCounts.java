// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cluster.jobs;

import io.millrace.api.common.functions.RichFlatMapFunction;
import io.millrace.api.common.restartstrategy.RestartStrategies;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.api.common.time.Time;
import io.millrace.api.java.utils.ParameterTool;
import io.millrace.configuration.Configuration;
import io.millrace.runtime.state.hashmap.HashMapStateBackend;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.util.Collector;

/** Keyed state: how many of each key there have been. In the style of years ago. */
public final class KeyedCounts {

    private KeyedCounts() {}

    public static void main(String[] args) throws Exception {
        ParameterTool arguments = ParameterTool.fromArgs(args);
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.enableCheckpointing(200);
        env.setStateBackend(new HashMapStateBackend());
        env.setRestartStrategy(RestartStrategies.fixedDelayRestart(20, Time.milliseconds(200)));
        Lines.write(
                Lines.numbers(env, arguments)
                        .keyBy(number -> number % 17)
                        .flatMap(new Count())
                        .uid("count"),
                arguments);
        env.execute("keyed counts");
    }

    private static final class Count extends RichFlatMapFunction<Long, String> {
        private transient ValueState<Long> counts;

        @Override
        public void open(Configuration parameters) throws Exception {
            super.open(parameters);
            if (getRuntimeContext().getIndexOfThisSubtask()
                    >= getRuntimeContext().getNumberOfParallelSubtasks()) {
                throw new IllegalStateException("no such subtask");
            }
            counts = getRuntimeContext().getState(new ValueStateDescriptor<>("count", Long.class));
        }

        @Override
        public void flatMap(Long number, Collector<String> out) throws Exception {
            long count = counts.value() == null ? 1 : counts.value() + 1;
            counts.update(count);
            out.collect(number % 17 + " " + count);
        }
    }
}
