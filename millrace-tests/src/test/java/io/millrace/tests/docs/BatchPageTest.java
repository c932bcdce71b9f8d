// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.RuntimeExecutionMode;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.tests.kit.Jobs;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The program of batch.md. */
@Timeout(180)
class BatchPageTest {

    @Test
    @DisplayName("batch.md: one record per key")
    void totals() throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(1);
        // snippet: BatchTotals
        env.setRuntimeMode(RuntimeExecutionMode.BATCH);
        // end of snippet
        assertThat(
                        env.fromData(1, 2, 3)
                                .keyBy(n -> n % 2)
                                .reduce(Integer::sum)
                                .executeAndCollect(9))
                .containsExactlyInAnyOrder(4, 2);
    }
}
