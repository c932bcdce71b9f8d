// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.ops;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.JobStatus;
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
import io.millrace.spi.HearsJobEnd;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.tests.components.Await;
import io.millrace.tests.kit.CheckpointLog;
import io.millrace.tests.kit.Collected;
import io.millrace.tests.kit.Fault;
import io.millrace.tests.kit.Gate;
import io.millrace.tests.kit.Jobs;
import io.millrace.tests.kit.Logs;
import io.millrace.tests.kit.NumberSource;
import io.millrace.tests.kit.Pace;
import io.millrace.tests.kit.RunningJob;
import io.millrace.tests.kit.Shared;
import io.millrace.tests.kit.UnlockedFileSystem;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Enumerators are the user's code, and take part in the end of an attempt as tasks do. */
@Timeout(60)
class EnumeratorsTest {

    private final Gate gate = new Gate();
    private final CountDownLatch inside = new CountDownLatch(1);
    private final CountDownLatch release = new CountDownLatch(1);
    private final List<String> events = new CopyOnWriteArrayList<>();

    @AfterEach
    void letGo() {
        release.countDown();
    }

    /** What the enumerator does when a reader registers, beside its work. */
    private interface Visit extends Serializable {
        void with(SplitEnumeratorContext<?> context) throws Exception;
    }

    /** Numbers, with an enumerator that can be made to hang and tells when it begins and ends. */
    private static final class Watched
            implements Source<Long, NumberSource.Split, List<NumberSource.Split>> {
        private static final long serialVersionUID = 1L;
        private final NumberSource numbers;
        private final Visit visit;
        private final Shared<List<String>> events;

        Watched(NumberSource numbers, Visit visit, Shared<List<String>> events) {
            this.numbers = numbers;
            this.visit = visit;
            this.events = events;
        }

        @Override
        public Boundedness getBoundedness() {
            return numbers.getBoundedness();
        }

        @Override
        public SplitEnumerator<NumberSource.Split, List<NumberSource.Split>> createEnumerator(
                SplitEnumeratorContext<NumberSource.Split> context) {
            return watched(context, numbers.createEnumerator(context));
        }

        @Override
        public SplitEnumerator<NumberSource.Split, List<NumberSource.Split>> restoreEnumerator(
                SplitEnumeratorContext<NumberSource.Split> context, List<NumberSource.Split> from) {
            return watched(context, numbers.restoreEnumerator(context, from));
        }

        private SplitEnumerator<NumberSource.Split, List<NumberSource.Split>> watched(
                SplitEnumeratorContext<NumberSource.Split> context,
                SplitEnumerator<NumberSource.Split, List<NumberSource.Split>> of) {
            events.get().add("begins");
            return new WatchedEnumerator(of, context, visit, events);
        }

        @Override
        public SourceReader<Long, NumberSource.Split> createReader(SourceReaderContext context) {
            return numbers.createReader(context);
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
    }

    private static final class WatchedEnumerator
            implements SplitEnumerator<NumberSource.Split, List<NumberSource.Split>>, HearsJobEnd {
        private final SplitEnumerator<NumberSource.Split, List<NumberSource.Split>> of;
        private final SplitEnumeratorContext<NumberSource.Split> context;
        private final Visit visit;
        private final Shared<List<String>> events;

        WatchedEnumerator(
                SplitEnumerator<NumberSource.Split, List<NumberSource.Split>> of,
                SplitEnumeratorContext<NumberSource.Split> context,
                Visit visit,
                Shared<List<String>> events) {
            this.of = of;
            this.context = context;
            this.visit = visit;
            this.events = events;
        }

        @Override
        public void start() {
            of.start();
        }

        @Override
        public void handleSplitRequest(int subtask, String host) {
            of.handleSplitRequest(subtask, host);
        }

        @Override
        public void addSplitsBack(List<NumberSource.Split> splits, int subtask) {
            of.addSplitsBack(splits, subtask);
        }

        @Override
        public void addReader(int subtask) {
            of.addReader(subtask);
            try {
                visit.with(context);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public List<NumberSource.Split> snapshotState(long checkpointId) throws Exception {
            return of.snapshotState(checkpointId);
        }

        @Override
        public void jobEnds() {
            events.get().add("job ends");
        }

        @Override
        public void close() throws IOException {
            events.get().add("closed");
            throw new IOException("on purpose");
        }
    }

    private Watched watched(NumberSource numbers, Visit visit) {
        return new Watched(numbers, visit, Shared.of(events));
    }

    private Visit hangs() {
        Shared<CountDownLatch> hangs = Shared.of(inside);
        Shared<CountDownLatch> until = Shared.of(release);
        return context -> {
            hangs.get().countDown();
            until.get().await();
        };
    }

    private static StreamExecutionEnvironment environment() {
        Configuration configuration = new Configuration();
        configuration.setString("task.cancellation.interval", "100 ms");
        return Jobs.environment(1, configuration);
    }

    @Test
    void aCancelWaitsForAnEnumeratorInterruptsItAndClosesIt() throws Exception {
        StreamExecutionEnvironment env = environment();
        env.fromSource(
                        watched(NumberSource.numbers(1, 9).paced(Pace.behind(gate)), hangs()),
                        WatermarkStrategy.noWatermarks(),
                        "slow")
                .addSink(new Collected<>());
        try (Logs logs = Logs.capture()) {
            RunningJob job = Jobs.start(env, "stuck enumerator");
            inside.await();
            job.cancel();

            assertThat(events).containsExactly("begins", "job ends", "closed");
            assertThat(job.status()).isEqualTo(JobStatus.CANCELED);
            assertThat(logs.warnings())
                    .anySatisfy(
                            line ->
                                    assertThat(line)
                                            .contains("The enumerator of source 'Source: slow'")
                                            .contains("'stuck enumerator'"));
            assertThat(logs.text()).contains("EnumeratorsTest");
        }
    }

    @Test
    void theNextAttemptBeginsWhenTheOldEnumeratorIsClosedAndItsFailingCloseCostsNoRestart()
            throws Exception {
        StreamExecutionEnvironment env = environment();
        Jobs.restarts(env, 1);
        Fault fault = Fault.onDemand();
        Shared<CountDownLatch> hangs = Shared.of(inside);
        Shared<CountDownLatch> until = Shared.of(release);
        Collected<Long> all = new Collected<>();
        env.fromSource(
                        watched(
                                NumberSource.numbers(1, 9).paced(Pace.behind(gate)),
                                context -> {
                                    hangs.get().countDown();
                                    until.get().await(); // only in the first attempt
                                }),
                        WatermarkStrategy.noWatermarks(),
                        "slow")
                .map(
                        value -> {
                            fault.strike("on demand");
                            return value;
                        })
                .addSink(all);
        RunningJob job = Jobs.start(env, "overlap");
        inside.await();
        fault.arm();
        gate.letReadUpTo(1);
        Await.until("it has failed", () -> fault.struck() == 1);
        Await.until("it restarts", () -> job.status() == JobStatus.RESTARTING);
        assertThat(events).containsExactly("begins");
        release.countDown();
        gate.open();
        job.awaitFinished();

        assertThat(events).containsExactly("begins", "closed", "begins", "job ends", "closed");
    }

    @Test
    void anEnumeratorOfAJobThatFailsHearsNoEndForSomebodyMayGoOn() throws Exception {
        Fault fault = Fault.onDemand();
        RunningJob fails = gated(environment(), fault);
        fault.arm();
        gate.open();
        fails.awaitFailure();
        assertThat(events).containsExactly("begins", "closed");
    }

    @Test
    void norDoesThatOfASuspendedJob() throws Exception {
        RunningJob job = gated(environment(), Fault.onDemand());
        job.suspend();
        assertThat(events).containsExactly("begins", "closed");
    }

    @Test
    void norThatOfACancelledJobThatAnotherProcessHasTakenOver(@TempDir Path directory)
            throws Exception {
        Configuration configuration = Jobs.checkpointsIn(directory);
        configuration.set(
                CheckpointingOptions.CHECKPOINTS_DIRECTORY,
                UnlockedFileSystem.SCHEME + ":" + directory);
        RunningJob job = gated(Jobs.environment(1, configuration), Fault.onDemand());
        try (Stream<Path> files = Files.walk(directory)) {
            List<Path> owners =
                    files.filter(
                                    file ->
                                            file.getFileName()
                                                    .toString()
                                                    .matches("owner-[0-9]+-[0-9a-f]+"))
                            .toList();
            assertThat(owners).isNotEmpty();
            for (Path owner : owners) {
                Files.delete(owner); // as who takes over does
            }
        }
        job.cancel();
        assertThat(job.status()).isEqualTo(JobStatus.CANCELED);
        assertThat(events).containsExactly("begins", "closed");
    }

    /** A job whose enumerator has begun, and that stands at the gate. */
    private RunningJob gated(StreamExecutionEnvironment env, Fault fault) throws Exception {
        Shared<CountDownLatch> begun = Shared.of(inside);
        env.fromSource(
                        watched(
                                NumberSource.numbers(1, 9).paced(Pace.behind(gate)),
                                context -> begun.get().countDown()),
                        WatermarkStrategy.noWatermarks(),
                        "numbers")
                .map(
                        value -> {
                            fault.strike("on demand");
                            return value;
                        })
                .addSink(new Collected<>());
        RunningJob job = Jobs.start(env, "hears its end");
        inside.await();
        Await.until("it runs", () -> job.status() == JobStatus.RUNNING);
        return job;
    }

    @Test
    void callsThatHangHoldUpNeitherCheckpointsNorTheEnd() throws Exception {
        StreamExecutionEnvironment env = environment();
        env.enableCheckpointing(20);
        Shared<CountDownLatch> until = Shared.of(release);
        CheckpointLog log = new CheckpointLog();
        for (int i = 0; i < 9; i++) {
            env.fromSource(
                            watched(
                                    NumberSource.numbers(1, 9).paced(Pace.behind(gate)),
                                    context ->
                                            context.callAsync(
                                                    () -> {
                                                        until.get().await();
                                                        return 1;
                                                    },
                                                    (result, failure) -> {})),
                            WatermarkStrategy.noWatermarks(),
                            "source " + i)
                    .map(log.<Long>probe())
                    .addSink(new Collected<>());
        }
        RunningJob job = Jobs.start(env, "hanging calls");
        log.awaitCompleted(20);
        job.cancel();
        assertThat(job.status()).isEqualTo(JobStatus.CANCELED);
    }
}
