// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.connector.source.Boundedness;
import io.millrace.api.connector.source.Source;
import io.millrace.api.connector.source.SourceReader;
import io.millrace.api.connector.source.SourceReaderContext;
import io.millrace.api.connector.source.SplitEnumerator;
import io.millrace.api.connector.source.SplitEnumeratorContext;
import io.millrace.configuration.CheckpointingOptions;
import io.millrace.configuration.Configuration;
import io.millrace.core.io.SimpleVersionedSerializer;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.tests.components.Await;
import io.millrace.tests.kit.CheckpointLog;
import io.millrace.tests.kit.Collected;
import io.millrace.tests.kit.Gate;
import io.millrace.tests.kit.Jobs;
import io.millrace.tests.kit.NumberSource;
import io.millrace.tests.kit.Pace;
import io.millrace.tests.kit.RunningJob;
import io.millrace.tests.kit.Shared;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checkpoints while a source is behind its input. That fewer are taken then is for
 * CheckpointScheduleTest, which has the clock in its hand.
 */
@Timeout(180)
class BacklogTest {

    @DisplayName("CK-9: when a source has caught up, checkpoints are as frequent as ever")
    @ParameterizedTest
    @ValueSource(strings = {"0", "1 d"})
    void checkpointsComeBack(String during) throws Exception {
        Configuration configuration = new Configuration();
        configuration.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofMillis(200));
        configuration.setString("execution.checkpointing.interval-during-backlog", during);
        AtomicBoolean behind = new AtomicBoolean(true);
        CheckpointLog log = new CheckpointLog();
        Gate gate = new Gate();
        Collected<Long> seen = new Collected<>();
        StreamExecutionEnvironment env = Jobs.environment(1, configuration);
        env.fromSource(
                        new Behind(
                                NumberSource.numbers(1, 20).paced(Pace.behind(gate)),
                                Shared.of(behind)),
                        WatermarkStrategy.noWatermarks(),
                        "numbers")
                .map(log.<Long>probe())
                .addSink(seen);
        RunningJob job = Jobs.start(env, "CK-9");
        gate.letReadUpTo(10);
        Await.until("ten numbers were read", () -> seen.size() == 10);

        behind.set(false);
        log.awaitFurtherCompleted(2);

        gate.open();
        job.awaitFinished();
        assertThat(seen.size()).isEqualTo(20);
    }

    /** A source whose enumerator looks again and again whether it is behind. */
    private static final class Behind
            implements Source<Long, NumberSource.Split, List<NumberSource.Split>> {
        private static final long serialVersionUID = 1L;
        private final NumberSource numbers;
        private final Shared<AtomicBoolean> behind;

        Behind(NumberSource numbers, Shared<AtomicBoolean> behind) {
            this.numbers = numbers;
            this.behind = behind;
        }

        @Override
        public Boundedness getBoundedness() {
            return numbers.getBoundedness();
        }

        @Override
        public SplitEnumerator<NumberSource.Split, List<NumberSource.Split>> createEnumerator(
                SplitEnumeratorContext<NumberSource.Split> context) throws Exception {
            return new Telling(numbers.createEnumerator(context), context, behind);
        }

        @Override
        public SplitEnumerator<NumberSource.Split, List<NumberSource.Split>> restoreEnumerator(
                SplitEnumeratorContext<NumberSource.Split> context,
                List<NumberSource.Split> checkpoint)
                throws Exception {
            return new Telling(numbers.restoreEnumerator(context, checkpoint), context, behind);
        }

        @Override
        public SimpleVersionedSerializer<NumberSource.Split> getSplitSerializer() {
            return numbers.getSplitSerializer();
        }

        @Override
        public SimpleVersionedSerializer<List<NumberSource.Split>>
                getEnumeratorCheckpointSerializer() {
            return numbers.getEnumeratorCheckpointSerializer();
        }

        @Override
        public SourceReader<Long, NumberSource.Split> createReader(SourceReaderContext context)
                throws Exception {
            return numbers.createReader(context);
        }
    }

    private record Telling(
            SplitEnumerator<NumberSource.Split, List<NumberSource.Split>> numbers,
            SplitEnumeratorContext<NumberSource.Split> context,
            Shared<AtomicBoolean> behind)
            implements SplitEnumerator<NumberSource.Split, List<NumberSource.Split>> {

        @Override
        public void start() {
            context.setIsProcessingBacklog(true);
            numbers.start();
            context.callAsync(
                    () -> behind.get().get(),
                    (now, failure) -> context.setIsProcessingBacklog(now),
                    0,
                    1);
        }

        @Override
        public void handleSplitRequest(int subtaskId, String requesterHostname) {
            numbers.handleSplitRequest(subtaskId, requesterHostname);
        }

        @Override
        public void addSplitsBack(List<NumberSource.Split> splits, int subtaskId) {
            numbers.addSplitsBack(splits, subtaskId);
        }

        @Override
        public void addReader(int subtaskId) {
            numbers.addReader(subtaskId);
        }

        @Override
        public List<NumberSource.Split> snapshotState(long checkpointId) throws Exception {
            return numbers.snapshotState(checkpointId);
        }

        @Override
        public void close() throws IOException {
            numbers.close();
        }
    }
}
