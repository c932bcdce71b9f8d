// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.common.InvalidProgramException;
import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.functions.MapFunction;
import io.millrace.api.java.functions.KeySelector;
import io.millrace.configuration.CheckpointingOptions;
import io.millrace.configuration.Configuration;
import io.millrace.configuration.StateRecoveryOptions;
import io.millrace.connector.file.src.FileSource;
import io.millrace.connector.file.src.reader.TextLineInputFormat;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.testing.FaultyFileSystem;
import io.millrace.tests.cases.CountingJob;
import io.millrace.tests.components.Await;
import io.millrace.tests.kit.Collected;
import io.millrace.tests.kit.Jobs;
import io.millrace.tests.kit.RunningJob;
import io.millrace.tests.kit.Throwables;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(180)
class BadInputTest {

    @TempDir Path directory;

    private final Collected<String> sink = new Collected<>();

    /** Whatever was wrong, no thread of a half-started job may be left. */
    @AfterEach
    void nothingRuns() {
        Await.until(
                "no thread of a job is left",
                () ->
                        Thread.getAllStackTraces().keySet().stream()
                                .noneMatch(thread -> thread.getName().startsWith("millrace ")));
    }

    private static void told(Throwable failure, String... what) {
        String all = String.join("\n", Throwables.messages(failure));
        assertThat(all).contains(what);
    }

    // ---- input

    private static DataStream<String> lines(StreamExecutionEnvironment env, String path) {
        return env.fromSource(
                FileSource.forRecordStreamFormat(
                                new TextLineInputFormat(), new io.millrace.core.fs.Path(path))
                        .build(),
                WatermarkStrategy.noWatermarks(),
                "my lines");
    }

    @DisplayName("A missing input is told with its path and the source's name")
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void missing(int parallelism) throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(parallelism);
        String path = directory.resolve("no such file").toString();
        lines(env, path).addSink(sink);

        Throwable failure = Jobs.runToFailure(env, "missing input");

        told(failure, "my lines", "no such file");
        assertThat(sink.size()).isZero();
    }

    @Test
    void a_missing_input_of_readTextFile_is_told_with_its_path() throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(1);
        assertThatThrownBy(
                        () -> {
                            readTextFile(env, directory.resolve("nowhere").toString())
                                    .addSink(sink);
                            env.execute("missing text");
                        })
                .hasStackTraceContaining("nowhere");
    }

    @SuppressWarnings("deprecation") // what users of 1.20 write
    private static DataStream<String> readTextFile(StreamExecutionEnvironment env, String path) {
        return env.readTextFile(path);
    }

    @DisplayName(
            "An input that can't be opened or read is told with its path, the cause and the source's name")
    @ParameterizedTest
    @ValueSource(strings = {"OPEN", "READ"})
    void unreadable(String kind) throws Exception {
        FaultyFileSystem disk = FaultyFileSystem.named("unreadable");
        disk.reset();
        try (var out =
                disk.create(
                        disk.path("/in/a.txt"),
                        io.millrace.core.fs.FileSystem.WriteMode.OVERWRITE)) {
            out.write("one\ntwo\n".getBytes(StandardCharsets.UTF_8));
        }
        disk.setFault(
                operation -> {
                    if (operation.kind().name().equals(kind)) {
                        throw new IOException("permission denied, as it were");
                    }
                });
        StreamExecutionEnvironment env = Jobs.environment(1);
        lines(env, "faulty://unreadable/in/a.txt").addSink(sink);

        Throwable failure = Jobs.runToFailure(env, "unreadable input");

        told(failure, "my lines", "a.txt", "permission denied, as it were");
    }

    @DisplayName(
            "A gz file that is cut off is told with its path, and nothing is taken for its end")
    @Test
    void truncatedGz() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gz = new GZIPOutputStream(bytes)) {
            for (int i = 0; i < 20_000; i++) {
                gz.write(("line " + i * 7919L + "\n").getBytes(StandardCharsets.UTF_8));
            }
        }
        byte[] all = bytes.toByteArray();
        Path file = directory.resolve("cut.txt.gz");
        Files.write(file, Arrays.copyOf(all, all.length / 2));
        StreamExecutionEnvironment env = Jobs.environment(1);
        lines(env, file.toString()).addSink(sink);

        Throwable failure = Jobs.runToFailure(env, "cut gz");

        told(failure, "my lines", "cut.txt.gz");
    }

    // ---- storage

    private static Configuration on(FaultyFileSystem disk) {
        Configuration configuration = new Configuration();
        configuration.set(
                CheckpointingOptions.CHECKPOINTS_DIRECTORY, disk.path("/checkpoints").toString());
        return configuration;
    }

    @DisplayName(
            "A store that fills up or turns read-only while the job runs fails it, and loses nothing that was there")
    @ParameterizedTest
    @ValueSource(strings = {"full", "read-only"})
    void storeFails(String how) throws Exception {
        FaultyFileSystem disk = FaultyFileSystem.named("store-" + how);
        disk.reset();
        CountingJob first = new CountingJob(on(disk));
        RunningJob running = first.start();
        first.readThirty();
        if (how.equals("full")) {
            disk.setCapacity(0);
        } else {
            disk.refuseWrites(true);
        }

        Throwable failure = running.awaitFailure();

        told(
                failure,
                "checkpoint",
                "faulty://store-" + how,
                how.equals("full") ? "no space left" : "read-only");
        disk.refuseWrites(false);
        disk.setCapacity(Long.MAX_VALUE);
        Configuration again = on(disk);
        again.set(StateRecoveryOptions.SAVEPOINT_PATH, "latest");
        CountingJob second = new CountingJob(again);
        RunningJob resumed = second.start();
        second.gate.open();
        resumed.awaitFinished();
        assertThat(second.firstCounts().values()).containsOnly(11L);
        assertThat(second.lastCounts().values()).containsOnly(20L);
    }

    @DisplayName("A path to restore from that has no manifest is told, and nothing starts")
    @ParameterizedTest
    @CsvSource({"empty directory", "no directory", "other file"})
    void noManifest(String what) throws Exception {
        Path path = directory.resolve("my savepoint");
        if (what.equals("empty directory")) {
            Files.createDirectory(path);
        } else if (what.equals("other file")) {
            Files.createDirectory(path);
            Files.writeString(path.resolve("_metadata"), "I am something else");
        }
        Configuration configuration = new Configuration();
        configuration.set(StateRecoveryOptions.SAVEPOINT_PATH, path.toString());
        CountingJob job = new CountingJob(configuration);

        assertThatThrownBy(job::start)
                .satisfies(failure -> told(failure, "my savepoint"))
                .satisfies(
                        failure ->
                                told(
                                        failure,
                                        what.equals("no directory")
                                                ? "does not exist"
                                                : "_metadata"));

        assertThat(job.log.opened()).isZero();
        if (what.equals("other file")) {
            assertThat(path.resolve("_metadata")).hasContent("I am something else");
        }
    }

    // ---- the program

    @DisplayName(
            "A malformed option is told with its key and what was given, before anything starts")
    @ParameterizedTest
    @CsvSource({
        "execution.checkpointing.interval,10 parsecs",
        "execution.checkpointing.timeout,soon",
        "execution.checkpointing.mode,SOMETIMES",
        "execution.checkpointing.max-concurrent-checkpoints,many",
        "restart-strategy.type,pray",
        "state.backend.type,abacus",
        "execution.checkpointing.storage,clay",
        "parallelism.default,two",
        "task.cancellation.interval,-5 s",
        "pipeline.max-parallelism,0"
    })
    void malformedOption(String key, String value) {
        Configuration configuration = new Configuration();
        configuration.setString(key, value);

        assertThatThrownBy(
                        () -> {
                            StreamExecutionEnvironment env =
                                    StreamExecutionEnvironment.createLocalEnvironment(
                                            configuration);
                            if (!key.contains("checkpointing.interval")) {
                                env.enableCheckpointing(100);
                            }
                            env.fromData("a").addSink(sink);
                            env.execute("malformed option");
                        })
                .satisfies(failure -> told(failure, key, value.replace(" s", "")));
        assertThat(sink.size()).isZero();
    }

    /** Not serializable itself, nor is what it holds. */
    private static final class HoldsAThread implements MapFunction<String, String> {
        private static final long serialVersionUID = 1L;
        private final Thread helper = new Thread();

        @Override
        public String map(String value) {
            return value + helper.getName();
        }
    }

    @DisplayName(
            "A function that can't be serialized is told at the call that takes it, with its class and why")
    @Test
    void notSerializable() {
        StreamExecutionEnvironment env = Jobs.environment(1);
        DataStream<String> stream = env.fromData("a");
        MapFunction<String, String> function = new HoldsAThread();

        assertThatThrownBy(() -> stream.map(function))
                .isInstanceOf(InvalidProgramException.class)
                .satisfies(failure -> told(failure, "HoldsAThread", "java.lang.Thread"));
    }

    @DisplayName("A null key is told with the operator that would have got the record")
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void nullKey(int parallelism) throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(parallelism);
        KeySelector<String, String> third = word -> word.equals("c") ? null : word;
        env.fromData("a", "b", "c", "d")
                .keyBy(third)
                .reduce((one, other) -> one + other)
                .name("my reducer")
                .addSink(sink);

        Throwable failure = Jobs.runToFailure(env, "null key");

        told(failure, "null", "key", "my reducer");
    }

    @DisplayName("An empty program is refused")
    @Test
    void emptyProgram() {
        StreamExecutionEnvironment env = Jobs.environment(1);

        assertThatThrownBy(() -> env.execute("nothing"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("No operators defined");
    }

    @DisplayName(
            "A job without a sink is refused with the names of the operators that lead nowhere")
    @Test
    void withoutSink() {
        StreamExecutionEnvironment env = Jobs.environment(1);
        env.fromData("a", "b").map(word -> word).name("leads nowhere");

        assertThatThrownBy(() -> env.execute("no sink"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("no sink")
                .hasMessageContaining("'leads nowhere'");
    }

    @DisplayName("A parallelism that can't be is refused at once")
    @ParameterizedTest
    @ValueSource(ints = {0, -7})
    void parallelism(int parallelism) {
        StreamExecutionEnvironment env = Jobs.environment(1);

        assertThatThrownBy(() -> env.setParallelism(parallelism))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(String.valueOf(parallelism));
    }
}
