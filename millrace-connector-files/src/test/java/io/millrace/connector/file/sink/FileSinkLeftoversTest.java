// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.file.sink;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.JobID;
import io.millrace.connector.file.sink.FileSinkRun.Checkpoint;
import io.millrace.streaming.api.functions.sink.filesystem.rollingpolicies.DefaultRollingPolicy;
import io.millrace.streaming.api.functions.sink.filesystem.rollingpolicies.OnCheckpointRollingPolicy;
import io.millrace.testing.FaultyFileSystem;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which hidden files a sink removes, and which it must not touch. */
class FileSinkLeftoversTest {

    @TempDir java.nio.file.Path directory;

    private final FaultyOutput disk = new FaultyOutput("file-sink-leftovers");

    private SinkOutput output;

    @BeforeEach
    void nothingWritten() {
        disk.fs().reset();
        output = new SinkOutput(directory);
    }

    @Test
    void whatACancelledJobNeverCheckpointedIsRemoved() throws Exception {
        FileSinkRun run =
                new FileSinkRun(output.byFirstLetter(DefaultRollingPolicy.builder().build()));
        run.start();
        run.write("Xa");
        run.checkpoint(1);
        run.write("Ya");
        run.close();

        // The first is in checkpoint 1, from which the job may be resumed.
        assertThat(output.hidden())
                .singleElement()
                .satisfies(f -> assertThat(f.getParent()).isEqualTo(directory.resolve("X")));
        run.start();
        run.write("Ya");
        run.finish(2);
        assertThat(output.allLines()).containsExactlyInAnyOrder("Xa", "Ya");
        assertThat(output.hidden()).isEmpty();
    }

    @Test
    void unfinishedFilesOfOtherJobsSubtasksAndSinksAreNeverTouched() throws Exception {
        FileSink<String> shared = output.toOneDirectory(DefaultRollingPolicy.builder().build());
        FileSinkRun other = new FileSinkRun(shared);
        other.start();
        other.write("other job, same sink");
        FileSinkRun sibling =
                new FileSinkRun(output.toOneDirectory(DefaultRollingPolicy.builder().build()));
        sibling.start();
        sibling.write("other sink");
        Files.writeString(directory.resolve(".part-of-something-else.inprogress.1"), "");
        FileSinkRun run = new FileSinkRun(shared);
        run.start();
        run.checkpoint(1);
        run.write("lost");
        run.start();
        run.write("lost, again");

        assertThat(output.hidden()).hasSize(4);
        other.finish(1);
        sibling.finish(1);
        assertThat(SinkOutput.lines(output.visible()))
                .containsExactlyInAnyOrder("other job, same sink", "other sink");
    }

    @Test
    void stateFromBeforeLineagesWereToldApartNamesNoLeftovers() throws Exception {
        FileSink<String> sink = output.toOneDirectory(DefaultRollingPolicy.builder().build());
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeByte(0);
        out.writeUTF(directory.toUri().toString());
        out.writeUTF("lineage");
        out.writeLong(7);
        NumberingState read =
                (NumberingState)
                        sink.getWriterStateSerializer().deserialize(1, bytes.toByteArray());

        assertThat(read.lineage()).isNotEqualTo("lineage");
        assertThat(read.directories()).isEmpty();
    }

    @Test
    void twoOperatorsWithTheSameSinkLeaveEachOthersFilesAlone() throws Exception {
        FileSink<String> shared = output.toOneDirectory(DefaultRollingPolicy.builder().build());
        JobID job = JobID.generate();
        FileSinkRun left = new FileSinkRun(shared, job, 0, "left");
        FileSinkRun right = new FileSinkRun(shared, job, 0, "right");
        left.start();
        right.start();
        // Number 0 of the right one is in its checkpoint; the left one has begun no file yet.
        right.write("right, kept");
        left.checkpoint(1);
        right.checkpoint(1);
        left.start();
        left.write("left");
        right.start();
        right.write("right");
        left.finish(2);
        right.finish(2);

        assertThat(SinkOutput.lines(output.visible()))
                .containsExactlyInAnyOrder("left", "right, kept", "right");
    }

    @Test
    void twoOperatorsWithTheSameSinkLeaveEachOthersFilesAloneWithoutACheckpoint() throws Exception {
        FileSink<String> shared = output.toOneDirectory(DefaultRollingPolicy.builder().build());
        JobID job = JobID.generate();
        FileSinkRun left = new FileSinkRun(shared, job, 0, "left");
        FileSinkRun right = new FileSinkRun(shared, job, 0, "right");
        left.start();
        right.start();
        right.write("right");
        left.start();
        left.write("left");
        left.finish(1);
        right.finish(1);

        assertThat(SinkOutput.lines(output.visible())).containsExactlyInAnyOrder("left", "right");
    }

    @Test
    void aJobThatForkedFromTheSameCheckpointIsNotTouched() throws Exception {
        FileSinkRun run = output.begin(OnCheckpointRollingPolicy.build());
        run.write("a");
        Checkpoint fork = run.checkpoint(1);
        FileSink<String> again = output.toOneDirectory(OnCheckpointRollingPolicy.build());
        FileSinkRun left = new FileSinkRun(again);
        FileSinkRun right = new FileSinkRun(again);
        left.startFrom(fork);
        left.write("left");
        right.startFrom(fork);
        right.write("right");
        left.finish(2);
        right.finish(2);

        assertThat(SinkOutput.lines(output.visible()))
                .containsExactlyInAnyOrder("a", "left", "right");
    }

    @Test
    void theStateOfTwoSubtasksCanBeRestoredIntoOne() throws Exception {
        FileSink<String> sink = output.toOneDirectory(DefaultRollingPolicy.builder().build());
        JobID job = JobID.generate();
        FileSinkRun first = new FileSinkRun(sink, job, 0, "operator");
        FileSinkRun second = new FileSinkRun(sink, job, 1, "operator");
        List<byte[]> writers = new ArrayList<>();
        for (FileSinkRun run : List.of(first, second)) {
            run.start();
            run.write("kept " + writers.size());
            writers.addAll(run.checkpoint(1).writer());
            run.write("lost");
            run.checkpoint(2);
        }
        FileSinkRun merged = new FileSinkRun(sink, job, 0, "operator");
        merged.startFrom(new Checkpoint(1, writers, List.of(), 0));
        merged.write("new");
        merged.finish(3);

        assertThat(output.allLines()).containsExactlyInAnyOrder("kept 0", "kept 2", "new");
        assertThat(output.hidden()).isEmpty();
    }

    @Test
    void aRestoreLooksOnlyIntoDirectoriesThatTheStateNamesOrThatAreWrittenToAgain()
            throws Exception {
        FileSinkRun run = new FileSinkRun(disk.sink(OnCheckpointRollingPolicy.build()));
        run.start();
        for (String old : List.of("A", "B", "C", "D", "E")) {
            run.write(old);
            run.checkpoint(1);
        }
        run.write("X0");
        run.checkpoint(2);
        run.write("X1");
        run.write("Y1");
        run.write("Z1");
        disk.fs().kill();
        List<String> looked = new ArrayList<>();
        disk.fs()
                .setFault(
                        operation -> {
                            if (operation.kind() == FaultyFileSystem.Kind.LIST) {
                                looked.add(operation.path().getName());
                            }
                        });
        run.start();
        assertThat(looked).as("the last that was written to").containsExactly("X");
        run.write("Y1");
        run.write("Y2");
        assertThat(looked).containsExactly("X", "Y");
        run.finish(3);

        Map<String, String> files = disk.files();
        assertThat(files.keySet().stream().filter(name -> name.startsWith(".")))
                .as("the one in Z, where nothing was written again")
                .hasSize(1);
    }

    @Test
    void whatCouldNotBeRemovedIsRemovedWithTheNextCheckpoint() throws Exception {
        for (FaultyFileSystem.Kind refused :
                List.of(FaultyFileSystem.Kind.LIST, FaultyFileSystem.Kind.DELETE)) {
            disk.fs().reset();
            FileSinkRun run = new FileSinkRun(disk.sink(OnCheckpointRollingPolicy.build()));
            run.start();
            run.write("X0");
            run.checkpoint(1);
            run.write("X1");
            disk.fs().kill();
            disk.fs()
                    .setFault(
                            operation -> {
                                if (operation.kind() == refused) {
                                    throw new IOException("not this time");
                                }
                            });
            run.start();
            run.write("X1");
            disk.fs().setFault(operation -> {});
            assertThat(hidden()).as("with the one being written").hasSize(2);
            run.checkpoint(2);
            assertThat(hidden()).isEmpty();
        }
    }

    private List<String> hidden() throws IOException {
        return disk.files().keySet().stream().filter(name -> name.startsWith(".")).toList();
    }

    @Test
    void whatIsHiddenBesideAFinishedFileGoesWithTheNextLook() throws Exception {
        FileSinkRun run = output.begin(OnCheckpointRollingPolicy.build());
        run.write("a");
        run.checkpoint(1);
        String finished = output.visible().get(0).getFileName().toString();
        java.nio.file.Path left =
                Files.writeString(directory.resolve("." + finished + ".inprogress.1"), "a");
        java.nio.file.Path foreign =
                Files.writeString(directory.resolve(".other.inprogress.1"), "a");
        Files.writeString(directory.resolve("other"), "a");
        run.start();
        assertThat(left).doesNotExist();
        assertThat(foreign).exists();
        assertThat(output.visible()).hasSize(2);
    }

    @Test
    void aFirstStartLooksIntoNoDirectory() throws Exception {
        disk.fs()
                .setFault(
                        operation ->
                                assertThat(operation.kind())
                                        .isNotEqualTo(FaultyFileSystem.Kind.LIST));
        FileSinkRun run = new FileSinkRun(disk.sink(OnCheckpointRollingPolicy.build()));
        run.start();
        run.write("X");
        run.finish(1);
    }
}
