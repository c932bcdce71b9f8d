// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.connectors.rabbitmq;

import io.millrace.api.common.serialization.SimpleStringSchema;
import io.millrace.streaming.api.datastream.SingleOutputStreamOperator;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.tests.components.CountingJob;
import java.nio.file.Path;

/**
 * A process that counts the messages of a queue by key and writes each with its count to files; it
 * continues from the latest checkpoint in its directory. To be killed.
 */
public final class CountingProcess {

    static final String END = "end";

    private CountingProcess() {}

    /** Directory, port, queue; and a queue for the rows, or nothing if they go to files. */
    public static void main(String[] args) throws Exception {
        Path directory = Path.of(args[0]);
        StreamExecutionEnvironment env = CountingJob.environment(directory);
        SingleOutputStreamOperator<String> counts =
                CountingJob.counts(
                        env.addSource(
                                        new RMQSource<>(
                                                Broker.config(Integer.parseInt(args[1]))
                                                        .setPrefetchCount(150)
                                                        .setNetworkRecoveryInterval(1_000)
                                                        .build(),
                                                args[2],
                                                true,
                                                new UntilEnd()))
                                .uid("messages"));
        if (!args[3].isEmpty()) {
            counts.addSink(
                            new RMQSink<>(
                                    Broker.config(Integer.parseInt(args[1])).build(),
                                    args[3],
                                    new SimpleStringSchema()))
                    .uid("rows");
        } else {
            CountingJob.toFiles(counts, directory);
        }
        env.execute("counts to be killed");
    }

    private static final class UntilEnd extends SimpleStringSchema {
        @Override
        public boolean isEndOfStream(String next) {
            return next.equals(END);
        }
    }
}
