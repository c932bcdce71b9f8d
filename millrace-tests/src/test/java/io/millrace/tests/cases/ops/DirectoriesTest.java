// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.ops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.common.functions.OpenContext;
import io.millrace.api.common.functions.RichMapFunction;
import io.millrace.configuration.CheckpointingOptions;
import io.millrace.configuration.Configuration;
import io.millrace.configuration.StateRecoveryOptions;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.testing.FaultyFileSystem;
import io.millrace.tests.cases.CountingJob;
import io.millrace.tests.kit.CheckpointFolder;
import io.millrace.tests.kit.Collected;
import io.millrace.tests.kit.Jobs;
import io.millrace.tests.kit.Kept;
import io.millrace.tests.kit.RunningJob;
import io.millrace.tests.kit.Shared;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(180)
class DirectoriesTest {

    @TempDir Path directory;

    private static Configuration checkpointsAt(String where) {
        Configuration configuration = new Configuration();
        configuration.set(CheckpointingOptions.CHECKPOINTS_DIRECTORY, where);
        return configuration;
    }

    @DisplayName("O11: a directory with blank, umlaut and '#', given as a path and as a URI")
    @ParameterizedTest(name = "{displayName}: as a URI {0}, {1}")
    @CsvSource({
        "false, ON_THE_HEAP",
        "true, ON_THE_HEAP_IN_LAYERS",
        "false, IN_ROCKSDB_BY_FILES",
        "true, IN_ROCKSDB"
    })
    void o11(boolean asUri, Kept kept) throws Exception {
        Path odd = Files.createDirectory(directory.resolve("my chäckpoints #1"));
        String given = asUri ? odd.toUri().toString() : odd.toString();
        CountingJob first = new CountingJob(kept.in(checkpointsAt(given)));
        first.leaveCheckpoint();

        Path checkpoint = CheckpointFolder.at(odd).newest();
        assertThat(checkpoint.resolve("_metadata")).isRegularFile().startsWith(odd);
        try (Stream<Path> siblings = Files.list(directory)) {
            assertThat(siblings).as("no sibling with percent codes").containsExactly(odd);
        }

        Configuration again = kept.in(checkpointsAt(given));
        again.set(
                StateRecoveryOptions.SAVEPOINT_PATH,
                asUri ? checkpoint.toUri().toString() : checkpoint.toString());
        CountingJob second = new CountingJob(again);
        RunningJob running = second.start();
        second.gate.open();
        running.awaitFinished();
        assertThat(second.firstCounts()).containsOnlyKeys(0L, 1L, 2L).containsValue(11L);
        assertThat(second.firstCounts().values()).containsOnly(11L);
        try (Stream<Path> siblings = Files.list(directory)) {
            assertThat(siblings).containsExactly(odd);
        }
    }

    @DisplayName(
            "O15 (checkpoint): one that was moved, even to a name with a blank, restores from there")
    @Test
    void o15() throws Exception {
        Path checkpoint = CountingJob.leaveCheckpoint(directory.resolve("checkpoints"));
        Path moved = Files.createDirectories(directory.resolve("moved away")).resolve("kept here");
        Files.move(checkpoint, moved);

        CountingJob job =
                new CountingJob(Jobs.checkpointsIn(directory.resolve("others"), moved.toString()));
        RunningJob running = job.start();
        job.gate.open();
        running.awaitFinished();

        assertThat(job.firstCounts().values()).hasSize(3).containsOnly(11L);
    }

    /** Counts that it was opened, and what it saw. */
    private static final class Seen extends RichMapFunction<Integer, Integer> {
        private static final long serialVersionUID = 1L;
        private final Shared<AtomicInteger> calls;

        Seen(Shared<AtomicInteger> calls) {
            this.calls = calls;
        }

        @Override
        public void open(OpenContext context) {
            calls.get().incrementAndGet();
        }

        @Override
        public Integer map(Integer value) {
            calls.get().incrementAndGet();
            return value;
        }
    }

    private void refused(String where) {
        AtomicInteger calls = new AtomicInteger();
        StreamExecutionEnvironment env = Jobs.environment(1, checkpointsAt(where));
        env.enableCheckpointing(20);
        env.fromData(1, 2, 3).map(new Seen(Shared.of(calls))).addSink(new Collected<>());

        assertThatThrownBy(() -> env.execute("unusable directory")).hasStackTraceContaining(where);
        assertThat(calls).as("nothing was opened and no record read").hasValue(0);
    }

    @DisplayName(
            "O13: a checkpoint directory below a regular file is refused before any record is read")
    @Test
    void o13File() throws Exception {
        Path file = Files.writeString(directory.resolve("file"), "I am a file");

        refused(file.resolve("checkpoints").toString());

        assertThat(file).hasContent("I am a file");
    }

    @DisplayName(
            "O13: a checkpoint directory that refuses writes is refused before any record is read")
    @Test
    void o13ReadOnly() throws Exception {
        FaultyFileSystem disk = FaultyFileSystem.named("o13");
        disk.reset();
        disk.refuseWrites(true);

        refused("faulty://o13/checkpoints");
    }
}
