// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.connectors.gcp.pubsub;

import io.millrace.api.common.functions.OpenContext;
import io.millrace.api.common.serialization.SimpleStringEncoder;
import io.millrace.api.common.serialization.SimpleStringSchema;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.configuration.CheckpointingOptions;
import io.millrace.configuration.Configuration;
import io.millrace.configuration.RestartStrategyOptions;
import io.millrace.configuration.StateRecoveryOptions;
import io.millrace.connector.file.sink.FileSink;
import io.millrace.pubsub.SubscriptionOptions;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.KeyedProcessFunction;
import io.millrace.streaming.api.functions.sink.filesystem.bucketassigners.BasePathBucketAssigner;
import io.millrace.streaming.api.functions.sink.filesystem.rollingpolicies.OnCheckpointRollingPolicy;
import io.millrace.util.Collector;
import java.nio.file.Path;
import java.time.Duration;

/**
 * A process that counts the messages of a subscription by key and writes each with its count to
 * files; it continues from the latest checkpoint in its directory. To be killed.
 */
public final class CountingProcess {

    static final String CHECKPOINTS = "checkpoints";
    static final String ROWS = "rows";
    static final String END = "end";
    static final int KEYS = 7;

    private CountingProcess() {}

    /** Directory, host and port of the server, subscription. */
    public static void main(String[] args) throws Exception {
        Path directory = Path.of(args[0]);
        Configuration configuration = new Configuration();
        configuration.set(
                CheckpointingOptions.CHECKPOINTS_DIRECTORY,
                directory.resolve(CHECKPOINTS).toUri().toString());
        configuration.set(StateRecoveryOptions.SAVEPOINT_PATH, "latest");
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "none");
        StreamExecutionEnvironment env =
                StreamExecutionEnvironment.createLocalEnvironment(2, configuration);
        env.enableCheckpointing(50);
        env.addSource(
                        PubSubSource.newBuilder()
                                .withDeserializationSchema(new UntilEnd())
                                .withProjectName(Client.PROJECT)
                                .withSubscriptionName(args[2])
                                .withPubSubSubscriberFactory(
                                        SubscriptionOptions.builder()
                                                .emulator(args[1])
                                                .lease(Duration.ofSeconds(10))
                                                .maxOutstandingMessages(100)
                                                .build())
                                .build())
                .uid("messages")
                .keyBy(text -> Integer.parseInt(text) % KEYS)
                .process(new Counts())
                .uid("counts")
                .sinkTo(
                        FileSink.<String>forRowFormat(
                                        new io.millrace.core.fs.Path(
                                                directory.resolve(ROWS).toUri()),
                                        new SimpleStringEncoder<>())
                                .withBucketAssigner(new BasePathBucketAssigner<>())
                                .withRollingPolicy(OnCheckpointRollingPolicy.build())
                                .build())
                .uid("rows");
        env.execute("counts to be killed");
    }

    private static final class UntilEnd extends SimpleStringSchema {
        @Override
        public boolean isEndOfStream(String next) {
            return next.equals(END);
        }
    }

    /** "number count": how many of its key there have been. */
    private static final class Counts extends KeyedProcessFunction<Integer, String, String> {
        private transient ValueState<Long> count;

        @Override
        public void open(OpenContext context) {
            count = getRuntimeContext().getState(new ValueStateDescriptor<>("count", Long.class));
        }

        @Override
        public void processElement(String number, Context context, Collector<String> out)
                throws Exception {
            Long before = count.value();
            long after = before == null ? 1 : before + 1;
            count.update(after);
            out.collect(number + " " + context.getCurrentKey() + " " + after);
        }
    }
}
