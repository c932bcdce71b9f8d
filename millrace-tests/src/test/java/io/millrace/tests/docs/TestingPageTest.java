// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.functions.OpenContext;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.runtime.checkpoint.OperatorSubtaskState;
import io.millrace.runtime.testutils.MiniClusterResourceConfiguration;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.KeyedProcessFunction;
import io.millrace.streaming.api.operators.KeyedProcessOperator;
import io.millrace.streaming.api.watermark.Watermark;
import io.millrace.streaming.runtime.streamrecord.StreamRecord;
import io.millrace.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import io.millrace.streaming.util.ProcessFunctionTestHarnesses;
import io.millrace.test.junit5.MiniClusterExtension;
import io.millrace.test.streaming.runtime.util.TestListResultSink;
import io.millrace.testing.ScriptedSource;
import io.millrace.testing.Simulation;
import io.millrace.testing.Trials;
import io.millrace.util.Collector;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What testing.md shows, run. */
@Timeout(60)
class TestingPageTest {

    /** Visits per page; a page that nobody visits for a second is told of. */
    static final class Visits extends KeyedProcessFunction<String, String, String> {

        private static final long serialVersionUID = 1L;

        private transient ValueState<Integer> count;

        @Override
        public void open(OpenContext openContext) {
            count = getRuntimeContext().getState(new ValueStateDescriptor<>("count", Types.INT));
        }

        @Override
        public void processElement(String page, Context ctx, Collector<String> out)
                throws Exception {
            count.update(count.value() == null ? 1 : count.value() + 1);
            out.collect(page + " " + count.value());
            ctx.timerService().registerEventTimeTimer(ctx.timestamp() + 1000);
        }

        @Override
        public void onTimer(long timestamp, OnTimerContext ctx, Collector<String> out)
                throws Exception {
            out.collect(ctx.getCurrentKey() + " is quiet after " + count.value());
            count.clear();
        }
    }

    @Test
    @DisplayName("M14: testing.md, one function")
    void oneFunction() throws Exception {
        // snippet: TestingHarness
        KeyedOneInputStreamOperatorTestHarness<String, String, String> harness =
                ProcessFunctionTestHarnesses.forKeyedProcessFunction(
                        new Visits(), page -> page, Types.STRING);

        harness.processElement("home", 10);
        harness.processWatermark(1010);

        assertThat(harness.getOutput())
                .containsExactly(
                        new StreamRecord<>("home 1", 10),
                        new StreamRecord<>("home is quiet after 1", 1010),
                        new Watermark(1010));
        assertThat(harness.numKeyedStateEntries()).isZero();
        // end of snippet
        harness.close();
    }

    @Test
    @DisplayName("M14: testing.md, after a restart, at another parallelism")
    void afterARestart() throws Exception {
        KeyedOneInputStreamOperatorTestHarness<String, String, String> before =
                new KeyedOneInputStreamOperatorTestHarness<>(
                        new KeyedProcessOperator<>(new Visits()),
                        page -> page,
                        Types.STRING,
                        128,
                        1,
                        0);
        before.open();
        before.processElement("home", 10);
        // snippet: TestingSnapshot
        OperatorSubtaskState snapshot = before.snapshot(1, 0);
        int entries = 0;
        for (int subtask = 0; subtask < 2; subtask++) {
            KeyedOneInputStreamOperatorTestHarness<String, String, String> after =
                    new KeyedOneInputStreamOperatorTestHarness<>(
                            new KeyedProcessOperator<>(new Visits()),
                            page -> page,
                            Types.STRING,
                            128,
                            2,
                            subtask);
            after.initializeState(snapshot);
            after.open();
            entries += after.numKeyedStateEntries();
        }
        assertThat(entries).isEqualTo(1);
        // end of snippet
        before.close();
    }

    // snippet: TestingCluster
    @RegisterExtension
    static final MiniClusterExtension CLUSTER =
            new MiniClusterExtension(
                    new MiniClusterResourceConfiguration.Builder()
                            .setNumberSlotsPerTaskManager(2)
                            .build());

    @Test
    void countsVisits() throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        TestListResultSink<String> results = new TestListResultSink<>();
        ScriptedSource<String> clicks =
                ScriptedSource.of(Types.STRING).at(10, "home").watermark(1500).at(1600, "home");
        env.fromSource(clicks, WatermarkStrategy.noWatermarks(), "clicks")
                .setParallelism(1) // there is one script
                .keyBy(page -> page)
                .process(new Visits())
                .addSink(results);
        env.execute();
        assertThat(results.getResult())
                .containsExactly(
                        "home 1", "home is quiet after 1", "home 1", "home is quiet after 1");
    }

    // end of snippet

    @Test
    @DisplayName("M14: testing.md, is it exactly-once, in five lines")
    void isItExactlyOnce() {
        ScriptedSource<String> clicks = ScriptedSource.of(Types.STRING);
        for (int i = 0; i < 40; i++) {
            clicks = clicks.at(i * 100L, i % 3 == 0 ? "home" : "news");
        }
        ScriptedSource<String> visits = clicks;
        // snippet: TestingSimulation
        Trials.Summary seen =
                Simulation.of(
                                (env, world) ->
                                        env.fromSource(
                                                        world.source(visits),
                                                        WatermarkStrategy.noWatermarks(),
                                                        "visits")
                                                .keyBy(page -> page)
                                                .process(new Visits())
                                                .sinkTo(world.results()))
                        .seeds(1, 30)
                        .expectExactlyOnce();
        // end of snippet
        assertThat(seen.results()).hasSizeGreaterThan(40);
        assertThat(seen.processes()).isGreaterThan(seen.seeds());
    }
}
