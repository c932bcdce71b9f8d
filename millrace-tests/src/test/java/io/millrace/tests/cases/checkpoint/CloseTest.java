// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.functions.RichMapFunction;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.tests.kit.CheckpointLog;
import io.millrace.tests.kit.Collected;
import io.millrace.tests.kit.Gate;
import io.millrace.tests.kit.Jobs;
import io.millrace.tests.kit.Logs;
import io.millrace.tests.kit.NumberSource;
import io.millrace.tests.kit.Pace;
import io.millrace.tests.kit.RunningJob;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Functions that fail while they are closed. */
class CloseTest {

    @Test
    @DisplayName(
            "CK-50: a close that fails while the job is cancelled is logged with the operator's name, and the job is cancelled")
    void ck50ACloseThatFailsWhileTheJobIsCancelledIsLogged() throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(1);
        CheckpointLog log = new CheckpointLog();
        env.fromSource(
                        NumberSource.numbers(1, 10).paced(Pace.behind(new Gate())),
                        WatermarkStrategy.noWatermarks(),
                        "numbers")
                .map(log.<Long>probe())
                .map(new FailsInClose())
                .name("sticky")
                .addSink(new Collected<>());
        try (Logs logs = Logs.capture()) {
            RunningJob job = Jobs.start(env, "CK-50");
            log.awaitOpened(1);
            Throwable end = job.cancel();
            assertThat(end).hasMessageContaining("was cancelled");
            assertThat(logs.text()).contains("'sticky'", "will not close");
        }
    }

    private static final class FailsInClose extends RichMapFunction<Long, Long> {
        private static final long serialVersionUID = 1L;

        @Override
        public Long map(Long value) {
            return value;
        }

        @Override
        public void close() {
            throw new IllegalStateException("will not close");
        }
    }
}
