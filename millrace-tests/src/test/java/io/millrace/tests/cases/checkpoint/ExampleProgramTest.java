// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.JobExecutionResult;
import io.millrace.streaming.api.CheckpointingMode;
import io.millrace.streaming.api.environment.CheckpointConfig.ExternalizedCheckpointCleanup;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.tests.kit.Collected;
import io.millrace.tests.kit.Jobs;
import io.millrace.tests.kit.Logs;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The document's own program. */
class ExampleProgramTest {

    @Test
    @DisplayName(
            "M12, S14: the document's example runs, with one warning that names execution.checkpointing.dir")
    @SuppressWarnings(
            "deprecation") // it is the document's, of the days when none of it was deprecated
    void m12TheDocumentsExampleRuns() throws Exception {
        Collected<Long> sink = new Collected<>();
        try (Logs logs = Logs.capture()) {
            StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();

            // start a checkpoint every 1000 ms
            env.enableCheckpointing(1000);

            // advanced options:

            // set mode to exactly-once (this is the default)
            env.getCheckpointConfig().setCheckpointingMode(CheckpointingMode.EXACTLY_ONCE);

            // make sure 500 ms of progress happen between checkpoints
            env.getCheckpointConfig().setMinPauseBetweenCheckpoints(500);

            // checkpoints have to complete within one minute, or are discarded
            env.getCheckpointConfig().setCheckpointTimeout(60000);

            // allow only one checkpoint to be in progress at the same time
            env.getCheckpointConfig().setMaxConcurrentCheckpoints(1);

            // enable externalized checkpoints which are retained after job cancellation
            env.getCheckpointConfig()
                    .enableExternalizedCheckpoints(
                            ExternalizedCheckpointCleanup.RETAIN_ON_CANCELLATION);

            env.fromSequence(1, 100).keyBy(value -> value % 10).reduce(Long::sum).addSink(sink);
            JobExecutionResult result = env.execute("example");

            assertThat(result.getJobID()).isNotNull();
            assertThat(env.getCheckpointInterval()).isEqualTo(1000);
            assertThat(env.getCheckpointConfig().getCheckpointingMode())
                    .isEqualTo(CheckpointingMode.EXACTLY_ONCE);
            assertThat(env.getCheckpointConfig().getMinPauseBetweenCheckpoints()).isEqualTo(500);
            assertThat(env.getCheckpointConfig().getCheckpointTimeout()).isEqualTo(60000);
            assertThat(env.getCheckpointConfig().getMaxConcurrentCheckpoints()).isEqualTo(1);
            assertThat(env.getCheckpointConfig().isExternalizedCheckpointsEnabled()).isTrue();
            // What is said of the settings; a machine under load may give other cause to warn.
            assertThat(logs.warnings())
                    .filteredOn(line -> line.contains("WARN Engine - "))
                    .singleElement()
                    .asString()
                    .contains("execution.checkpointing.dir", "RETAIN_ON_CANCELLATION");
        }
        assertThat(sink.size()).isEqualTo(100);
    }

    @Test
    @DisplayName(
            "M6: exactly-once is the default; the second argument and the setter are the same thing")
    @SuppressWarnings("deprecation") // the document's own calls
    void m6ExactlyOnceIsTheDefault() {
        StreamExecutionEnvironment env = Jobs.environment(1);
        env.enableCheckpointing(1000);
        assertThat(env.getCheckpointConfig().getCheckpointingMode())
                .isEqualTo(CheckpointingMode.EXACTLY_ONCE);
        env.enableCheckpointing(1000, CheckpointingMode.AT_LEAST_ONCE);
        assertThat(env.getCheckpointConfig().getCheckpointingMode())
                .isEqualTo(CheckpointingMode.AT_LEAST_ONCE);
        env.getCheckpointConfig().setCheckpointingMode(CheckpointingMode.EXACTLY_ONCE);
        assertThat(env.getCheckpointConfig().getCheckpointingMode())
                .isEqualTo(CheckpointingMode.EXACTLY_ONCE);
    }
}
