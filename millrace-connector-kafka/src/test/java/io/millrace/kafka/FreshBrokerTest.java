// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.core.execution.JobClient;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.sink.v2.DiscardingSink;
import io.millrace.tests.components.Await;
import io.millrace.tests.kafka.KafkaBroker;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A broker that no group has used yet has no coordinator for the first seconds. */
@Timeout(180)
class FreshBrokerTest {

    @TempDir Path directory;

    @Test
    void offsetsAreCommittedAsSoonAsThereIsACoordinatorAndNothingIsWarnedOf() throws Exception {
        KafkaBroker broker = KafkaBroker.startNew();
        try (Topics topics = new Topics(broker.servers())) {
            String in = topics.create(1);
            topics.send(in, 0, "a", "b", "c");
            StreamExecutionEnvironment env = Jobs.environment(1, directory, 100, null);
            Sinks.endless(env, broker.servers(), in).sinkTo(new DiscardingSink<>());
            try (Logs logs = new Logs()) {
                JobClient job = env.executeAsync("first of its group");
                // Who asks for the group's offsets makes the coordinator, too: the job comes first.
                Await.until(
                        "the job's commit has made it", () -> topics.exists("__consumer_offsets"));
                Await.until(
                        "the group's offsets are there",
                        () -> topics.groupOffsets("group-of-" + in) == 3);
                Jobs.cancel(job);

                assertThat(logs.text()).doesNotContain("Failed to commit consumer offsets");
            }
        } finally {
            broker.stop();
        }
    }
}
