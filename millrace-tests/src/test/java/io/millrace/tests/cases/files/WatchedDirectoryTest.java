// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.files;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.configuration.Configuration;
import io.millrace.connector.file.src.FileSource;
import io.millrace.connector.file.src.FileSourceSplit;
import io.millrace.connector.file.src.enumerate.FileEnumerator;
import io.millrace.connector.file.src.enumerate.NonSplittingRecursiveEnumerator;
import io.millrace.connector.file.src.reader.TextLineInputFormat;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.tests.components.Await;
import io.millrace.tests.kit.CheckpointLog;
import io.millrace.tests.kit.Committed;
import io.millrace.tests.kit.Fault;
import io.millrace.tests.kit.Jobs;
import io.millrace.tests.kit.RunningJob;
import io.millrace.tests.kit.Shared;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A job that watches a directory, from file to committed row. */
@Timeout(180)
class WatchedDirectoryTest {

    @TempDir Path directory;

    private Path input;
    private Path checkpoints;
    private final Shared<AtomicInteger> looks = Shared.of(new AtomicInteger());
    private final CheckpointLog log = new CheckpointLog();
    private final Fault fault = Fault.onDemand();
    private final Committed<String> rows = new Committed<>();

    @BeforeEach
    void makeDirectories() throws IOException {
        input = Files.createDirectories(directory.resolve("input"));
        checkpoints = directory.resolve("checkpoints");
    }

    /** Finds what others find, and counts how often it has looked. */
    private static final class CountingLooks implements FileEnumerator {
        private final NonSplittingRecursiveEnumerator files = new NonSplittingRecursiveEnumerator();
        private final Shared<AtomicInteger> looks;

        CountingLooks(Shared<AtomicInteger> looks) {
            this.looks = looks;
        }

        @Override
        public Collection<FileSourceSplit> enumerateSplits(
                io.millrace.core.fs.Path[] paths, int minDesiredSplits) throws IOException {
            Collection<FileSourceSplit> found = files.enumerateSplits(paths, minDesiredSplits);
            looks.get().incrementAndGet();
            return found;
        }
    }

    private RunningJob start(Configuration configuration, int readers) throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(1, configuration);
        env.enableCheckpointing(15);
        Jobs.restarts(env, 1);
        Shared<AtomicInteger> counter = looks;
        Fault onDemand = fault;
        FileSource<String> source =
                FileSource.forRecordStreamFormat(
                                new TextLineInputFormat(),
                                new io.millrace.core.fs.Path(input.toUri()))
                        .setFileEnumerator(() -> new CountingLooks(counter))
                        .monitorContinuously(Duration.ofMillis(5))
                        .build();
        env.fromSource(source, WatermarkStrategy.noWatermarks(), "files")
                .setParallelism(readers)
                .map(
                        line -> {
                            onDemand.strike("on demand");
                            return line;
                        })
                .map(log.<String>probe())
                .addSink(rows);
        return Jobs.start(env, "watching");
    }

    /** As a producer should: a file gets its name when it is complete. */
    private void put(String name, String text, long modifiedMs) throws IOException {
        Path hidden = Files.writeString(input.resolve("." + name), text);
        Files.setLastModifiedTime(hidden, FileTime.fromMillis(modifiedMs));
        Files.move(hidden, input.resolve(name), StandardCopyOption.ATOMIC_MOVE);
    }

    private void awaitLooks(int more) {
        int enough = looks.get().get() + more;
        Await.until(more + " further looks", () -> looks.get().get() >= enough);
    }

    private void awaitRows(int count) {
        Await.until(count + " rows", () -> rows.rows().size() >= count);
    }

    @DisplayName(
            "K05: files whose time of modification equals or precedes one already seen are read")
    @Test
    void k05() throws Exception {
        put("f1", "one\n", 1000);
        RunningJob job = start(new Configuration(), 1);
        awaitRows(1);
        put("f2", "two\n", 1000);
        put("f3", "three\n", 900);
        // The one under way may have begun before the files came.
        awaitLooks(1 + 3);
        awaitRows(3);
        log.awaitFurtherCompleted(2);
        job.cancel();

        assertThat(rows.rows()).containsExactlyInAnyOrder("one", "two", "three");
    }

    @DisplayName("CK-112: files that come before, between and after failures are read once")
    @Test
    void ck112Failure() throws Exception {
        put("f1", lines("a"), 1000);
        RunningJob job = start(new Configuration(), 2);
        awaitRows(100);
        fault.arm();
        put("f2", lines("b"), 1000);
        put("f3", lines("c"), 1000);
        awaitRows(300);
        put("f4", lines("d"), 500);
        awaitRows(400);
        log.awaitFurtherCompleted(2);
        job.cancel();

        assertThat(fault.struck()).isEqualTo(1);
        assertThat(rows.rows()).hasSize(400).doesNotHaveDuplicates();
    }

    @DisplayName("CK-112: 'latest' goes on with the files that came while no job was running")
    @ParameterizedTest(name = "{displayName}: {0} readers, then {1}")
    @CsvSource({"1, 1", "3, 1", "1, 3"})
    void ck112Latest(int before, int after) throws Exception {
        put("f1", lines("a"), 1000);
        RunningJob first = start(Jobs.checkpointsIn(checkpoints), before);
        awaitRows(100);
        first.suspend();
        put("f2", lines("b"), 1000);
        put("f3", lines("c"), 900);

        RunningJob second = start(Jobs.checkpointsIn(checkpoints, "latest"), after);
        awaitRows(300);
        put("f4", lines("d"), 1000);
        awaitRows(400);
        log.awaitFurtherCompleted(2);
        second.cancel();

        assertThat(rows.rows()).hasSize(400).doesNotHaveDuplicates();
    }

    private static String lines(String prefix) {
        return String.join("\n", IntStream.range(0, 100).mapToObj(i -> prefix + i).toList());
    }

    @DisplayName("A directory that is not there fails the job before it begins")
    @Test
    void missingDirectory() throws Exception {
        Files.delete(input);
        Throwable failure = start(new Configuration(), 1).awaitFailure();

        assertThat(failure)
                .hasStackTraceContaining(input.toString())
                .hasStackTraceContaining("does not exist");
        assertThat(looks.get().get()).isZero();
    }
}
