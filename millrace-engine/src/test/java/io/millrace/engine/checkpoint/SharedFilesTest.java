// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.core.fs.Path;
import io.millrace.engine.checkpoint.CheckpointStore.Claim;
import io.millrace.engine.checkpoint.Retention.End;
import io.millrace.engine.checkpoint.Retention.Policy;
import io.millrace.engine.keys.KeyGroupRange;
import io.millrace.engine.state.SharedFile;
import io.millrace.engine.state.StateHandle;
import io.millrace.engine.storage.CheckpointPaths;
import io.millrace.engine.storage.FileCheckpointStorage;
import io.millrace.engine.storage.StateOutput;
import io.millrace.engine.storage.StoredState;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Incremental checkpoints, made by hand: who refers to what, and what goes when. */
class SharedFilesTest {

    private static final String JOB = SampleManifest.JOB_ID;
    private static final String OTHER = "ffeeddccbbaa99887766554433221100";
    private static final Retention RETAIN = new Retention(Policy.RETAIN_ON_CANCELLATION, false);
    private static final Retention NONE = new Retention(Policy.NO_EXTERNALIZED_CHECKPOINTS, false);

    @TempDir java.nio.file.Path dir;

    private final List<FileCheckpointStorage> opened = new ArrayList<>();

    /** A job with its store. */
    private final class Job {
        final String id;
        final FileCheckpointStorage storage;
        final CheckpointStore store;

        Job(String id, int retained) throws IOException {
            this.id = id;
            storage =
                    new FileCheckpointStorage(
                            CheckpointPaths.ofJob(new Path(dir.toString()), id), 0);
            opened.add(storage);
            storage.open("words");
            store = new CheckpointStore(storage, retained);
        }

        SharedFile write(long checkpoint, String name) throws IOException {
            try (StateOutput out = storage.createShared(checkpoint, name)) {
                out.write(name.getBytes(StandardCharsets.UTF_8));
                return new SharedFile(name, checkpoint, out.seal());
            }
        }

        CompletedCheckpoint complete(long checkpoint, SharedFile... files) throws IOException {
            CompletedCheckpoint completed =
                    store.publish(
                            SampleManifest.of(checkpoint, "words", id, checkpoint, handle(files)));
            store.evict();
            return completed;
        }

        private StateHandle handle(SharedFile... files) {
            return new StateHandle(
                    StateHandle.Kind.KEYED_LAYERS,
                    new KeyGroupRange(0, 127),
                    List.of(),
                    new StoredState.Inline(new byte[0], 0),
                    List.of(files));
        }

        List<String> shared() throws IOException {
            return names(dir.resolve(id).resolve("shared"));
        }

        java.nio.file.Path at(long checkpoint) {
            return dir.resolve(id).resolve("chk-" + checkpoint);
        }

        void end(Retention retention, End end) throws IOException {
            store.end(retention, end);
            storage.close();
        }
    }

    private static List<String> names(java.nio.file.Path directory) throws IOException {
        try (Stream<java.nio.file.Path> children = Files.list(directory)) {
            return children.map(child -> child.getFileName().toString()).sorted().toList();
        }
    }

    private static SharedFile[] filesOf(CompletedCheckpoint checkpoint) {
        return checkpoint
                .manifest()
                .operators()
                .get(0)
                .subtasks()
                .get(0)
                .handles()
                .get(0)
                .files()
                .toArray(new SharedFile[0]);
    }

    @AfterEach
    void giveLocksBack() throws IOException {
        for (FileCheckpointStorage storage : opened) {
            storage.close();
        }
    }

    @Test
    void aFileGoesWhenNoCheckpointThatIsKeptRefersToIt() throws Exception {
        Job job = new Job(JOB, 2);
        SharedFile a = job.write(1, "a");
        job.complete(1, a);
        SharedFile b = job.write(2, "b");
        job.complete(2, a, b);
        job.complete(3, b);
        assertThat(job.shared()).as("checkpoint 2 is kept").containsExactly("1-a", "2-b");
        job.complete(4, b);
        assertThat(job.shared()).containsExactly("2-b");
    }

    @Test
    void whatMayBePartOfACheckpointUnderWayStays() throws Exception {
        Job job = new Job(JOB, 1);
        SharedFile early = job.write(3, "early");
        job.complete(2, job.write(2, "b"));
        assertThat(job.shared()).containsExactly("2-b", "3-early");
        job.complete(3, early);
        assertThat(job.shared()).containsExactly("3-early");
    }

    @Test
    void whatWasWrittenForOneThatWasGivenUpGoesUnlessTheNextRefersToIt() throws Exception {
        Job job = new Job(JOB, 1);
        job.complete(1, job.write(1, "a"));
        SharedFile reused = job.write(2, "reused");
        job.write(2, "lost");
        job.store.giveUp(2);
        assertThat(job.shared()).containsExactly("1-a", "2-lost", "2-reused");
        job.complete(3, reused);
        assertThat(job.shared()).containsExactly("2-reused");
    }

    @Test
    void whatACrashLeftIsFoundByTheNextStart() throws Exception {
        Job job = new Job(JOB, 1);
        SharedFile a = job.write(1, "a");
        job.complete(1, a);
        job.write(2, "of-no-checkpoint");
        job.storage.close(); // killed

        Job next = new Job(JOB, 1);
        assertThat(next.store.recover()).isPresent();
        assertThat(next.store.nextCheckpointId()).as("no name is used twice").isEqualTo(3);
        next.complete(3, a);
        assertThat(next.shared()).containsExactly("1-a");
    }

    @Test
    void retainedCheckpointsKeepTheirFilesWhenTheJobEnds() throws Exception {
        Job job = new Job(JOB, 1);
        SharedFile a = job.write(1, "a");
        job.complete(1, a, job.write(1, "b"));
        job.complete(2, a);
        job.end(RETAIN, End.CANCELED);
        job.store.evict(); // a late one, of a manifest that was written last
        assertThat(job.shared()).containsExactly("1-a");
        job.store.verify(completed(job, 2));
    }

    private CompletedCheckpoint completed(Job job, long id) throws IOException {
        String pointer = job.at(id).toUri().toString();
        byte[] sealed = job.storage.manifest(pointer);
        return CompletedCheckpoint.of(pointer, CheckpointManifest.decode(sealed, pointer), sealed);
    }

    @Test
    void allGoesWhenNothingIsRetained() throws Exception {
        Job job = new Job(JOB, 1);
        SharedFile a = job.write(1, "a");
        job.complete(1, a);
        job.complete(2, a, job.write(2, "b"));
        job.end(NONE, End.FINISHED);
        assertThat(job.shared()).isEmpty();
        assertThat(job.at(2)).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatWasWrittenForCheckpointsThatNeverCompleteGoesWithTheJob(boolean kept)
            throws Exception {
        Job job = new Job(JOB, 1);
        SharedFile a = job.write(1, "a");
        job.complete(1, a);
        job.write(2, "given-up");
        job.store.giveUp(2);
        job.write(3, "under-way");
        job.end(kept ? RETAIN : NONE, kept ? End.SUSPENDED : End.FINISHED);
        assertThat(job.shared()).isEqualTo(kept ? List.of("1-a") : List.of());
    }

    @DisplayName(
            "C13: a checkpoint that another run began from in the same directory keeps its files")
    @Test
    void c13() throws Exception {
        Job first = new Job(JOB, 1);
        SharedFile a = first.write(1, "a");
        first.complete(1, a);
        first.end(RETAIN, End.CANCELED);

        for (int run = 0; run < 2; run++) {
            Job next = new Job(JOB, 1);
            CompletedCheckpoint from = next.store.beginFrom(next.at(1).toString(), Claim.NONE);
            assertThat(next.store.isOnLoan(from)).isTrue();
            for (int i = 0; i < 5; i++) {
                long id = next.store.nextCheckpointId();
                next.complete(id, next.write(id, "own"));
            }
            next.end(NONE, End.CANCELED);
            assertThat(next.shared()).containsExactly("1-a");
        }
    }

    @DisplayName("C13: the same where the job goes on in a directory of its own")
    @Test
    void c13InAnotherDirectory() throws Exception {
        Job first = new Job(JOB, 1);
        first.complete(1, first.write(1, "a"));
        first.end(RETAIN, End.CANCELED);
        for (Claim claim : new Claim[] {Claim.NONE, Claim.LEGACY}) {
            Job next = new Job(OTHER, 1);
            CompletedCheckpoint from = next.store.beginFrom(first.at(1).toString(), claim);
            assertThat(next.store.isOnLoan(from)).isEqualTo(claim == Claim.NONE);
            CompletedCheckpoint second =
                    next.complete(2, claim == Claim.LEGACY ? filesOf(from) : new SharedFile[0]);
            next.store.verify(second);
            next.complete(3);
            next.end(NONE, End.FINISHED);
            assertThat(first.shared()).containsExactly("1-a");
            assertThat(first.at(1).resolve("_metadata")).exists();
        }
    }

    @Test
    void checkpointsThatTheJobDoesNotKeepInItsDirectoryKeepTheirFiles() throws Exception {
        Job first = new Job(JOB, 3);
        SharedFile a = first.write(1, "a");
        first.complete(1, a);
        first.complete(2, a, first.write(2, "b"));
        first.end(RETAIN, End.CANCELED);

        Job next = new Job(JOB, 1);
        next.complete(3, next.write(3, "own"));
        next.complete(4);
        assertThat(next.shared()).containsExactly("1-a", "2-b");
    }

    @Test
    void ofADamagedOneNobodyKnowsWhatItRefersToSoAllThatIsNotYoungerStays() throws Exception {
        Job first = new Job(JOB, 3);
        first.complete(2, first.write(1, "a"));
        first.end(RETAIN, End.CANCELED);
        Files.write(first.at(2).resolve("_metadata"), new byte[] {1, 2, 3});

        Job next = new Job(JOB, 1);
        next.complete(3, next.write(3, "own"));
        next.complete(4);
        assertThat(next.shared()).containsExactly("1-a");
    }

    // ---- claims ----

    @DisplayName(
            "CK-81: of a claimed checkpoint goes what no other one needs, as soon as none does")
    @Test
    void ck81() throws Exception {
        Job first = new Job(JOB, 2);
        SharedFile a = first.write(1, "a");
        first.complete(1, a);
        first.complete(2, a, first.write(2, "b"), first.write(2, "c"));
        first.end(RETAIN, End.CANCELED);

        Job next = new Job(OTHER, 1);
        CompletedCheckpoint from = next.store.beginFrom(first.at(2).toString(), Claim.CLAIM);
        assertThat(next.store.isOnLoan(from)).isFalse();
        assertThat(filesOf(from))
                .as("spelled so that the job's own checkpoints can refer to them")
                .allSatisfy(file -> assertThat(file.place().toString()).contains(JOB));
        SharedFile b = filesOf(from)[1];
        CompletedCheckpoint own = next.complete(3, b);
        assertThat(first.at(2)).doesNotExist();
        assertThat(first.shared()).as("a is its neighbour's").containsExactly("1-a", "2-b");
        next.store.verify(own);
        next.complete(4);
        assertThat(first.shared()).containsExactly("1-a");
        assertThat(first.at(1).resolve("_metadata")).exists();
    }

    @Test
    void whoContinuesAJobGoesOnWithWhatItHasClaimed() throws Exception {
        Job first = new Job(JOB, 1);
        first.complete(1, first.write(1, "a"), first.write(1, "b"));
        first.end(RETAIN, End.CANCELED);
        Job next = new Job(OTHER, 2);
        CompletedCheckpoint from = next.store.beginFrom(first.at(1).toString(), Claim.CLAIM);
        SharedFile a = filesOf(from)[0];
        next.complete(2, a);
        assertThat(first.at(1)).as("two are retained").exists();
        next.storage.close(); // killed

        Job last = new Job(OTHER, 2);
        assertThat(last.store.recover()).map(CompletedCheckpoint::id).contains(2L);
        assertThat(last.store.retained())
                .extracting(CompletedCheckpoint::id)
                .containsExactly(2L, 1L);
        last.complete(3, a);
        assertThat(first.at(1)).doesNotExist();
        assertThat(first.shared()).containsExactly("1-a");
        last.storage.close(); // killed again

        Job very = new Job(OTHER, 1);
        assertThat(very.store.recover()).map(CompletedCheckpoint::id).contains(3L);
        very.complete(4);
        assertThat(first.shared()).isEmpty();
    }

    @Test
    void whoGoesOnFromTheSavepointAJobStoppedWithKnowsWhatThatJobHasClaimed() throws Exception {
        Job first = new Job(JOB, 1);
        first.complete(1, first.write(1, "a"));
        first.end(RETAIN, End.CANCELED);
        Job next = new Job(OTHER, 1);
        next.store.beginFrom(first.at(1).toString(), Claim.CLAIM);
        next.storage.beginSavepoint(2, dir.resolve("savepoints").toString());
        next.store.publishSavepoint(SampleManifest.of(2, "words", OTHER, 2), true);
        next.storage.close(); // killed before anything was removed

        Job last = new Job(OTHER, 1);
        assertThat(last.store.recover()).map(CompletedCheckpoint::id).contains(2L);
        last.complete(3);
        assertThat(first.at(1)).doesNotExist();
        assertThat(first.shared()).isEmpty();
    }

    @Test
    void aClaimedCheckpointThatWasHalfRemovedIsRemovedOn() throws Exception {
        Job first = new Job(JOB, 1);
        first.complete(1, first.write(1, "a"));
        first.end(RETAIN, End.CANCELED);
        Job next = new Job(OTHER, 1);
        next.store.beginFrom(first.at(1).toString(), Claim.CLAIM);
        next.store.publish(SampleManifest.of(2, "words", OTHER, 2));
        Files.delete(first.at(1).resolve("_metadata")); // and killed
        Files.write(first.at(1).resolve("left"), new byte[1]);
        next.storage.close();

        Job last = new Job(OTHER, 1);
        assertThat(last.store.recover()).isPresent();
        last.complete(3);
        assertThat(first.at(1)).doesNotExist();
        assertThat(first.shared()).isEmpty();
    }

    @Test
    void aClaimedDirectoryIsLockedAndOneInUseCantBeClaimed() throws Exception {
        Job first = new Job(JOB, 1);
        first.complete(1);
        Job next = new Job(OTHER, 1);
        String pointer = first.at(1).toString();
        assertThatThrownBy(() -> next.store.beginFrom(pointer, Claim.CLAIM))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("can't be claimed")
                .hasMessageContaining("NO_CLAIM");
        first.end(RETAIN, End.CANCELED);
        next.store.beginFrom(pointer, Claim.CLAIM);
        assertThatThrownBy(() -> new Job(JOB, 1)).hasMessageContaining("in use by");
    }

    @Test
    void theEndOfTheJobDecidesAboutWhatItHasClaimed() throws Exception {
        for (boolean keeps : new boolean[] {true, false}) {
            Job first = new Job(keeps ? JOB : "11111111111111111111111111111111", 1);
            first.complete(1, first.write(1, "a"));
            first.end(RETAIN, End.CANCELED);
            Job next = new Job(OTHER, 1);
            next.store.beginFrom(first.at(1).toString(), Claim.CLAIM);
            List<String> kept = next.store.end(keeps ? RETAIN : NONE, End.CANCELED);
            next.storage.close();
            assertThat(kept).hasSize(keeps ? 1 : 0);
            assertThat(Files.exists(first.at(1).resolve("_metadata"))).isEqualTo(keeps);
            assertThat(first.shared()).hasSize(keeps ? 1 : 0);
        }
    }

    // ---- moved ----

    @Test
    void aJobsDirectoryThatWasMovedAsAWholeIsContinued() throws Exception {
        Job first = new Job(JOB, 1);
        SharedFile a = first.write(1, "a");
        first.complete(1, a);
        first.complete(2, a, first.write(2, "b"));
        first.end(RETAIN, End.CANCELED);
        Files.move(dir.resolve(JOB), dir.resolve(OTHER));

        Job moved = new Job(OTHER, 1);
        Optional<CompletedCheckpoint> found = moved.store.recover();
        assertThat(found).map(CompletedCheckpoint::id).contains(2L);
        moved.complete(3, filesOf(found.get())[1]);
        assertThat(moved.shared()).containsExactly("2-b");
    }

    @Test
    void aCheckpointThatWasMovedWithoutItsSharedFilesSaysWhatIsMissing() throws Exception {
        Job first = new Job(JOB, 1);
        first.complete(1, first.write(1, "a"));
        first.end(RETAIN, End.CANCELED);
        java.nio.file.Path alone = Files.createDirectories(dir.resolve("alone")).resolve("it");
        Files.move(first.at(1), alone);
        Job next = new Job(OTHER, 1);
        assertThatThrownBy(() -> next.store.beginFrom(alone.toString()))
                .isInstanceOf(FileNotFoundException.class)
                .hasMessageContaining("1-a")
                .hasMessageContaining("left behind");
    }

    // ---- disposal ----

    @Test
    void whatIsDisposedOfTakesItsFilesAlongButNotThoseOfItsNeighbours() throws Exception {
        Job first = new Job(JOB, 2);
        SharedFile a = first.write(1, "a");
        first.complete(1, a);
        first.complete(2, a, first.write(2, "b"));
        assertThatThrownBy(() -> Disposal.dispose(first.at(2).toString()))
                .as("a living job has it")
                .isInstanceOf(IOException.class);
        first.end(RETAIN, End.CANCELED);
        Disposal.dispose(first.at(2).toString());
        assertThat(first.at(2)).doesNotExist();
        assertThat(first.shared()).containsExactly("1-a");
        Disposal.dispose(first.at(1).resolve("_metadata").toString());
        assertThat(first.shared()).isEmpty();
    }
}
