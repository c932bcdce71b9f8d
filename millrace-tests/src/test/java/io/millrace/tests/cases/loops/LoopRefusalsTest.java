// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.loops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.common.RuntimeExecutionMode;
import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.configuration.Configuration;
import io.millrace.streaming.api.CheckpointingMode;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.datastream.IterativeStream;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.tests.kit.Collected;
import io.millrace.tests.kit.Jobs;
import io.millrace.tests.kit.NumberSource;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is refused about loops, when, and with what advice. */
class LoopRefusalsTest {

    private final StreamExecutionEnvironment env = Jobs.environment(1);
    private final Collected<Long> sink = new Collected<>();

    private static DataStream<Long> numbers(StreamExecutionEnvironment env) {
        return env.fromSource(
                NumberSource.numbers(1, 10), WatermarkStrategy.noWatermarks(), "numbers");
    }

    private void halving(StreamExecutionEnvironment env) {
        IterativeStream<Long> loop = numbers(env).iterate();
        DataStream<Long> halved = loop.map(n -> n / 2);
        loop.closeWith(halved.filter(n -> n > 0));
        halved.filter(n -> n == 0).addSink(sink);
    }

    @Test
    @DisplayName(
            "M16, CK-21: with checkpoints a loop is refused at execute(), and told how to force")
    void withCheckpointsALoopIsRefusedAtExecute() {
        env.enableCheckpointing(1000);
        halving(env);

        assertThatThrownBy(() -> env.execute("loop"))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("'Iteration'")
                .hasMessageContaining("enableCheckpointing(interval, mode, true)")
                .hasMessageContaining("setForceCheckpointing(true)")
                .hasMessageContaining("execution.checkpointing.force: true")
                .hasMessageContaining("exactly-once");
        assertThat(sink.size()).isZero();
    }

    @ParameterizedTest(name = "{displayName}: {0}")
    @CsvSource({"argument", "setter", "key"})
    @DisplayName("M16, CK-22: it is forced in three ways")
    @SuppressWarnings("deprecation") // the seed's program calls them
    void itIsForcedInThreeWays(String way) throws Exception {
        Consumer<StreamExecutionEnvironment> force =
                switch (way) {
                    case "argument" ->
                            e -> e.enableCheckpointing(1000, CheckpointingMode.EXACTLY_ONCE, true);
                    case "setter" -> e -> e.getCheckpointConfig().setForceCheckpointing(true);
                    default ->
                            e -> {
                                Configuration configuration = new Configuration();
                                configuration.setString("execution.checkpointing.force", "true");
                                e.configure(configuration);
                            };
                };
        env.enableCheckpointing(1000);
        force.accept(env);
        halving(env);
        Jobs.run(env, "forced");

        assertThat(sink.size()).isEqualTo(10);
    }

    @Test
    @DisplayName("CK-23a: a loop is closed only with a stream that comes from its beginning")
    void aLoopIsClosedOnlyWithAStreamThatComesFromItsBeginning() {
        DataStream<Long> numbers = numbers(env);
        IterativeStream<Long> loop = numbers.iterate();
        loop.map(n -> n).addSink(sink);

        assertThatThrownBy(() -> loop.closeWith(numbers.map(n -> n)))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("comes from its beginning");
        assertThatThrownBy(
                        () ->
                                numbers.iterate()
                                        .withFeedbackType(Long.class)
                                        .closeWith(numbers.map(n -> n)))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("comes from its beginning");
    }

    @Test
    @DisplayName("CK-23a: a loop that is never closed is refused at execute()")
    void aLoopThatIsNeverClosedIsRefused() {
        numbers(env).iterate().map(n -> n).addSink(sink);

        assertThatThrownBy(() -> env.execute("open"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("'Iteration'")
                .hasMessageContaining("never closed");
    }

    @Test
    @DisplayName("CK-23a: what is fed back has the parallelism of what enters")
    void whatIsFedBackHasTheParallelismOfWhatEnters() {
        IterativeStream<Long> loop = numbers(env).iterate();

        assertThatThrownBy(() -> loop.closeWith(loop.map(n -> n).setParallelism(3)))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("setParallelism");
    }

    @Test
    @DisplayName("CK-23a: loops are refused in BATCH mode")
    void loopsAreRefusedInBatchMode() {
        halving(env);
        env.setRuntimeMode(RuntimeExecutionMode.BATCH);

        assertThatThrownBy(() -> env.execute("batch"))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("BATCH")
                .hasMessageContaining("'Iteration'");
        Configuration configuration = new Configuration();
        configuration.setString("execution.runtime-mode", "BATCH");

        assertThatThrownBy(
                        () -> {
                            StreamExecutionEnvironment batch = Jobs.environment(1, configuration);
                            halving(batch);
                            batch.execute("batch");
                        })
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("BATCH");
    }

    @Test
    @DisplayName("CK-23a: the beginning of a loop with two types can't be keyed there")
    void theBeginningOfALoopWithTwoTypesCantBeKeyedThere() {
        assertThatThrownBy(
                        () ->
                                numbers(env)
                                        .iterate()
                                        .withFeedbackType(Long.class)
                                        .keyBy(n -> n, n -> n))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("keyBy(...)");
    }

    @Test
    @DisplayName("M16: a negative time to wait is refused")
    void aNegativeTimeToWaitIsRefused() {
        assertThatThrownBy(() -> numbers(env).iterate(-1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("-1");
    }

    @Test
    @DisplayName("M16: the plan as text knows the way back")
    void thePlanAsTextKnowsTheWayBack() {
        halving(env);
        List<String> lines = env.getExecutionPlan().lines().toList();

        assertThat(lines).anyMatch(line -> line.contains("\"Iteration\""));
        assertThat(lines).anyMatch(line -> line.contains("\"side\" : \"second\""));
    }
}
