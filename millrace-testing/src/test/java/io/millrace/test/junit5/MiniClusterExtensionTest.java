// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.test.junit5;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.common.JobID;
import io.millrace.api.common.JobStatus;
import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.connector.source.lib.NumberSequenceSource;
import io.millrace.configuration.Configuration;
import io.millrace.configuration.PipelineOptions;
import io.millrace.core.execution.JobClient;
import io.millrace.core.execution.SavepointFormatType;
import io.millrace.runtime.messages.Acknowledge;
import io.millrace.runtime.minicluster.MiniCluster;
import io.millrace.runtime.testutils.CommonTestUtils;
import io.millrace.runtime.testutils.MiniClusterResourceConfiguration;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.sink.SinkFunction;
import io.millrace.streaming.api.functions.source.SourceFunction;
import io.millrace.streaming.util.TestStreamEnvironment;
import io.millrace.test.streaming.runtime.util.TestListResultSink;
import io.millrace.test.util.MiniClusterWithClientResource;
import io.millrace.test.util.SuccessException;
import io.millrace.test.util.TestUtils;
import io.millrace.testutils.junit.SharedObjectsExtension;
import io.millrace.testutils.junit.SharedReference;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The mini cluster gives tests their environment, and no job outlives its test. */
class MiniClusterExtensionTest {

    private static Configuration settings() {
        Configuration settings = new Configuration();
        settings.set(PipelineOptions.NAME, "named by the cluster");
        return settings;
    }

    @RegisterExtension
    static final MiniClusterExtension CLUSTER =
            new MiniClusterExtension(
                    new MiniClusterResourceConfiguration.Builder()
                            .setConfiguration(settings())
                            .setNumberTaskManagers(3)
                            .setNumberSlotsPerTaskManager(2)
                            .build());

    @RegisterExtension final SharedObjectsExtension shared = SharedObjectsExtension.create();

    private static JobClient left;

    /** Emits nothing, until it is cancelled. */
    private static final class Endless implements SourceFunction<Long> {
        private static final long serialVersionUID = 1L;
        private volatile boolean running = true;

        @Override
        public void run(SourceContext<Long> ctx) throws InterruptedException {
            synchronized (ctx.getCheckpointLock()) {
                while (running) {
                    ctx.getCheckpointLock().wait(1);
                }
            }
        }

        @Override
        public void cancel() {
            running = false;
        }
    }

    @Test
    void theSlotsAreTheParallelismAndTheSettingsAreThere() throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        assertThat(env).isInstanceOf(TestStreamEnvironment.class);
        assertThat(env.getParallelism()).isEqualTo(6).isEqualTo(CLUSTER.getNumberSlots());
        assertThat(env.getConfiguration().get(PipelineOptions.NAME))
                .isEqualTo("named by the cluster");
        TestListResultSink<Long> results = new TestListResultSink<>();
        env.fromSequence(1, 100).map(x -> 2 * x).addSink(results);
        env.execute();
        assertThat(results.getSortedResult()).hasSize(100).startsWith(2L, 4L).endsWith(200L);
    }

    @Test
    void aProgramsOwnSettingsWin() {
        Configuration own = new Configuration();
        own.set(PipelineOptions.NAME, "own");
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment(own);
        assertThat(env.getConfiguration().get(PipelineOptions.NAME)).isEqualTo("own");
    }

    @Test
    void savepointsAreTakenAndDisposedOfAndJobsCancelled(@TempDir Path folder) throws Exception {
        MiniClusterWithClientResource rule =
                new MiniClusterWithClientResource(
                        new MiniClusterResourceConfiguration.Builder().build());
        rule.before();
        MiniCluster cluster = rule.getMiniCluster();
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.addSource(new Endless()).addSink(new SinkFunction<>() {});
        JobClient job = env.executeAsync();
        CommonTestUtils.waitForJobStatus(job, List.of(JobStatus.RUNNING));
        String savepoint =
                cluster.triggerSavepoint(
                                job.getJobID(),
                                folder.toString(),
                                false,
                                SavepointFormatType.CANONICAL)
                        .get();
        assertThat(folder).isNotEmptyDirectory();
        assertThat(cluster.disposeSavepoint(savepoint).get()).isEqualTo(Acknowledge.get());
        assertThat(folder).isEmptyDirectory();
        assertThat(cluster.disposeSavepoint(savepoint))
                .failsWithin(Duration.ofSeconds(10))
                .withThrowableThat()
                .withCauseInstanceOf(IOException.class);
        assertThat(cluster.cancelJob(job.getJobID()).get()).isEqualTo(Acknowledge.get());
        CommonTestUtils.waitForJobStatus(job, List.of(JobStatus.CANCELED));
        assertThat(cluster.cancelJob(new JobID()))
                .failsWithin(Duration.ofSeconds(10))
                .withThrowableThat()
                .withMessageContaining("no job");
        rule.after();
        CLUSTER.beforeEach(null);
    }

    @Nested
    class AfterATest {

        @Test
        void aJobThatItHasLeftIsCancelled() throws Exception {
            CLUSTER.beforeEach(null);
            StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
            env.addSource(new Endless()).addSink(new SinkFunction<>() {});
            left = env.executeAsync();
            CommonTestUtils.waitForJobStatus(left, List.of(JobStatus.RUNNING));
            CLUSTER.afterEach(null);
            assertThat(left.getJobStatus().get()).isEqualTo(JobStatus.CANCELED);
            assertThat(StreamExecutionEnvironment.getExecutionEnvironment())
                    .as("nothing is left of the cluster's environment")
                    .isNotInstanceOf(TestStreamEnvironment.class);
            CLUSTER.beforeEach(null);
        }
    }

    @Test
    void theOlderRuleHasOneToo() throws Exception {
        MiniClusterWithClientResource rule =
                new MiniClusterWithClientResource(
                        new MiniClusterResourceConfiguration.Builder()
                                .setNumberSlotsPerTaskManager(3)
                                .build());
        rule.before();
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        assertThat(env.getParallelism()).isEqualTo(3);
        env.addSource(new Endless()).addSink(new SinkFunction<>() {});
        JobClient job = env.executeAsync();
        rule.after();
        assertThat(job.getJobStatus().get()).isEqualTo(JobStatus.CANCELED);
        assertThatThrownBy(rule::getMiniCluster).isInstanceOf(IllegalStateException.class);
        CLUSTER.beforeEach(null);
    }

    @Test
    void aJobMayEndItselfWithSuccess() throws Exception {
        SharedReference<AtomicInteger> seen = shared.add(new AtomicInteger());
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.setParallelism(1);
        env.fromSource(
                        new NumberSequenceSource(1, Long.MAX_VALUE),
                        WatermarkStrategy.noWatermarks(),
                        "numbers")
                .addSink(
                        new SinkFunction<Long>() {
                            private static final long serialVersionUID = 1L;

                            @Override
                            public void invoke(Long value, Context context) {
                                if (seen.get().incrementAndGet() == 10) {
                                    throw new SuccessException();
                                }
                            }
                        });
        TestUtils.tryExecute(env, "ends itself");
        assertThat(seen.get()).hasValue(10);
    }
}
