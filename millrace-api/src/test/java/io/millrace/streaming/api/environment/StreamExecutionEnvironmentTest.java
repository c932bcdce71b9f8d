// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.environment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.common.InvalidProgramException;
import io.millrace.api.common.JobExecutionResult;
import io.millrace.api.common.RuntimeExecutionMode;
import io.millrace.api.common.functions.MapFunction;
import io.millrace.api.common.restartstrategy.RestartStrategies;
import io.millrace.configuration.CheckpointingOptions;
import io.millrace.configuration.Configuration;
import io.millrace.configuration.CoreOptions;
import io.millrace.configuration.PipelineOptions;
import io.millrace.configuration.RestartStrategyOptions;
import io.millrace.core.execution.JobClient;
import io.millrace.core.execution.JobListener;
import io.millrace.spi.OperatorTransformation;
import io.millrace.spi.Pipeline;
import io.millrace.spi.Programs;
import io.millrace.streaming.api.TimeCharacteristic;
import io.millrace.streaming.api.functions.sink.v2.DiscardingSink;
import io.millrace.streaming.api.functions.source.ParallelSourceFunction;
import io.millrace.streaming.api.functions.source.SourceFunction;
import io.millrace.util.NumberSequenceIterator;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StreamExecutionEnvironmentTest {

    private final StreamExecutionEnvironment env = new LocalStreamEnvironment();

    @Test
    void executeHandsOverTheProgramAndReturnsTheResult() throws Exception {
        FakeJob job = FakeJob.finished();
        RecordedExecutor.answer = pipeline -> job;
        env.fromElements(1, 2).print();

        JobExecutionResult result = env.execute("counting");

        assertThat(result.getJobID()).isEqualTo(job.getJobID());
        Pipeline pipeline = RecordedExecutor.last;
        assertThat(pipeline.jobName()).isEqualTo("counting");
        assertThat(pipeline.jobId()).isNull();
        assertThat(names(pipeline))
                .containsExactly("Source: Collection Source", "Sink: Print to Std. Out");
        assertThat(pipeline.configuration().get(PipelineOptions.NAME)).isEqualTo("counting");
        assertThatThrownBy(env::execute)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("executed already");
    }

    @Test
    void theNameComesFromTheCallElseTheConfigurationElseTheDefault() {
        env.fromElements(1).print();
        assertThat(Programs.pipeline(env, null).jobName()).isEqualTo("Flink Streaming Job");
        Configuration named = new Configuration();
        named.set(PipelineOptions.NAME, "configured");
        env.configure(named);
        assertThat(Programs.pipeline(env, null).jobName()).isEqualTo("configured");
        assertThat(Programs.pipeline(env, "called").jobName()).isEqualTo("called");
    }

    @Test
    void aProgramWithoutOperatorsIsRefused() {
        assertThatThrownBy(env::execute)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("No operators defined in streaming topology");
        env.fromElements(1);
        assertThatThrownBy(env::execute)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("the sources");
    }

    @Test
    void aProgramWithoutASinkIsRefusedAndItsLastOperatorsAreNamed() {
        env.fromElements(1).map(new PlusOne()).name("first").map(new PlusOne()).name("the end");
        assertThatThrownBy(env::execute)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("no sink")
                .hasMessageContaining("'the end'")
                .hasMessageNotContaining("'first'");
    }

    @Test
    void aSourceThatNobodyReadsIsLeftOut() {
        env.fromElements(1).name("unread");
        env.fromElements(2).name("read").rebalance().print();
        assertThat(names(Programs.pipeline(env, null)))
                .containsExactly("Source: read", "Sink: Print to Std. Out");
    }

    @Test
    void aFailureOfTheJobIsThrownAndListenersHearOfIt() {
        List<String> heard = new ArrayList<>();
        env.registerJobListener(
                new JobListener() {
                    @Override
                    public void onJobSubmitted(JobClient client, Throwable failure) {
                        heard.add("submitted " + (client != null) + " " + failure);
                    }

                    @Override
                    public void onJobExecuted(JobExecutionResult result, Throwable failure) {
                        heard.add("executed " + result + " " + failure.getMessage());
                    }
                });
        RecordedExecutor.answer = pipeline -> FakeJob.failed(new IllegalStateException("broken"));
        env.fromElements(1).print();

        assertThatThrownBy(env::execute)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("broken");
        assertThat(heard).containsExactly("submitted true null", "executed null broken");
    }

    @Test
    void aListenerThatThrowsHarmsNeitherTheJobNorTheOthers() throws Exception {
        List<String> heard = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            env.registerJobListener(
                    new JobListener() {
                        @Override
                        public void onJobSubmitted(JobClient client, Throwable failure) {
                            heard.add("submitted " + (client != null) + " " + failure);
                            throw new IllegalStateException("not now");
                        }

                        @Override
                        public void onJobExecuted(JobExecutionResult result, Throwable failure) {
                            heard.add("executed " + (result != null) + " " + failure);
                            throw new IllegalStateException("not now");
                        }
                    });
        }
        RecordedExecutor.answer = pipeline -> FakeJob.finished();
        env.fromElements(1).print();

        assertThat(env.execute()).isNotNull();
        assertThat(heard)
                .containsExactly(
                        "submitted true null",
                        "submitted true null",
                        "executed true null",
                        "executed true null");
    }

    @Test
    void anInterruptedCallerTakesTheJobDown() {
        FakeJob job = new FakeJob();
        RecordedExecutor.answer = pipeline -> job;
        env.fromElements(1).print();
        Thread.currentThread().interrupt();

        assertThatThrownBy(env::execute).isInstanceOf(InterruptedException.class);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(job.cancelled).isTrue();
    }

    @Test
    @SuppressWarnings("deprecation") // the older form is what is tested
    void restartStrategiesGivenAsObjectsAreHandedOverAsKeys() {
        env.fromElements(1).print();
        assertThat(effective().getOptional(RestartStrategyOptions.RESTART_STRATEGY)).isEmpty();

        env.setRestartStrategy(RestartStrategies.fixedDelayRestart(3, Duration.ofSeconds(2)));
        assertThat(effective().get(RestartStrategyOptions.RESTART_STRATEGY))
                .isEqualTo("fixed-delay");
        assertThat(effective().get(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS))
                .isEqualTo(3);
        assertThat(effective().get(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY))
                .isEqualTo(Duration.ofSeconds(2));

        env.setRestartStrategy(
                RestartStrategies.failureRateRestart(
                        4, Duration.ofMinutes(1), Duration.ofMillis(5)));
        assertThat(effective().get(RestartStrategyOptions.RESTART_STRATEGY))
                .isEqualTo("failure-rate");
        assertThat(effective().get(RestartStrategyOptions.RESTART_STRATEGY_FAILURE_RATE_DELAY))
                .isEqualTo(Duration.ofMillis(5));

        env.setRestartStrategy(
                RestartStrategies.exponentialDelayRestart(
                        Duration.ofMillis(1),
                        Duration.ofMillis(9),
                        2.0,
                        Duration.ofHours(1),
                        0.25));
        assertThat(effective().get(RestartStrategyOptions.RESTART_STRATEGY))
                .isEqualTo("exponential-delay");
        assertThat(
                        effective()
                                .get(
                                        RestartStrategyOptions
                                                .RESTART_STRATEGY_EXPONENTIAL_DELAY_JITTER_FACTOR))
                .isEqualTo(0.25);

        env.setRestartStrategy(RestartStrategies.noRestart());
        assertThat(effective().get(RestartStrategyOptions.RESTART_STRATEGY)).isEqualTo("none");
        env.setNumberOfExecutionRetries(2);
        assertThat(effective().get(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS))
                .isEqualTo(2);
    }

    @Test
    void whatCodeSetsWinsOverTheConfigurationAndBothAreHandedOver() {
        Configuration keys = new Configuration();
        keys.set(CoreOptions.DEFAULT_PARALLELISM, 3);
        keys.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofMillis(250));
        keys.set(CheckpointingOptions.CHECKPOINTING_TIMEOUT, Duration.ofMillis(99));
        StreamExecutionEnvironment configured =
                StreamExecutionEnvironment.getExecutionEnvironment(keys);
        configured.enableCheckpointing(10);
        configured.fromSequence(1, 9).print();

        Pipeline pipeline = Programs.pipeline(configured, null);
        assertThat(pipeline.operators().get(0).parallelism()).isEqualTo(3);
        assertThat(pipeline.configuration().get(CheckpointingOptions.CHECKPOINTING_INTERVAL))
                .isEqualTo(Duration.ofMillis(10));
        assertThat(pipeline.configuration().get(CheckpointingOptions.CHECKPOINTING_TIMEOUT))
                .isEqualTo(Duration.ofMillis(99));
        assertThat(keys.get(CheckpointingOptions.CHECKPOINTING_INTERVAL))
                .as("the caller's object is left alone")
                .isEqualTo(Duration.ofMillis(250));
    }

    @Test
    void sourcesAreParallelWhereTheyCanBe() {
        env.setParallelism(4);
        assertThat(env.fromSequence(1, 2).getParallelism()).isEqualTo(4);
        assertThat(env.fromData(1, 2).getParallelism()).isEqualTo(1);
        assertThat(env.fromData(1, 2).setParallelism(2).getParallelism()).isEqualTo(2);
        assertThat(env.addSource(new Parallel()).getParallelism()).isEqualTo(4);
        assertThat(env.addSource(new Single()).getParallelism()).isEqualTo(1);
        assertThat(
                        env.fromParallelCollection(new NumberSequenceIterator(1, 5), Long.class)
                                .getParallelism())
                .isEqualTo(4);
        assertThatThrownBy(() -> env.addSource(new Single(), "alone").setParallelism(2))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("alone");
        assertThatThrownBy(() -> env.fromElements(1, 2).setParallelism(2))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aFunctionThatCannotBeSerializedIsRefusedWithItsOperator() {
        Object lock = new Object();
        assertThatThrownBy(
                        () ->
                                env.fromElements(1)
                                        .map(
                                                value -> {
                                                    synchronized (lock) {
                                                        return value;
                                                    }
                                                }))
                .isInstanceOf(InvalidProgramException.class)
                .hasMessageContaining("'Map'");
    }

    @Test
    @SuppressWarnings("deprecation") // the older form is what is tested
    void whatComesLaterIsRefusedByName() {
        assertThatThrownBy(() -> env.setRuntimeMode(RuntimeExecutionMode.BATCH))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("setRuntimeMode(BATCH)");
        assertThatThrownBy(() -> env.setStreamTimeCharacteristic(TimeCharacteristic.IngestionTime))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("IngestionTime");
        assertThatThrownBy(() -> env.readTextFile("/tmp/x"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("millrace-connector-files");
        assertThatThrownBy(() -> env.readTextFile("/tmp/x", "no-such-charset"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no-such-charset");
    }

    @Test
    void ck86MaxParallelismIsFrom1To32768() {
        env.setMaxParallelism(1);
        env.setMaxParallelism(32768);
        for (int wrong : new int[] {0, -1, 32769}) {
            assertThatThrownBy(() -> env.setMaxParallelism(wrong))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(String.valueOf(wrong));
        }
        assertThatThrownBy(() -> env.setParallelism(0))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void theExecutionPlanShowsNodesAndHowTheyAreConnected() {
        env.setParallelism(2);
        env.fromSequence(1, 3)
                .name("say \"hi\"")
                .keyBy(value -> value)
                .reduce((a, b) -> a)
                .rebalance()
                .sinkTo(new DiscardingSink<>());

        assertThat(env.getExecutionPlan())
                .contains("\"nodes\" : [")
                .contains("Source: say \\\"hi\\\"")
                .contains("\"pact\" : \"Data Source\"")
                .contains("\"ship_strategy\" : \"HASH\"")
                .contains("\"ship_strategy\" : \"REBALANCE\"")
                .contains("\"pact\" : \"Data Sink\"");
    }

    @Test
    void aLauncherCanBringItsOwnEnvironment() {
        StreamExecutionEnvironment launchers = new LocalStreamEnvironment();
        StreamExecutionEnvironment.initializeContextEnvironment(configuration -> launchers);
        try {
            assertThat(StreamExecutionEnvironment.getExecutionEnvironment()).isSameAs(launchers);
        } finally {
            StreamExecutionEnvironment.resetContextEnvironment();
        }
        assertThat(StreamExecutionEnvironment.getExecutionEnvironment()).isNotSameAs(launchers);
    }

    private Configuration effective() {
        return Programs.pipeline(env, null).configuration();
    }

    private static List<String> names(Pipeline pipeline) {
        return pipeline.operators().stream().map(OperatorTransformation::name).toList();
    }

    private static final class PlusOne implements MapFunction<Integer, Integer> {

        private static final long serialVersionUID = 1L;

        @Override
        public Integer map(Integer value) {
            return value + 1;
        }
    }

    private static class Single implements SourceFunction<String> {

        private static final long serialVersionUID = 1L;

        @Override
        public void run(SourceContext<String> ctx) {}

        @Override
        public void cancel() {}
    }

    private static final class Parallel extends Single implements ParallelSourceFunction<String> {

        private static final long serialVersionUID = 1L;
    }
}
