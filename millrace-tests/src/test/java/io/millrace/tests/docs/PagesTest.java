// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.restartstrategy.RestartStrategies;
import io.millrace.api.common.serialization.SimpleStringEncoder;
import io.millrace.configuration.Configuration;
import io.millrace.configuration.ExternalizedCheckpointRetention;
import io.millrace.configuration.RestartStrategyOptions;
import io.millrace.connector.file.sink.FileSink;
import io.millrace.connector.file.src.FileSource;
import io.millrace.connector.file.src.reader.TextLineInputFormat;
import io.millrace.contrib.streaming.state.EmbeddedRocksDBStateBackend;
import io.millrace.core.execution.CheckpointingMode;
import io.millrace.core.fs.Path;
import io.millrace.runtime.execution.SuppressRestartsException;
import io.millrace.runtime.state.filesystem.FsStateBackend;
import io.millrace.runtime.state.hashmap.HashMapStateBackend;
import io.millrace.runtime.state.storage.FileSystemCheckpointStorage;
import io.millrace.runtime.state.storage.JobManagerCheckpointStorage;
import io.millrace.runtime.throwable.ThrowableAnnotation;
import io.millrace.runtime.throwable.ThrowableType;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.environment.CheckpointConfig;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.sink.filesystem.bucketassigners.BasePathBucketAssigner;
import io.millrace.streaming.api.functions.sink.filesystem.rollingpolicies.OnCheckpointRollingPolicy;
import io.millrace.tests.kit.CheckpointFolder;
import io.millrace.tests.kit.CheckpointLog;
import io.millrace.tests.kit.Collected;
import io.millrace.tests.kit.Gate;
import io.millrace.tests.kit.Jobs;
import io.millrace.tests.kit.NumberSource;
import io.millrace.tests.kit.Pace;
import io.millrace.tests.kit.RunningJob;
import io.millrace.tests.kit.Shared;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the pages show, run. */
@Timeout(180)
@SuppressWarnings("deprecation") // the old names are shown beside the new ones
class PagesTest {

    @TempDir java.nio.file.Path folder;

    private String directory;

    @BeforeEach
    void name() {
        directory = folder.resolve("checkpoints").toUri().toString();
    }

    // ---- whole programs ----

    @Test
    @DisplayName("M18: the program of the README counts words")
    void wordCount() throws Exception {
        java.nio.file.Path input = Files.writeString(folder.resolve("in"), "to be or not\nto be");
        PrintStream before = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            WordCount.main(new String[] {input.toString()});
        } finally {
            System.setOut(before);
        }
        assertThat(printed.toString(StandardCharsets.UTF_8).lines())
                .hasSize(6)
                .anySatisfy(line -> assertThat(line).endsWith("Count[word=be, times=2]"))
                .anySatisfy(line -> assertThat(line).endsWith("Count[word=to, times=2]"));
    }

    @Test
    @DisplayName("M18: the payment pipeline of the pages keeps its accounts")
    void payments() throws Exception {
        java.nio.file.Path input =
                Files.writeString(folder.resolve("in"), "anna,500\nbert,70\nanna,-120\n");
        java.nio.file.Path output = folder.resolve("out");
        Payments.main(new String[] {input.toString(), output.toString()});

        List<String> lines = new ArrayList<>();
        try (Stream<java.nio.file.Path> files = Files.walk(output)) {
            for (java.nio.file.Path file : files.filter(Files::isRegularFile).toList()) {
                assertThat(file.getFileName().toString()).doesNotStartWith(".");
                lines.addAll(Files.readAllLines(file));
            }
        }
        assertThat(lines).containsExactlyInAnyOrder("anna,500", "bert,70", "anna,380");
    }

    // ---- checkpoints ----

    @Test
    @DisplayName("M18: fault-tolerance.md, at least once")
    void atLeastOnce() throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(1);
        // snippet: AtLeastOnce
        env.enableCheckpointing(1000, CheckpointingMode.AT_LEAST_ONCE);
        // end of snippet
        assertThat(env.getCheckpointConfig().getCheckpointingConsistencyMode())
                .isEqualTo(CheckpointingMode.AT_LEAST_ONCE);
        runs(env);
    }

    @Test
    @DisplayName("M18: fault-tolerance.md, several checkpoints at once")
    void severalAtOnce() throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(1);
        // snippet: SeveralAtOnce
        env.enableCheckpointing(200);
        env.getCheckpointConfig().setMaxConcurrentCheckpoints(3);
        // end of snippet
        assertThat(env.getCheckpointConfig().getMaxConcurrentCheckpoints()).isEqualTo(3);
        runs(env);
    }

    @Test
    @DisplayName("M18: fault-tolerance.md, what a failed checkpoint means")
    void tolerating() throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(1);
        // snippet: Tolerating
        env.enableCheckpointing(1000);
        CheckpointConfig checkpoints = env.getCheckpointConfig();
        checkpoints.setCheckpointTimeout(60_000);
        checkpoints.setTolerableCheckpointFailureNumber(3);
        // end of snippet
        assertThat(checkpoints.getTolerableCheckpointFailureNumber()).isEqualTo(3);
        runs(env);
    }

    @Test
    @DisplayName("M18: checkpoints.md, checkpoints that stay")
    void retained() throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(1);
        // snippet: Retained
        env.enableCheckpointing(1000);
        CheckpointConfig checkpoints = env.getCheckpointConfig();
        checkpoints.setCheckpointStorage(directory); // such as file:///var/lib/payments
        checkpoints.setExternalizedCheckpointRetention(
                ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION);
        // end of snippet
        checkpoints.setCheckpointInterval(20);
        assertThat(checkpointsAfterCancelling(env)).hasSize(1);
    }

    @Test
    @DisplayName("M18: checkpoints.md, barriers that overtake")
    void unaligned() throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(1);
        env.enableCheckpointing(20);
        // snippet: Unaligned
        CheckpointConfig checkpoints = env.getCheckpointConfig();
        checkpoints.enableUnalignedCheckpoints();
        checkpoints.setAlignedCheckpointTimeout(Duration.ofSeconds(1)); // 0, the default: at once
        // end of snippet
        runs(env);
    }

    // ---- state ----

    @Test
    @DisplayName("M15, M18: state on the heap, checkpoints in files, chosen for one job")
    void heapAndFiles() throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(1);
        // snippet: HeapAndFiles
        env.setStateBackend(new HashMapStateBackend());
        env.getCheckpointConfig().setCheckpointStorage(new FileSystemCheckpointStorage(directory));
        // end of snippet
        assertThat(checkpointsOf(env)).hasSize(1);
    }

    @Test
    @DisplayName("M15, M18: state in RocksDB")
    void onRocksDb() throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(1);
        env.getCheckpointConfig().setCheckpointStorage(new FileSystemCheckpointStorage(directory));
        // snippet: OnRocksDb
        EmbeddedRocksDBStateBackend backend = new EmbeddedRocksDBStateBackend(true);
        backend.getMemoryConfiguration().setFixedMemoryPerSlot("256mb");
        env.setStateBackend(backend);
        // end of snippet
        assertThat(checkpointsOf(env)).hasSize(1);
    }

    @Test
    @DisplayName("M15, M18: the same by its old name")
    void oldName() throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(1);
        // snippet: OldName
        env.setStateBackend(new FsStateBackend(directory));
        // end of snippet
        assertThat(checkpointsOf(env)).hasSize(1);
    }

    @Test
    @DisplayName("M15, M18: checkpoints in memory, with a limit of one's own")
    void inMemory() throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(1);
        // snippet: InMemory
        env.getCheckpointConfig()
                .setCheckpointStorage(new JobManagerCheckpointStorage(16 * 1024 * 1024));
        // end of snippet
        assertThat(checkpointsOf(env)).isEmpty();
    }

    // ---- restarts ----

    @Test
    @DisplayName("M17, M18: fixed delay")
    void fixedDelay() throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(1);
        // snippet: FixedDelay
        env.setRestartStrategy(RestartStrategies.fixedDelayRestart(3, Duration.ofSeconds(10)));
        // end of snippet
        assertThat(strategy(env)).contains("fixed", "3", "10");
        runs(env);
    }

    @Test
    @DisplayName("M17, M18: failure rate")
    void failureRate() throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(1);
        // snippet: FailureRate
        env.setRestartStrategy(
                RestartStrategies.failureRateRestart(
                        5, // failures
                        Duration.ofMinutes(5), // within which time
                        Duration.ofSeconds(10))); // the wait before each restart
        // end of snippet
        runs(env);
    }

    @Test
    @DisplayName("M17, M18: exponential delay")
    void exponentialDelay() throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(1);
        // snippet: ExponentialDelay
        env.setRestartStrategy(
                RestartStrategies.exponentialDelayRestart(
                        Duration.ofSeconds(1), // the first wait
                        Duration.ofMinutes(1), // the longest
                        1.5, // by how much it grows each time
                        Duration.ofHours(1), // after so long a good time it begins anew
                        0.1)); // the share that is left to chance
        // end of snippet
        runs(env);
    }

    @Test
    @DisplayName("M17, M18: none; and the one of the settings")
    void none() throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(1);
        // snippet: NoRestart
        env.setRestartStrategy(RestartStrategies.noRestart());
        // end of snippet
        runs(env);
        // snippet: FallBack
        env.setRestartStrategy(RestartStrategies.fallBackRestart());
        // end of snippet
        runs(env);
    }

    @Test
    @DisplayName("M17, M18: a strategy from a configuration")
    void byConfiguration() throws Exception {
        // snippet: RestartByConfiguration
        Configuration configuration = new Configuration();
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, 3);
        configuration.set(
                RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofMillis(100));
        StreamExecutionEnvironment env =
                StreamExecutionEnvironment.getExecutionEnvironment(configuration);
        // end of snippet
        AtomicInteger executions = new AtomicInteger();
        Shared<AtomicInteger> counter = Shared.of(executions);
        env.fromData(1)
                .map(
                        value -> {
                            counter.get().incrementAndGet();
                            throw new IllegalStateException("not today");
                        })
                .addSink(new Collected<>());
        Jobs.runToFailure(env, "three restarts");
        assertThat(executions).hasValue(4);
    }

    // snippet: NeverAgain
    @ThrowableAnnotation(ThrowableType.NonRecoverableError)
    public static final class UnknownCurrency extends RuntimeException {
        public UnknownCurrency(String currency) {
            super("There is no currency '" + currency + "'; see the list of currencies.");
        }
    }

    // end of snippet

    @Test
    @DisplayName("M17, RS-6, M18: an exception after which no restart is tried")
    void neverAgain() throws Exception {
        assertThat(failsOnceWith(new UnknownCurrency("XXX")))
                .hasRootCauseInstanceOf(UnknownCurrency.class);
    }

    @Test
    @DisplayName(
            "M17, RS-6: an exception of any class, wrapped in the one that suppresses restarts")
    void wrapped() throws Exception {
        assertThat(failsOnceWith(new SuppressRestartsException(new IOException("no such bank"))))
                .hasRootCauseMessage("no such bank");
    }

    private static Throwable failsOnceWith(RuntimeException hopeless) throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(1);
        Jobs.restarts(env, 3);
        AtomicInteger executions = new AtomicInteger();
        Shared<AtomicInteger> counter = Shared.of(executions);
        env.fromData("XXX")
                .map(
                        value -> {
                            counter.get().incrementAndGet();
                            throw hopeless;
                        })
                .addSink(new Collected<>());
        Throwable failure = Jobs.runToFailure(env, "never again");
        assertThat(executions).hasValue(1);
        return failure;
    }

    // ---- files.md ----

    @Test
    @DisplayName("M3, M18: files.md, a source and a sink")
    void files() throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(1);
        // snippet: FilesRead
        FileSource<String> lines =
                FileSource.forRecordStreamFormat(new TextLineInputFormat(), new Path("/data/logs"))
                        .build();
        env.fromSource(lines, WatermarkStrategy.noWatermarks(), "logs");
        // end of snippet
        DataStream<String> stream = env.fromData("a");
        // snippet: FilesWrite
        FileSink<String> sink =
                FileSink.forRowFormat(new Path("/data/out"), new SimpleStringEncoder<String>())
                        .withBucketAssigner(new BasePathBucketAssigner<>())
                        .withRollingPolicy(OnCheckpointRollingPolicy.build())
                        .build();
        stream.sinkTo(sink);
        // end of snippet
        assertThat(env.getExecutionPlan()).isNotEmpty();
    }

    // ---- what the settings are tried with ----

    private static String strategy(StreamExecutionEnvironment env) {
        return env.getRestartStrategy().getDescription().toLowerCase(java.util.Locale.ROOT);
    }

    private static void runs(StreamExecutionEnvironment env) throws Exception {
        Collected<Integer> sink = new Collected<>();
        env.fromData(1, 2, 3).addSink(sink);
        Jobs.run(env, "settings");
        assertThat(sink.values()).containsExactly(1, 2, 3);
    }

    private List<java.nio.file.Path> checkpointsOf(StreamExecutionEnvironment env)
            throws Exception {
        env.enableCheckpointing(20);
        env.getCheckpointConfig()
                .setExternalizedCheckpointRetention(
                        ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION);
        return checkpointsAfterCancelling(env);
    }

    private List<java.nio.file.Path> checkpointsAfterCancelling(StreamExecutionEnvironment env)
            throws Exception {
        CheckpointLog log = new CheckpointLog();
        env.fromSource(
                        NumberSource.numbers(1, 10).paced(Pace.behind(new Gate())),
                        WatermarkStrategy.noWatermarks(),
                        "numbers")
                .map(log.<Long>probe())
                .addSink(new Collected<>());
        RunningJob job = Jobs.start(env, "settings");
        log.awaitCompleted(2);
        job.cancel();
        return checkpoints();
    }

    private List<java.nio.file.Path> checkpoints() throws IOException {
        return CheckpointFolder.at(folder.resolve("checkpoints")).checkpoints();
    }
}
