// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.data;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.functions.MapFunction;
import io.millrace.api.common.serialization.SimpleStringEncoder;
import io.millrace.api.java.functions.KeySelector;
import io.millrace.connector.file.sink.FileSink;
import io.millrace.connector.file.src.FileSource;
import io.millrace.connector.file.src.reader.TextLineInputFormat;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.KeyedProcessFunction;
import io.millrace.streaming.api.functions.sink.filesystem.bucketassigners.BasePathBucketAssigner;
import io.millrace.tests.kit.CheckpointLog;
import io.millrace.tests.kit.Jobs;
import io.millrace.tests.kit.Shared;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Jobs a user would write, over a small made-up sample that lies here and over the real files where
 * the property {@code millrace.data} names their folder. Each job fails twice on its way; its
 * answer comes from a file sink and must be exactly the expected one.
 */
@Timeout(400)
class RealDataTest {

    @TempDir Path directory;

    private static Path data(String set) throws URISyntaxException {
        if (set.equals("sample")) {
            return Path.of(RealDataTest.class.getResource("access.log").toURI()).getParent();
        }
        String folder = System.getProperty("millrace.data", "");
        Assumptions.assumeFalse(folder.isBlank(), "millrace.data names no folder");
        return Path.of(folder);
    }

    /**
     * Throws at two records, chosen by how many have passed in all attempts, each after a further
     * checkpoint.
     */
    private static final class FailsTwice<T> implements MapFunction<T, T> {
        private static final long serialVersionUID = 1L;
        private final Shared<AtomicLong> passed = Shared.of(new AtomicLong());
        private final Shared<AtomicInteger> failures;
        private final CheckpointLog checkpoints;
        private final long every;

        FailsTwice(long every, AtomicInteger failures, CheckpointLog checkpoints) {
            this.every = every;
            this.failures = Shared.of(failures);
            this.checkpoints = checkpoints;
        }

        @Override
        public T map(T value) {
            long now = passed.get().incrementAndGet();
            int before = failures.get().get();
            if (before < 2 && now >= every * (before + 1)) {
                // Slowly, until there is something to go back to.
                if (checkpoints.completed().size() > before) {
                    if (failures.get().compareAndSet(before, before + 1)) {
                        throw new IllegalStateException(
                                "failure " + (before + 1) + " after " + now);
                    }
                } else {
                    LockSupport.parkNanos(10_000_000); // leaves time for a checkpoint
                }
            }
            return value;
        }
    }

    private <T, K> void run(
            String file,
            String set,
            int parallelism,
            MapFunction<String, T> parse,
            WatermarkStrategy<T> watermarks,
            KeySelector<T, K> key,
            KeyedProcessFunction<K, T, String> process,
            String expected)
            throws Exception {
        Path data = data(set);
        long lines;
        try (Stream<String> all = Files.lines(data.resolve(file))) {
            lines = all.count();
        }
        AtomicInteger failures = new AtomicInteger();
        CheckpointLog checkpoints = new CheckpointLog();
        StreamExecutionEnvironment env =
                Jobs.environment(parallelism, Jobs.checkpointsIn(directory.resolve("checkpoints")));
        env.enableCheckpointing(20);
        Jobs.restarts(env, 2);
        DataStream<String> text =
                env.fromSource(
                        FileSource.forRecordStreamFormat(
                                        new TextLineInputFormat(),
                                        new io.millrace.core.fs.Path(data.resolve(file).toUri()))
                                .build(),
                        WatermarkStrategy.noWatermarks(),
                        "lines");
        text.map(checkpoints.<String>probe())
                .map(new FailsTwice<>(lines / 3, failures, checkpoints))
                .map(parse)
                .assignTimestampsAndWatermarks(watermarks)
                .keyBy(key)
                .process(process)
                .sinkTo(
                        FileSink.<String>forRowFormat(
                                        new io.millrace.core.fs.Path(
                                                directory.resolve("out").toUri()),
                                        new SimpleStringEncoder<>())
                                .withBucketAssigner(new BasePathBucketAssigner<>())
                                .build());
        Jobs.run(env, file);

        assertThat(failures.get()).as("failures on the way").isBetween(1, 2);
        List<String> answer = committed(directory.resolve("out"));
        List<String> right = Files.readAllLines(data.resolve("expected").resolve(expected));
        Collections.sort(right);
        assertThat(answer).isEqualTo(right);
    }

    /** The lines of all finished files, sorted; no other files may be there. */
    private static List<String> committed(Path out) throws IOException {
        List<String> lines = new ArrayList<>();
        try (Stream<Path> files = Files.walk(out)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                assertThat(file.getFileName().toString())
                        .doesNotStartWith(".")
                        .doesNotContain("inprogress");
                lines.addAll(Files.readAllLines(file));
            }
        }
        Collections.sort(lines);
        return lines;
    }

    @DisplayName(
            "Lines and bytes per hour and status, at parallelism 1, 2 and 4, across two failures")
    @ParameterizedTest
    @CsvSource({"sample,1", "sample,2", "sample,4", "real,1", "real,2", "real,4"})
    void statusPerHour(String set, int parallelism) throws Exception {
        run(
                "access.log",
                set,
                parallelism,
                AccessLine::parse,
                WatermarkStrategy.<AccessLine>forBoundedOutOfOrderness(Duration.ofMinutes(2))
                        .withTimestampAssigner((line, before) -> line.timeMs()),
                AccessLine::status,
                new StatusPerHour(),
                "status_per_hour.tsv");
    }

    @DisplayName(
            "Sessions of 30 minutes per client, at parallelism 1, 2 and 4, across two failures")
    @ParameterizedTest
    @CsvSource({"sample,1", "sample,2", "sample,4", "real,1", "real,2", "real,4"})
    void sessions(String set, int parallelism) throws Exception {
        run(
                "access.log",
                set,
                parallelism,
                AccessLine::parse,
                WatermarkStrategy.<AccessLine>forBoundedOutOfOrderness(Duration.ofMinutes(2))
                        .withTimestampAssigner((line, before) -> line.timeMs()),
                AccessLine::client,
                new Sessions(),
                "sessions_30min.tsv");
    }

    @DisplayName("Delays per day and airport, at parallelism 1, 2 and 4, across two failures")
    @ParameterizedTest
    @CsvSource({"sample,1", "sample,2", "sample,4", "real,1", "real,2", "real,4"})
    void dailyDelay(String set, int parallelism) throws Exception {
        run(
                "flights.jsonl",
                set,
                parallelism,
                Flight::parse,
                WatermarkStrategy.<Flight>forMonotonousTimestamps()
                        .withTimestampAssigner((flight, before) -> flight.timeMs()),
                Flight::origin,
                new DailyDelay(),
                "flights_daily_delay.tsv");
    }
}
