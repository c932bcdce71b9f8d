// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.connectors.gcp.pubsub;

import io.millrace.api.common.serialization.SimpleStringSchema;
import io.millrace.pubsub.SubscriptionOptions;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.tests.components.CountingJob;
import java.nio.file.Path;
import java.time.Duration;

/**
 * A process that counts the messages of a subscription by key and writes each with its count to
 * files; it continues from the latest checkpoint in its directory. To be killed.
 */
public final class CountingProcess {

    static final String END = "end";

    private CountingProcess() {}

    /** Directory, host and port of the server, subscription. */
    public static void main(String[] args) throws Exception {
        Path directory = Path.of(args[0]);
        StreamExecutionEnvironment env = CountingJob.environment(directory);
        CountingJob.toFiles(
                CountingJob.counts(
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
                                .uid("messages")),
                directory);
        env.execute("counts to be killed");
    }

    private static final class UntilEnd extends SimpleStringSchema {
        @Override
        public boolean isEndOfStream(String next) {
            return next.equals(END);
        }
    }
}
