// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.formats;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.serialization.SimpleStringEncoder;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.api.connector.source.util.ratelimit.RateLimiterStrategy;
import io.millrace.connector.datagen.source.DataGeneratorSource;
import io.millrace.connector.file.sink.FileSink;
import io.millrace.connector.file.sink.compactor.ConcatFileCompactor;
import io.millrace.connector.file.sink.compactor.FileCompactStrategy;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.sink.filesystem.StreamingFileSink;
import io.millrace.streaming.api.functions.sink.filesystem.bucketassigners.BasePathBucketAssigner;
import io.millrace.streaming.api.functions.sink.filesystem.rollingpolicies.OnCheckpointRollingPolicy;
import io.millrace.tests.kit.Collected;
import io.millrace.tests.kit.CommittingSink;
import io.millrace.tests.kit.Fault;
import io.millrace.tests.kit.Jobs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(180)
class GeneratedRecordsTest {

    @TempDir Path directory;

    private static List<Long> numbers(long count) {
        return LongStream.range(0, count).boxed().toList();
    }

    @Test
    @DisplayName("Each number makes its record once, whatever fails")
    void once() throws Exception {
        Fault fault = Fault.times(2);
        CommittingSink sink = new CommittingSink();
        StreamExecutionEnvironment env = Jobs.environment(3);
        env.enableCheckpointing(10);
        Jobs.restarts(env, 2);
        env.fromSource(
                        new DataGeneratorSource<>(
                                number -> number,
                                3000,
                                RateLimiterStrategy.perSecond(20_000),
                                Types.LONG),
                        WatermarkStrategy.noWatermarks(),
                        "generator")
                .map(
                        number -> {
                            if (number % 1000 == 700) {
                                fault.strike("on the way");
                            }
                            return number;
                        })
                .sinkTo(sink);
        Jobs.run(env, "once");
        assertThat(sink.rows()).containsExactlyInAnyOrderElementsOf(numbers(3000));
    }

    @Test
    @DisplayName("A rate is kept: so many records take at least their time")
    void rate() throws Exception {
        Collected<Long> records = new Collected<>();
        StreamExecutionEnvironment env = Jobs.environment(2);
        env.fromSource(
                        new DataGeneratorSource<>(
                                number -> number,
                                100,
                                RateLimiterStrategy.perSecond(200),
                                Types.LONG),
                        WatermarkStrategy.noWatermarks(),
                        "generator")
                .addSink(records);
        long begin = System.nanoTime();
        Jobs.run(env, "rate");
        // 50 for each of two subtasks at 100 a second: the last may go after 490 ms.
        assertThat(System.nanoTime() - begin).isGreaterThan(480_000_000L);
        assertThat(records.values()).containsExactlyInAnyOrderElementsOf(numbers(100));
    }

    @Test
    @DisplayName("So many records between two checkpoints, and nothing to make is an end, too")
    void perCheckpoint() throws Exception {
        CommittingSink sink = new CommittingSink();
        StreamExecutionEnvironment env = Jobs.environment(1);
        env.enableCheckpointing(10);
        env.fromSource(
                        new DataGeneratorSource<>(
                                number -> number,
                                20,
                                RateLimiterStrategy.perCheckpoint(4),
                                Types.LONG),
                        WatermarkStrategy.noWatermarks(),
                        "generator")
                .sinkTo(sink);
        Jobs.run(env, "per checkpoint");
        assertThat(sink.rows()).isEqualTo(numbers(20));
        assertThat(sink.transactions()).allMatch(rows -> rows.size() <= 8);
        StreamExecutionEnvironment none = Jobs.environment(2);
        Collected<Long> nothing = new Collected<>();
        none.fromSource(
                        new DataGeneratorSource<>(number -> number, 0, Types.LONG),
                        WatermarkStrategy.noWatermarks(),
                        "generator")
                .addSink(nothing);
        Jobs.run(none, "none");
        assertThat(nothing.values()).isEmpty();
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> walk = Files.walk(directory)) {
            return walk.filter(Files::isRegularFile).sorted().toList();
        }
    }

    private static List<Long> lines(List<Path> files) throws IOException {
        List<Long> lines = new ArrayList<>();
        for (Path file : files) {
            Files.readAllLines(file).forEach(line -> lines.add(Long.valueOf(line)));
        }
        return lines;
    }

    @Test
    @DisplayName("StreamingFileSink writes each record once, and all of them by the end")
    @SuppressWarnings("deprecation")
    void olderSink() throws Exception {
        Fault fault = Fault.once();
        StreamExecutionEnvironment env = Jobs.environment(2);
        env.enableCheckpointing(10);
        Jobs.restarts(env, 1);
        StreamingFileSink<Long> sink =
                StreamingFileSink.<Long>forRowFormat(
                                new io.millrace.core.fs.Path(directory.toUri()),
                                new SimpleStringEncoder<>())
                        .withNewBucketAssignerAndPolicy(
                                new BasePathBucketAssigner<>(), OnCheckpointRollingPolicy.build())
                        .build();
        env.fromSequence(0, 9_999)
                .map(
                        number -> {
                            if (number == 4_000) {
                                fault.strike("in the middle");
                            }
                            return number;
                        })
                .addSink(sink)
                .name("older");
        Jobs.run(env, "older sink");
        assertThat(lines(files()))
                .as("lines of all files, hidden ones too")
                .containsExactlyInAnyOrderElementsOf(numbers(10_000));
    }

    @Test
    @DisplayName("Small files become few; none of the small ones is left")
    void compaction() throws Exception {
        Fault fault = Fault.once();
        StreamExecutionEnvironment env = Jobs.environment(2);
        env.enableCheckpointing(10);
        Jobs.restarts(env, 1);
        FileSink<Long> sink =
                FileSink.<Long>forRowFormat(
                                new io.millrace.core.fs.Path(directory.toUri()),
                                new SimpleStringEncoder<>())
                        .withBucketAssigner(new BasePathBucketAssigner<>())
                        .withRollingPolicy(OnCheckpointRollingPolicy.build())
                        .enableCompact(
                                FileCompactStrategy.Builder.newBuilder()
                                        .setSizeThreshold(2000)
                                        .setNumCompactThreads(2)
                                        .build(),
                                new ConcatFileCompactor())
                        .build();
        env.fromSource(
                        new DataGeneratorSource<>(
                                number -> {
                                    if (number == 1500) {
                                        fault.strike("in the middle");
                                    }
                                    return number;
                                },
                                4000,
                                RateLimiterStrategy.perSecond(10_000),
                                Types.LONG),
                        WatermarkStrategy.noWatermarks(),
                        "generator")
                .sinkTo(sink);
        Jobs.run(env, "compaction");
        assertThat(lines(files())).containsExactlyInAnyOrderElementsOf(numbers(4000));
        assertThat(files())
                .allMatch(file -> file.getFileName().toString().startsWith("compacted-"));
    }
}
