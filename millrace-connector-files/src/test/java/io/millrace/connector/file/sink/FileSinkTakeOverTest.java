// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.file.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.common.JobID;
import io.millrace.api.common.serialization.SimpleStringEncoder;
import io.millrace.connector.file.sink.FileSinkRun.Checkpoint;
import io.millrace.connector.file.sink.compactor.ConcatFileCompactor;
import io.millrace.connector.file.sink.compactor.FileCompactStrategy;
import io.millrace.connector.file.sink.compactor.OutputStreamBasedFileCompactor;
import io.millrace.core.fs.Path;
import io.millrace.spi.JobOwner;
import io.millrace.streaming.api.functions.sink.filesystem.RollingPolicy;
import io.millrace.streaming.api.functions.sink.filesystem.rollingpolicies.DefaultRollingPolicy;
import io.millrace.streaming.api.functions.sink.filesystem.rollingpolicies.OnCheckpointRollingPolicy;
import java.io.OutputStream;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two processes write for one job: the one that was stopped and does not know yet that it was
 * replaced, and the one that goes on in its place. Buckets are named by the first letter of a
 * record.
 */
class FileSinkTakeOverTest {

    @TempDir java.nio.file.Path directory;

    private final JobID job = JobID.generate();
    private SinkOutput output;

    @BeforeEach
    void nothingWritten() {
        output = new SinkOutput(directory);
    }

    /** What a process of that number runs; its sink is another object in each. */
    private FileSinkRun process(long number, RollingPolicy<String, String> policy) {
        FileSinkRun run = new FileSinkRun(output.byFirstLetter(policy), job);
        run.owner = new JobOwner(number, false);
        return run;
    }

    private static RollingPolicy<String, String> atCheckpoints() {
        return OnCheckpointRollingPolicy.build();
    }

    private static RollingPolicy<String, String> overCheckpoints() {
        return DefaultRollingPolicy.builder().build();
    }

    /** One that was restarted once, for only such a one looks for leftovers. */
    private FileSinkRun restarted(long number, RollingPolicy<String, String> policy)
            throws Exception {
        FileSinkRun run = process(number, policy);
        run.start();
        run.write("X before");
        run.checkpoint(1);
        run.close();
        run.start();
        return run;
    }

    private static Checkpoint latestOf(FileSinkRun run) {
        return run.completed();
    }

    @Test
    void whoWakesInABucketOfItsSuccessorRemovesNothingThere() throws Exception {
        FileSinkRun old = restarted(1, atCheckpoints());
        FileSinkRun heir = process(2, atCheckpoints());
        heir.startFrom(latestOf(old));
        heir.write("Y, waits for its commit");
        Checkpoint pending = heir.snapshot(2, false);
        heir.write("Y, in progress");

        old.write("Y, by one that is stale");
        heir.complete(pending);
        heir.finish(3);

        assertThat(output.allLines())
                .containsExactlyInAnyOrder("X before", "Y, waits for its commit", "Y, in progress");
    }

    @Test
    void whoIsReplacedWhileItRestartsRemovesNothing() throws Exception {
        FileSinkRun old = restarted(1, atCheckpoints());
        old.write("X, seen by no checkpoint");
        FileSinkRun heir = process(2, atCheckpoints());
        heir.startFrom(latestOf(old));
        heir.write("X, again");
        Checkpoint pending = heir.snapshot(2, false);

        old.close();
        old.start(); // looks into X at once, for the checkpoint names it
        heir.complete(pending);
        heir.finish(3);

        assertThat(output.allLines()).containsExactlyInAnyOrder("X before", "X, again");
        assertThat(output.hidden()).isEmpty();
    }

    @Test
    void whoTakesOverRemovesWhatThoseBeforeHaveLeft() throws Exception {
        FileSinkRun first = restarted(0, atCheckpoints()); // a release that knew no owners
        first.write("Y, lost");
        FileSinkRun second = process(7, atCheckpoints());
        second.startFrom(latestOf(first));
        second.write("Y, lost again");
        assertThat(output.hidden()).as("that of the first is gone").hasSize(1);
        second.startFrom(latestOf(first));
        second.write("Y, lost once more");
        assertThat(output.hidden()).as("that of the attempt before is gone").hasSize(1);
        FileSinkRun third = process(8, atCheckpoints());
        third.startFrom(latestOf(first));
        third.write("Y, at last");
        assertThat(output.hidden()).as("that of the second is gone").hasSize(1);
        third.finish(2);

        assertThat(output.allLines()).containsExactlyInAnyOrder("X before", "Y, at last");
        assertThat(output.hidden()).isEmpty();
    }

    @Test
    void aJobWithoutOwnersLeavesFilesOfOwnersAlone() throws Exception {
        FileSinkRun old = restarted(0, atCheckpoints());
        FileSinkRun heir = process(1, atCheckpoints());
        heir.startFrom(latestOf(old));
        heir.write("Y");
        old.write("Y, stale");
        heir.finish(2);
        assertThat(output.allLines()).containsExactlyInAnyOrder("X before", "Y");
    }

    @Test
    void namesOfAnOwnerTellItsNumberAndSortByIt() throws Exception {
        FileSinkRun first = process(9, atCheckpoints());
        first.start();
        first.write("X");
        Checkpoint from = first.checkpoint(1);
        FileSinkRun second = process(10, atCheckpoints());
        second.startFrom(from);
        second.write("X");
        second.checkpoint(2);

        assertThat(output.visible("X"))
                .extracting(file -> file.getFileName().toString())
                .satisfiesExactly(
                        name -> assertThat(name).matches("part-.{18}-0000-0009.{8}-0"),
                        name -> assertThat(name).matches("part-.{18}-0000-000a.{8}-1"));
    }

    @Test
    void whatOneThatWasReplacedWritesOnIsInNoFileOfItsSuccessor() throws Exception {
        FileSinkRun old = process(1, overCheckpoints());
        old.start();
        old.write("X before");
        Checkpoint from = old.checkpoint(1);
        FileSinkRun heir = process(2, overCheckpoints());
        heir.startFrom(from);
        heir.write("X by the heir");
        Checkpoint both = heir.checkpoint(2);

        old.write("X, stale and quite a lot longer");
        old.snapshot(2, false); // forces it to disk
        heir.startFrom(both); // finds what it had persisted
        heir.write("X by the heir, later");
        heir.finish(3);
        old.write("X, still stale");
        old.snapshot(3, false);

        assertThat(output.allLines())
                .containsExactlyInAnyOrder("X before", "X by the heir", "X by the heir, later");
        assertThat(output.hidden()).isEmpty();
    }

    @Test
    void whoGoesOnLateWithTheSameFileChangesNothingOfItsSuccessors() throws Exception {
        FileSinkRun old = process(1, overCheckpoints());
        old.start();
        old.write("X before");
        Checkpoint from = old.checkpoint(1);
        old.close();
        FileSinkRun heir = process(2, overCheckpoints());
        heir.startFrom(from);
        heir.write("X by the heir");
        Checkpoint both = heir.checkpoint(2);

        old.startFrom(from); // was told, before it slept, that it owns the job
        old.write("X, stale");
        old.snapshot(2, false);
        heir.startFrom(both);
        heir.finish(3);
        assertThat(output.allLines()).containsExactlyInAnyOrder("X before", "X by the heir");
        assertThatThrownBy(() -> old.startFrom(from))
                .as("the file that it would go on with is finished")
                .hasMessageContaining("cannot go on with the unfinished file");
        assertThat(output.allLines()).containsExactlyInAnyOrder("X before", "X by the heir");
        assertThat(output.hidden()).isEmpty();
    }

    @Test
    void aRestartThatGetsNowhereLeavesNoCopies() throws Exception {
        FileSinkRun run = process(1, overCheckpoints());
        run.start();
        run.write("X before");
        run.checkpoint(1);
        for (int i = 0; i < 3; i++) {
            run.close();
            run.start();
            assertThat(output.hidden()).hasSize(2);
        }
        run.close();
        assertThat(output.hidden()).as("the one that is in the checkpoint").hasSize(1);
        run.start();
        run.finish(2);
        assertThat(output.allLines()).containsExactly("X before");
        assertThat(output.hidden()).isEmpty();
    }

    @Test
    void whoIsAloneGoesOnWhereTheFileIs() throws Exception {
        FileSinkRun run = process(0, overCheckpoints());
        run.owner = new JobOwner(0, true);
        run.start();
        run.write("X before");
        run.checkpoint(1);
        run.write("X, lost");
        List<java.nio.file.Path> hidden = output.hidden();
        run.start();
        run.write("X, on");
        assertThat(output.hidden()).isEqualTo(hidden).hasSize(1);
        run.finish(2);
        assertThat(output.allLines()).containsExactly("X before", "X, on");
    }

    @Test
    void whatASuccessorHasBegunToCompactStays() throws Exception {
        FileSinkRun run =
                new FileSinkRun(
                        FileSink.forRowFormat(
                                        new Path(directory.toUri()),
                                        new SimpleStringEncoder<String>())
                                .withBucketAssigner(new SinkOutput.FirstLetter())
                                .withRollingPolicy(
                                        OnCheckpointRollingPolicy.<String, String>build())
                                .enableCompact(
                                        FileCompactStrategy.Builder.newBuilder()
                                                .enableCompactionOnCheckpoint(1)
                                                .build(),
                                        new ConcatFileCompactor())
                                .build(),
                        job);
        run.start();
        List<FileSinkCommittable> group = new ArrayList<>();
        for (String record : List.of("X one", "X two")) {
            run.write(record);
            run.snapshot(1, false);
            group.addAll(run.takeUncommitted());
        }
        List<Path> sources = group.stream().map(file -> file.getPendingFile().getPath()).toList();
        FileSinkCommittable made = compaction(2).make(List.of(group)).get(0);

        compaction(1).removeBegunOf(sources);
        compaction(0).removeBegunOf(sources);
        assertThat(begun()).as("in a checkpoint of owner 2, maybe").hasSize(1);
        PendingFile pending = (PendingFile) made.getPendingFile();
        compaction(2).files().recoverForCommit(pending.recoverable()).commitAfterRecovery();
        assertThat(output.allLines()).containsExactly("X one", "X two");

        compaction(2).make(List.of(group));
        assertThat(begun()).hasSize(1);
        compaction(3).removeBegunOf(sources);
        assertThat(begun()).isEmpty();
    }

    private List<java.nio.file.Path> begun() throws Exception {
        return output.hidden().stream()
                .filter(file -> file.getFileName().toString().startsWith(".compacted-"))
                .toList();
    }

    private Compaction<String> compaction(long number) throws Exception {
        return new Compaction<>(
                new Path(directory.toUri()),
                new PartEncoding.Bytes<>(),
                new ConcatFileCompactor(),
                new FileSinkRun.Job(job, new JobOwner(number, false)),
                1);
    }

    @Test
    void aGroupThatIsMadeByItsCommitIsLeftAloneUntilItIsFinished() throws Exception {
        java.nio.file.Path file = Files.createDirectories(directory.resolve("X")).resolve("target");
        Path target = new Path(file.toUri());
        java.nio.file.Path begun = file.resolveSibling(".target.inprogress.1");
        Files.writeString(begun, "by another owner");
        PendingGroup group = new PendingGroup(target, List.of());
        assertThatThrownBy(
                        () ->
                                new Compaction<String>(
                                                target.getParent(),
                                                new PartEncoding.Bytes<>(),
                                                new FailingCompactor(),
                                                new FileSinkRun.Job(job, new JobOwner(1, false)),
                                                1)
                                        .commit("X", group))
                .hasMessageContaining("on purpose");
        assertThat(begun).exists();
        compaction(1).commit("X", group);
        assertThat(file).exists();
        assertThat(begun).doesNotExist();
    }

    private static final class FailingCompactor extends OutputStreamBasedFileCompactor {

        private static final long serialVersionUID = 1L;

        @Override
        protected void doCompact(List<Path> files, OutputStream out) {
            throw new IllegalStateException("on purpose");
        }
    }
}
