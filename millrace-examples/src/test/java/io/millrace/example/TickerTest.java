// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.example;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** It would count for ever; the first numbers are enough, and then the job is cancelled. */
class TickerTest {

    @Test
    void countsFromOneOn() throws Exception {
        assertThat(Ticker.ticks(Run.environment(1), 1).executeAndCollect("ticker", 5))
                .containsExactly(1L, 2L, 3L, 4L, 5L);
    }
}
