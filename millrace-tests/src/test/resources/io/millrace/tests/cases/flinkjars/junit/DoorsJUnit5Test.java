// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package org.apache.flink.training.doors;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.util.AbstractTestBase;
import org.junit.jupiter.api.Test;

/** Of JUnit 5, on the cluster that the base brings. */
class DoorsJUnit5Test extends AbstractTestBase {

    @Test
    void aJobRunsOnTheCluster() throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        List<Long> found = new ArrayList<>();
        env.fromElements(1L, 2L, 3L, 4L).keyBy(n -> n % 2).reduce(Long::sum).executeAndCollect().forEachRemaining(found::add);
        Collections.sort(found);
        assertEquals(List.of(1L, 2L, 4L, 6L), found);
    }
}
