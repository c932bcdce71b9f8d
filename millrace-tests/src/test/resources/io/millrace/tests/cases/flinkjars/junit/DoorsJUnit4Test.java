// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package org.apache.flink.training.doors;

import static org.junit.Assert.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.apache.flink.streaming.util.ProcessFunctionTestHarnesses;
import org.apache.flink.test.util.MiniClusterWithClientResource;
import org.apache.flink.util.Collector;
import org.junit.ClassRule;
import org.junit.Test;

/** Of JUnit 4: a cluster for the class, and a harness. */
public class DoorsJUnit4Test {

    @ClassRule
    public static final MiniClusterWithClientResource CLUSTER =
            new MiniClusterWithClientResource(
                    new MiniClusterResourceConfiguration.Builder()
                            .setNumberTaskManagers(1)
                            .setNumberSlotsPerTaskManager(2)
                            .build());

    @Test
    public void aJobRunsOnTheCluster() throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        assertEquals(2, env.getParallelism());
        List<Integer> found = new ArrayList<>();
        env.fromElements(1, 2, 3).map(n -> n * n).executeAndCollect().forEachRemaining(found::add);
        Collections.sort(found);
        assertEquals(Arrays.asList(1, 4, 9), found);
    }

    @Test
    public void aTimerFires() throws Exception {
        try (KeyedOneInputStreamOperatorTestHarness<Integer, Integer, String> harness =
                ProcessFunctionTestHarnesses.forKeyedProcessFunction(
                        new KeyedProcessFunction<Integer, Integer, String>() {
                            @Override
                            public void processElement(Integer door, Context context, Collector<String> out) {
                                context.timerService().registerEventTimeTimer(context.timestamp() + 10);
                            }

                            @Override
                            public void onTimer(long at, OnTimerContext context, Collector<String> out) {
                                out.collect("door " + context.getCurrentKey() + " at " + at);
                            }
                        },
                        door -> door,
                        Types.INT)) {
            harness.processElement(7, 5);
            harness.processWatermark(20);
            assertEquals(Collections.singletonList("door 7 at 15"), harness.extractOutputValues());
        }
    }
}
