// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.JobStatus;
import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.core.execution.JobClient;
import io.millrace.core.execution.SavepointFormatType;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.tests.components.Await;
import io.millrace.tests.kit.Collected;
import io.millrace.tests.kit.Gate;
import io.millrace.tests.kit.Jobs;
import io.millrace.tests.kit.NumberSource;
import io.millrace.tests.kit.Pace;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the page about savepoints shows, run. */
@Timeout(120)
class SavepointsPageTest {

    @TempDir Path directory;

    @Test
    void takenAndStoppedWith() throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(1);
        Gate gate = new Gate();
        Collected<Long> numbers = new Collected<>();
        env.fromSource(
                        NumberSource.numbers(1, 20).paced(Pace.behind(gate)),
                        WatermarkStrategy.noWatermarks(),
                        "numbers")
                .addSink(numbers);
        String target = directory.toString();
        // snippet: TakeSavepoint
        JobClient job = env.executeAsync("words");
        // end of snippet
        gate.letReadUpTo(10);
        Await.until("ten", () -> numbers.size() == 10);
        // snippet: TakeSavepoint
        String where = job.triggerSavepoint(target, SavepointFormatType.CANONICAL).get();
        // end of snippet
        assertThat(Path.of(URI.create(where)).resolve("_metadata")).exists();
        String stopped = stop(job, target);
        assertThat(Files.exists(Path.of(URI.create(stopped)))).isTrue();
        assertThat(job.getJobStatus().get()).isEqualTo(JobStatus.FINISHED);
        assertThat(numbers.size()).isEqualTo(10);
    }

    private static String stop(JobClient job, String target) throws Exception {
        // snippet: StopWithSavepoint
        String where = job.stopWithSavepoint(false, target, SavepointFormatType.CANONICAL).get();
        // end of snippet
        return where;
    }
}
