// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.files;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.serialization.SimpleStringEncoder;
import io.millrace.connector.file.sink.FileSink;
import io.millrace.core.io.SimpleVersionedSerializer;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.sink.filesystem.BucketAssigner;
import io.millrace.streaming.api.functions.sink.filesystem.bucketassigners.BasePathBucketAssigner;
import io.millrace.streaming.api.functions.sink.filesystem.bucketassigners.SimpleVersionedStringSerializer;
import io.millrace.streaming.api.functions.sink.filesystem.rollingpolicies.OnCheckpointRollingPolicy;
import io.millrace.tests.kit.CheckpointLog;
import io.millrace.tests.kit.Fault;
import io.millrace.tests.kit.Gate;
import io.millrace.tests.kit.Jobs;
import io.millrace.tests.kit.NumberSource;
import io.millrace.tests.kit.Pace;
import io.millrace.tests.kit.RunningJob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(180)
class FileSinkJobsTest {

    @TempDir Path directory;

    private static List<Path> filesIn(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            return List.of();
        }
        try (Stream<Path> walk = Files.walk(directory)) {
            return walk.filter(Files::isRegularFile).sorted().collect(Collectors.toList());
        }
    }

    private static List<String> lines(List<Path> files) throws IOException {
        List<String> lines = new ArrayList<>();
        for (Path file : files) {
            lines.addAll(Files.readAllLines(file));
        }
        return lines;
    }

    private static io.millrace.core.fs.Path path(Path path) {
        return new io.millrace.core.fs.Path(path.toUri());
    }

    /** The first letter is the bucket. */
    private static final class ByFirstLetter implements BucketAssigner<String, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public String getBucketId(String line, Context context) {
            return line.substring(0, 1);
        }

        @Override
        public SimpleVersionedSerializer<String> getSerializer() {
            return SimpleVersionedStringSerializer.INSTANCE;
        }
    }

    @DisplayName("K01: a bucket that falls silent and comes back keeps its earlier files")
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void k01(boolean withFailure) throws Exception {
        Gate gate = new Gate();
        CheckpointLog log = new CheckpointLog();
        Fault fault = Fault.onDemand();
        StreamExecutionEnvironment env = Jobs.environment(1);
        env.enableCheckpointing(15);
        Jobs.restarts(env, 1);
        env.fromSource(
                        NumberSource.numbers(0, 29).paced(Pace.behind(gate)),
                        WatermarkStrategy.noWatermarks(),
                        "numbers")
                .map(
                        value -> {
                            fault.strike("between two rounds");
                            return "X" + value;
                        })
                .map(log.<String>probe())
                .sinkTo(
                        FileSink.<String>forRowFormat(
                                        path(directory.resolve("out")), new SimpleStringEncoder<>())
                                .withBucketAssigner(new ByFirstLetter())
                                .withRollingPolicy(OnCheckpointRollingPolicy.build())
                                .build());
        RunningJob job = Jobs.start(env, "k01");
        for (int round = 1; round <= 3; round++) {
            // The whole round passes in one burst; a checkpoint may still part it, so the files are
            // at least three.
            gate.letReadUpTo(10L * round);
            log.awaitFurtherCompleted(3);
            if (withFailure && round == 2) {
                fault.arm();
            }
        }
        gate.open();
        job.awaitFinished();

        List<Path> files = filesIn(directory.resolve("out"));
        assertThat(fault.struck()).isEqualTo(withFailure ? 1 : 0);
        assertThat(files).hasSizeGreaterThanOrEqualTo(3);
        assertThat(files)
                .allSatisfy(
                        file -> {
                            assertThat(file.getParent().getFileName()).hasToString("X");
                            assertThat(file.getFileName().toString())
                                    .startsWith("part-")
                                    .doesNotContain("inprogress");
                        });
        assertThat(lines(files))
                .containsExactlyInAnyOrderElementsOf(
                        LongStream.range(0, 30).mapToObj(value -> "X" + value).toList());
    }

    @DisplayName("Two operators that share one sink object keep each other's files over a failure")
    @Test
    void oneSinkForTwoStreams() throws Exception {
        Gate gate = new Gate();
        CheckpointLog log = new CheckpointLog();
        Fault fault = Fault.onDemand();
        Path out = directory.resolve("out");
        StreamExecutionEnvironment env = Jobs.environment(1);
        env.enableCheckpointing(15);
        Jobs.restarts(env, 1);
        FileSink<String> sink =
                FileSink.<String>forRowFormat(path(out), new SimpleStringEncoder<>())
                        .withBucketAssigner(new ByLastLetter())
                        .build();
        DataStream<Long> numbers =
                env.fromSource(
                                NumberSource.numbers(0, 99).paced(Pace.behind(gate)),
                                WatermarkStrategy.noWatermarks(),
                                "numbers")
                        .map(log.<Long>probe())
                        .map(
                                value -> {
                                    fault.strike("after a checkpoint");
                                    return value;
                                });
        // The first has one file in progress, the second ten: their numbers are far apart.
        numbers.map(value -> "few " + value + " a").sinkTo(sink);
        numbers.map(value -> "many " + value).sinkTo(sink);
        RunningJob job = Jobs.start(env, "shared sink");
        gate.letReadUpTo(50);
        log.awaitFurtherCompleted(3);
        fault.arm();
        gate.open();
        job.awaitFinished();

        assertThat(fault.struck()).isEqualTo(1);
        assertThat(lines(filesIn(out)))
                .containsExactlyInAnyOrderElementsOf(
                        LongStream.range(0, 100)
                                .boxed()
                                .flatMap(value -> Stream.of("few " + value + " a", "many " + value))
                                .toList());
        assertThat(filesIn(out))
                .allSatisfy(file -> assertThat(file.getFileName().toString()).startsWith("part-"));
    }

    /** The last letter is the bucket. */
    private static final class ByLastLetter implements BucketAssigner<String, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public String getBucketId(String line, Context context) {
            return line.substring(line.length() - 1);
        }

        @Override
        public SimpleVersionedSerializer<String> getSerializer() {
            return SimpleVersionedStringSerializer.INSTANCE;
        }
    }

    private Path runK03(
            DataStream<String> stream, StreamExecutionEnvironment env, boolean checkpoints)
            throws Exception {
        Path out = directory.resolve("out");
        if (checkpoints) {
            env.enableCheckpointing(50);
        }
        stream.sinkTo(
                FileSink.<String>forRowFormat(path(out), new SimpleStringEncoder<>())
                        .withBucketAssigner(new BasePathBucketAssigner<>())
                        .build());
        Jobs.run(env, "k03");
        return out;
    }

    @DisplayName("K03 (a): a bounded job ends with one visible file, with and without checkpoints")
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void k03Lines(boolean checkpoints) throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(1);
        Path out = runK03(env.fromData("aa", "bb", "cc", "dd", "ee"), env, checkpoints);

        List<Path> files = filesIn(out);
        assertThat(files).hasSize(1);
        assertThat(files.get(0).getParent()).isEqualTo(out);
        assertThat(files.get(0).getFileName().toString()).startsWith("part-");
        assertThat(Files.size(files.get(0))).isEqualTo(15);
        assertThat(lines(files)).containsExactly("aa", "bb", "cc", "dd", "ee");
    }

    @DisplayName("K03 (b): empty input makes no file, with and without checkpoints")
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void k03Nothing(boolean checkpoints) throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(1);
        Path out =
                runK03(env.fromData("aa", "bb").filter(line -> line.isEmpty()), env, checkpoints);

        assertThat(filesIn(out)).isEmpty();
    }

    @DisplayName("K03: what a failed job had written but not committed is no visible file")
    @Test
    void k03Failure() throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(1);
        Path out = directory.resolve("out");
        env.fromData("aa", "bb", "cc")
                .map(
                        line -> {
                            if (line.equals("cc")) {
                                throw new IllegalStateException("on purpose");
                            }
                            return line;
                        })
                .sinkTo(
                        FileSink.<String>forRowFormat(path(out), new SimpleStringEncoder<>())
                                .withBucketAssigner(new BasePathBucketAssigner<>())
                                .build());
        Jobs.runToFailure(env, "k03 failing");

        assertThat(filesIn(out))
                .allSatisfy(file -> assertThat(file.getFileName().toString()).startsWith("."));
    }
}
