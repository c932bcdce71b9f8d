// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.kafka;

import io.millrace.api.common.functions.OpenContext;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.configuration.CheckpointingOptions;
import io.millrace.configuration.Configuration;
import io.millrace.configuration.StateRecoveryOptions;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.KeyedProcessFunction;
import io.millrace.util.Collector;
import java.nio.file.Path;

/**
 * Kafka, a count of each key, Kafka exactly-once; goes on from the latest checkpoint. In a process
 * of its own that is killed: {@code SERVERS IN OUT CHECKPOINTS}.
 */
final class CountingProgram {

    private CountingProgram() {}

    /** Makes {@code record count} of a record, whose key is what stands before the colon. */
    private static final class Count extends KeyedProcessFunction<String, String, String> {

        private static final long serialVersionUID = 1L;

        private transient ValueState<Integer> count;

        @Override
        public void open(OpenContext context) throws Exception {
            count = getRuntimeContext().getState(new ValueStateDescriptor<>("count", Types.INT));
        }

        @Override
        public void processElement(String record, Context context, Collector<String> out)
                throws Exception {
            int next = count.value() == null ? 1 : count.value() + 1;
            count.update(next);
            out.collect(record + " " + next);
        }
    }

    public static void main(String[] args) throws Exception {
        Configuration configuration = new Configuration();
        configuration.set(
                CheckpointingOptions.CHECKPOINTS_DIRECTORY, Path.of(args[3]).toUri().toString());
        configuration.set(StateRecoveryOptions.SAVEPOINT_PATH, "latest");
        StreamExecutionEnvironment env =
                StreamExecutionEnvironment.createLocalEnvironment(2, configuration);
        build(env, args[0], args[1], args[2]).execute("counts");
    }

    static StreamExecutionEnvironment build(
            StreamExecutionEnvironment env, String servers, String in, String out) {
        env.enableCheckpointing(150);
        Sinks.endless(env, servers, in)
                .keyBy(record -> record.substring(0, record.indexOf(':')))
                .process(new Count())
                .uid("count")
                .sinkTo(Sinks.exactlyOnce(servers, out, "counts-" + out).build())
                .uid("out");
        return env;
    }
}
