// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.example;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** All ticks come, and not sooner than the rate lets them. */
class MetronomeTest {

    @Test
    void allTicksComeAtTheirRate() throws Exception {
        StreamExecutionEnvironment env = Run.environment(1);
        long begin = System.nanoTime();

        List<String> ticks = Run.all(Metronome.ticks(env, 100, 50));

        assertThat(Duration.ofNanos(System.nanoTime() - begin))
                .isGreaterThan(Duration.ofMillis(400));
        assertThat(ticks).hasSize(50).startsWith("TICK 0", "tick 1", "tick 2", "tick 3", "TICK 4");
    }
}
