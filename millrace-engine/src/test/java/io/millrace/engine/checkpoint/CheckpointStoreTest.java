// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.core.fs.Path;
import io.millrace.engine.checkpoint.Retention.End;
import io.millrace.engine.checkpoint.Retention.Policy;
import io.millrace.engine.keys.KeyGroupRange;
import io.millrace.engine.state.StateHandle;
import io.millrace.engine.storage.CheckpointPaths;
import io.millrace.engine.storage.CheckpointStorage;
import io.millrace.engine.storage.DamagedFileException;
import io.millrace.engine.storage.FileCheckpointStorage;
import io.millrace.engine.storage.StateOutput;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckpointStoreTest {

    private static final String JOB = SampleManifest.JOB_ID;
    private static final String OTHER_JOB = "ffeeddccbbaa99887766554433221100";

    @TempDir java.nio.file.Path dir;

    private final List<FileCheckpointStorage> opened = new ArrayList<>();

    @AfterEach
    void giveLocksBack() throws IOException {
        for (FileCheckpointStorage storage : opened) {
            storage.close();
        }
    }

    @Test
    void ck70OnlyTheNewestAreRetained() throws Exception {
        CheckpointStore store = new CheckpointStore(open(JOB), 2);
        for (long id = 1; id <= 4; id++) {
            complete(store, id);
        }
        assertThat(store.retained()).extracting(CompletedCheckpoint::id).containsExactly(4L, 3L);
        assertThat(checkpoints(JOB)).containsExactly("chk-3", "chk-4");
        assertThat(store.latest()).map(CompletedCheckpoint::id).contains(4L);
    }

    @Test
    void aRunThatFailsBeforeItsFirstCheckpointLeavesWhatAnEarlierOneLeft() throws Exception {
        Retention none = new Retention(Policy.NO_EXTERNALIZED_CHECKPOINTS, false);
        FileCheckpointStorage earlier = open(JOB);
        complete(new CheckpointStore(earlier, 1), 1);
        earlier.close();

        FileCheckpointStorage second = open(JOB);
        CheckpointStore store = new CheckpointStore(second, 1);
        assertThat(store.recover()).isPresent();
        assertThat(store.end(none, End.FAILED)).singleElement().asString().contains("chk-1");
        second.close();
        assertThat(checkpoints(JOB)).containsExactly("chk-1");

        CheckpointStore third = new CheckpointStore(open(JOB), 1);
        assertThat(third.recover()).isPresent();
        complete(third, 2);
        assertThat(third.end(none, End.FAILED)).isEmpty();
        assertThat(checkpoints(JOB)).isEmpty();
    }

    @Test
    void theLatestIsLookedForAgainWhereARunningJobRemovedWhatWasListed() throws Exception {
        FileCheckpointStorage running = open(JOB);
        CheckpointStore store = new CheckpointStore(running, 1);
        complete(store, 1);
        AtomicInteger reads = new AtomicInteger();
        CheckpointStorage reader =
                around(
                        running,
                        (name, arguments, pass) -> {
                            if (name.equals("manifest") && reads.getAndIncrement() == 0) {
                                complete(store, 2); // and what was listed is gone
                                running.close(); // and nobody holds the directory
                            }
                            return pass.call();
                        });
        assertThat(LatestCheckpoint.find(reader, new Path(dir.toUri()), "words"))
                .hasValueSatisfying(latest -> assertThat(latest.pointer()).endsWith("chk-2"));
        assertThat(reads).hasValue(2);
    }

    @Test
    void ck70LessThanOneMeansOne() throws Exception {
        CheckpointStore store = new CheckpointStore(open(JOB), 0);
        complete(store, 1);
        complete(store, 2);
        assertThat(checkpoints(JOB)).containsExactly("chk-2");
    }

    @Test
    void ck70AJobThatEndsBeforeTheOldOnesWereRemovedKeepsNoMoreThanItMay() throws Exception {
        CheckpointStore store = new CheckpointStore(open(JOB), 1);
        store.publish(SampleManifest.of(1, "words", JOB, 1));
        store.publish(SampleManifest.of(2, "words", JOB, 2));
        List<String> kept =
                store.end(new Retention(Policy.RETAIN_ON_CANCELLATION, false), End.CANCELED);
        assertThat(kept).hasSize(1);
        assertThat(checkpoints(JOB)).containsExactly("chk-2");
    }

    @Test
    void ck72ASlowRemovalHindersNoOtherCallAndIsDoneOnce() throws Exception {
        FileCheckpointStorage files = open(JOB);
        List<Long> discarded = new CopyOnWriteArrayList<>();
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        CheckpointStorage slow =
                around(
                        files,
                        (name, arguments, pass) -> {
                            if (name.equals("discard")) {
                                discarded.add((Long) arguments[0]);
                                if (arguments[0].equals(1L)) {
                                    begun.countDown();
                                    goOn.await();
                                }
                            }
                            return pass.call();
                        });
        CheckpointStore store = new CheckpointStore(slow, 1);
        store.publish(SampleManifest.of(1, "words", JOB, 1));
        store.publish(SampleManifest.of(2, "words", JOB, 2));
        CompletableFuture<Void> removal = CompletableFuture.runAsync(store::evict);
        begun.await();
        store.publish(SampleManifest.of(3, "words", JOB, 3));
        store.evict();
        store.end(new Retention(Policy.RETAIN_ON_CANCELLATION, false), End.CANCELED);
        goOn.countDown();
        removal.join();
        assertThat(discarded).containsExactly(1L, 2L);
        assertThat(checkpoints(JOB)).containsExactly("chk-3");
    }

    @Test
    void ck70TheNewestCheckpointStaysHoweverManySavepointsFollow() throws Exception {
        CheckpointStore store = new CheckpointStore(open(JOB), 1);
        complete(store, 1);
        savepoint(store, 2, false);
        savepoint(store, 3, false);
        assertThat(store.retained()).extracting(CompletedCheckpoint::id).containsExactly(1L);
        assertThat(checkpoints(JOB)).containsExactly("chk-1");
    }

    @Test
    void whoContinuesAJobThatDiedWhileItStoppedGoesOnFromItsSavepoint() throws Exception {
        FileCheckpointStorage storage = open(JOB);
        CheckpointStore store = new CheckpointStore(storage, 1);
        complete(store, 1);
        CompletedCheckpoint savepoint = savepoint(store, 2, true);
        assertThat(checkpoints(JOB)).containsExactly("chk-2");
        assertThat(savepoint.pointer()).contains("savepoint-" + JOB.substring(0, 6));
        storage.close();

        CheckpointStore next = new CheckpointStore(open(JOB), 1);
        CompletedCheckpoint found = next.recover().get();
        assertThat(found.id()).isEqualTo(2);
        assertThat(found.manifest().savepoint()).isFalse();
        assertThat(next.isOnLoan(found)).as("the files are the user's").isTrue();
        assertThat(next.end(new Retention(Policy.RETAIN_ON_CANCELLATION, false), End.FINISHED))
                .isEmpty();
        assertThat(checkpoints(JOB)).isEmpty();
        assertThat(java.nio.file.Path.of(java.net.URI.create(savepoint.pointer())))
                .isNotEmptyDirectory();
    }

    @Test
    void aStopWhoseReferenceCantBeWrittenLeavesNoSavepoint() throws Exception {
        FileCheckpointStorage storage = open(JOB);
        CheckpointStore store = new CheckpointStore(storage, 1);
        complete(store, 1);
        Files.createFile(dir.resolve(JOB).resolve("chk-2"));
        assertThatThrownBy(() -> savepoint(store, 2, true)).isInstanceOf(IOException.class);
        Files.delete(dir.resolve(JOB).resolve("chk-2"));
        store.giveUp(2);
        assertThat(dir.resolve("savepoints")).isEmptyDirectory();
        assertThat(store.latest()).map(CompletedCheckpoint::id).contains(1L);
    }

    @Test
    void aCompletedCheckpointTellsItsSizeAndPlace() throws Exception {
        CheckpointStore store = new CheckpointStore(open(JOB), 1);
        CompletedCheckpoint completed = complete(store, 1);
        assertThat(completed.size()).isEqualTo(100 + completed.manifest().encode().length);
        assertThat(completed.pointer()).isEqualTo("file:" + dir.resolve(JOB).resolve("chk-1"));
    }

    @Test
    void anAbortedCheckpointIsRemovedAndACompleteOneIsNot() throws Exception {
        FileCheckpointStorage storage = open(JOB);
        CheckpointStore store = new CheckpointStore(storage, 1);
        complete(store, 1);
        write(storage, 2);
        store.giveUp(2);
        assertThat(checkpoints(JOB)).containsExactly("chk-1");
        assertThatThrownBy(() -> store.giveUp(1)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void theNextProcessRecoversTheNewestAndGoesOnWithFreshIds() throws Exception {
        threeCheckpoints();
        CheckpointStore store = new CheckpointStore(open(JOB), 3);
        Optional<CompletedCheckpoint> recovered = store.recover();
        assertThat(recovered).map(CompletedCheckpoint::id).contains(3L);
        assertThat(store.nextCheckpointId()).isEqualTo(4);
        assertThat(store.retained())
                .extracting(CompletedCheckpoint::id)
                .containsExactly(3L, 2L, 1L);
    }

    @Test
    void nothingToRecoverIsNoError() throws Exception {
        CheckpointStore store = new CheckpointStore(open(JOB), 1);
        assertThat(store.recover()).isEmpty();
        assertThat(store.restorable()).isEmpty();
        assertThat(store.nextCheckpointId()).isEqualTo(1);
    }

    @Test
    void recoveryFallsBackToTheNewestIntactOne() throws Exception {
        threeCheckpoints();
        flip(dir.resolve(JOB).resolve("chk-3").resolve("state"));
        cut(dir.resolve(JOB).resolve("chk-2").resolve("_metadata"));
        CheckpointStore store = new CheckpointStore(open(JOB), 3);
        assertThat(store.recover()).map(CompletedCheckpoint::id).contains(1L);
        assertThat(store.nextCheckpointId()).as("damaged ones keep their ids").isEqualTo(4);
        assertThat(checkpoints(JOB))
                .as("nothing is removed")
                .containsExactly("chk-1", "chk-2", "chk-3");
        complete(store, store.nextCheckpointId());
        assertThat(store.restorable()).map(CompletedCheckpoint::id).contains(4L);
    }

    @Test
    void recoveryFailsAndNamesEachFileWhenNoneIsIntact() throws Exception {
        threeCheckpoints();
        flip(dir.resolve(JOB).resolve("chk-3").resolve("state"));
        cut(dir.resolve(JOB).resolve("chk-2").resolve("_metadata"));
        Files.delete(dir.resolve(JOB).resolve("chk-1").resolve("state"));
        CheckpointStore store = new CheckpointStore(open(JOB), 3);
        assertThatThrownBy(store::recover)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("chk-3/state: the file is damaged")
                .hasMessageContaining("chk-2/_metadata: the file is truncated")
                .hasMessageContaining("chk-1/state: the file is missing")
                .hasMessageContaining("Nothing was removed");
    }

    @Test
    void aFailedJobGoesBackToTheNewestIntactCheckpoint() throws Exception {
        CheckpointStore store = new CheckpointStore(open(JOB), 2);
        complete(store, 1);
        complete(store, 2);
        assertThat(store.restorable()).map(CompletedCheckpoint::id).contains(2L);
        flip(dir.resolve(JOB).resolve("chk-2").resolve("state"));
        assertThat(store.restorable()).map(CompletedCheckpoint::id).contains(1L);
        flip(dir.resolve(JOB).resolve("chk-1").resolve("state"));
        for (int attempt = 0; attempt < 3; attempt++) {
            // Never "there is none", after which the job would begin without state.
            assertThatThrownBy(store::restorable)
                    .isInstanceOf(NoIntactCheckpoint.class)
                    .hasMessageContaining("intact")
                    .hasMessageContaining("chk-1/state");
        }
    }

    @Test
    void swappedManifestsAreFound() throws Exception {
        threeCheckpoints();
        java.nio.file.Path job = dir.resolve(JOB);
        swap(job.resolve("chk-2").resolve("_metadata"), job.resolve("chk-3").resolve("_metadata"));
        CheckpointStore store = new CheckpointStore(open(JOB), 3);
        assertThat(store.recover()).map(CompletedCheckpoint::id).contains(1L);
    }

    @Test
    void swappedStateFilesAreFound() throws Exception {
        threeCheckpoints();
        java.nio.file.Path job = dir.resolve(JOB);
        swap(job.resolve("chk-2").resolve("state"), job.resolve("chk-3").resolve("state"));
        CheckpointStore store = new CheckpointStore(open(JOB), 3);
        assertThat(store.recover()).map(CompletedCheckpoint::id).contains(1L);
    }

    @Test
    void aCheckpointTheUserNamedIsVerifiedAndNeverRemoved() throws Exception {
        threeCheckpoints();
        String named = dir.resolve(JOB).resolve("chk-2").toString();
        CheckpointStore store = new CheckpointStore(open(OTHER_JOB), 1);
        assertThat(store.beginFrom(named).id()).isEqualTo(2);
        assertThat(store.nextCheckpointId()).isEqualTo(3);
        assertThat(store.restorable()).map(CompletedCheckpoint::id).contains(2L);
        complete(store, 3);
        assertThat(store.retained()).extracting(CompletedCheckpoint::id).containsExactly(3L);
        assertThat(
                        store.end(
                                new Retention(Policy.NO_EXTERNALIZED_CHECKPOINTS, false),
                                End.CANCELED))
                .isEmpty();
        assertThat(checkpoints(JOB)).containsExactly("chk-1", "chk-2", "chk-3");
        assertThat(checkpoints(OTHER_JOB)).isEmpty();
    }

    @Test
    void aDamagedCheckpointTheUserNamedIsRefusedWithoutFallingBack() throws Exception {
        threeCheckpoints();
        flip(dir.resolve(JOB).resolve("chk-2").resolve("state"));
        CheckpointStore store = new CheckpointStore(open(OTHER_JOB), 1);
        String named = dir.resolve(JOB).resolve("chk-2").toString();
        assertThatThrownBy(() -> store.beginFrom(named))
                .isInstanceOf(DamagedFileException.class)
                .hasMessageContaining("chk-2/state");
        assertThatThrownBy(() -> store.beginFrom(dir.resolve("nowhere").toString()))
                .isInstanceOf(FileNotFoundException.class)
                .hasMessageContaining("nowhere");
    }

    @Test
    void c11TheEndKeepsOrRemovesByRetentionAndNeverASavepoint() throws Exception {
        CheckpointStore store = new CheckpointStore(open(JOB), 3);
        complete(store, 1);
        CompletedCheckpoint savepoint = savepoint(store, 2, false);
        complete(store, 3);
        assertThat(store.end(new Retention(Policy.DELETE_ON_CANCELLATION, false), End.CANCELED))
                .isEmpty();
        assertThat(checkpoints(JOB)).isEmpty();
        store.verify(savepoint);
    }

    @Test
    void theLatestOfAJobIsFoundByItsName() throws Exception {
        left(JOB, "words", 5, 1000);
        left(OTHER_JOB, "words", 9, 900);
        left("11111111111111111111111111111111", "numbers", 7, 2000);
        Optional<LatestCheckpoint> latest = LatestCheckpoint.find(reader(), path(), "words");
        assertThat(latest).map(LatestCheckpoint::jobId).contains(JOB);
        assertThat(latest).map(found -> found.manifest().checkpointId()).contains(5L);
        assertThat(LatestCheckpoint.find(reader(), path(), "nobody")).isEmpty();
        assertThat(
                        LatestCheckpoint.find(
                                reader(), new Path(dir.resolve("missing").toString()), "words"))
                .isEmpty();
    }

    @Test
    void theLatestOfARunningJobIsRefusedAndItsProcessNamed() throws Exception {
        left(JOB, "words", 5, 1000);
        open(JOB);
        assertThatThrownBy(() -> LatestCheckpoint.find(reader(), path(), "words"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("'words'")
                .hasMessageContaining("process " + ProcessHandle.current().pid());
    }

    @Test
    void theLatestIsRefusedTooWhileTheRunningJobHasNoCheckpointYet() throws Exception {
        left(OTHER_JOB, "words", 5, 1000);
        FileCheckpointStorage running = open(JOB);
        assertThatThrownBy(() -> LatestCheckpoint.find(reader(), path(), "words"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("'words'")
                .hasMessageContaining(JOB)
                .hasMessageContaining("process " + ProcessHandle.current().pid());
        assertThat(LatestCheckpoint.find(reader(), path(), "numbers")).isEmpty();
        running.close();
        assertThat(LatestCheckpoint.find(reader(), path(), "words"))
                .map(LatestCheckpoint::jobId)
                .contains(OTHER_JOB);
    }

    @Test
    void aLockThatCannotBeReadIsInTheWayOfItsOwnJobOnly() throws Exception {
        left(JOB, "words", 5, 1000);
        Files.delete(dir.resolve(JOB).resolve("lock"));
        Files.createDirectory(dir.resolve(JOB).resolve("lock"));
        Files.createDirectories(dir.resolve(OTHER_JOB).resolve("lock"));
        assertThat(LatestCheckpoint.find(reader(), path(), "numbers")).isEmpty();
        assertThatThrownBy(() -> LatestCheckpoint.find(reader(), path(), "words"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("lock file " + dir.resolve(JOB).resolve("lock"));
    }

    @Test
    void givenUpCheckpointsThatCantBeRemovedGoWhenTheStoreIsBackAndOneIsComplete()
            throws Exception {
        FileCheckpointStorage files = open(JOB);
        AtomicBoolean away = new AtomicBoolean();
        AtomicInteger tries = new AtomicInteger();
        CheckpointStorage shaky =
                around(
                        files,
                        (name, arguments, pass) -> {
                            if (name.equals("discard")) {
                                tries.incrementAndGet();
                                if (away.get()) {
                                    throw new IOException("the store is away");
                                }
                            }
                            return pass.call();
                        });
        CheckpointStore store = new CheckpointStore(shaky, 1);
        complete(store, SampleManifest.of(1, "words", JOB, 1));
        away.set(true);
        for (long id = 2; id <= 6; id++) {
            write(files, id);
            store.giveUp(id);
        }
        assertThat(checkpoints(JOB)).contains("chk-1", "chk-2", "chk-6");

        tries.set(0);
        complete(store, SampleManifest.of(7, "words", JOB, 7));
        assertThat(tries).as("after some failures the rest is not tried").hasValue(3);
        assertThat(checkpoints(JOB)).contains("chk-1", "chk-2", "chk-6", "chk-7");

        away.set(false);
        complete(store, SampleManifest.of(8, "words", JOB, 8));
        assertThat(checkpoints(JOB)).containsExactly("chk-8");
    }

    @Test
    void whatAStoreRefusesToRemoveAtTheEndIsAskedForAgain() throws Exception {
        FileCheckpointStorage files = open(JOB);
        AtomicInteger tries = new AtomicInteger();
        AtomicInteger refusals = new AtomicInteger(2);
        CheckpointStore store =
                new CheckpointStore(
                        around(
                                files,
                                (name, arguments, pass) -> {
                                    if (name.equals("discard")) {
                                        tries.incrementAndGet();
                                        if (refusals.getAndDecrement() > 0) {
                                            throw new IOException("not this time");
                                        }
                                    }
                                    return pass.call();
                                }),
                        1);
        complete(store, SampleManifest.of(1, "words", JOB, 1));
        Retention none = new Retention(Policy.NO_EXTERNALIZED_CHECKPOINTS, false);
        assertThat(store.end(none, End.FINISHED)).isEmpty();
        assertThat(checkpoints(JOB)).isEmpty();
        assertThat(tries).hasValue(3);
    }

    @Test
    void aRemovalThatFailsAfterTheEndIsTriedAgain() throws Exception {
        FileCheckpointStorage files = open(JOB);
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch fails = new CountDownLatch(1);
        AtomicBoolean first = new AtomicBoolean(true);
        CheckpointStore store =
                new CheckpointStore(
                        around(
                                files,
                                (name, arguments, pass) -> {
                                    if (name.equals("discard") && first.getAndSet(false)) {
                                        begun.countDown();
                                        fails.await();
                                        throw new IOException("not this time");
                                    }
                                    return pass.call();
                                }),
                        1);
        complete(store, SampleManifest.of(1, "words", JOB, 1));
        store.publish(SampleManifest.of(2, "words", JOB, 2));
        Thread removal = new Thread(store::evict);
        removal.start();
        begun.await();
        Retention none = new Retention(Policy.NO_EXTERNALIZED_CHECKPOINTS, false);
        store.end(none, End.FINISHED);
        fails.countDown();
        removal.join();
        assertThat(checkpoints(JOB)).isEmpty();
    }

    @Test
    void aStoreThatIsAwayAtTheEndIsNotAskedForEver() throws Exception {
        FileCheckpointStorage files = open(JOB);
        AtomicInteger tries = new AtomicInteger();
        CheckpointStore store =
                new CheckpointStore(
                        around(
                                files,
                                (name, arguments, pass) -> {
                                    if (name.equals("discard")) {
                                        tries.incrementAndGet();
                                        throw new IOException("the store is away");
                                    }
                                    return pass.call();
                                }),
                        1);
        complete(store, SampleManifest.of(1, "words", JOB, 1));
        Retention none = new Retention(Policy.NO_EXTERNALIZED_CHECKPOINTS, false);
        assertThat(store.end(none, End.FINISHED)).isEmpty();
        assertThat(checkpoints(JOB)).containsExactly("chk-1");
        assertThat(tries).hasValue(3);
    }

    @Test
    void whatAWriterLeavesThatCameAfterTheRemovalGoesWithTheNextCheckpoint() throws Exception {
        FileCheckpointStorage files = open(JOB);
        CheckpointStore store =
                new CheckpointStore(
                        around(
                                files,
                                (name, arguments, pass) -> {
                                    Object done = pass.call();
                                    return name.equals("leftBehind") ? Set.of(2L) : done;
                                }),
                        1);
        complete(store, SampleManifest.of(1, "words", JOB, 1));
        store.giveUp(2);
        Files.createDirectories(dir.resolve(JOB).resolve("chk-2"));
        Files.writeString(dir.resolve(JOB).resolve("chk-2").resolve("late"), "late");
        complete(store, SampleManifest.of(3, "words", JOB, 3));
        assertThat(checkpoints(JOB)).containsExactly("chk-3");
    }

    @Test
    void whatMayBeVisibleOfAFailedCheckpointGoesWithTheJob() throws Exception {
        FileCheckpointStorage files = open(JOB);
        CheckpointStorage unsure =
                around(
                        files,
                        (name, arguments, pass) -> {
                            Object done = pass.call();
                            if (name.equals("publish") && arguments[0].equals(2L)) {
                                throw new IOException("the answer got lost");
                            }
                            return done;
                        });
        CheckpointStore store = new CheckpointStore(unsure, 1);
        complete(store, SampleManifest.of(1, "words", JOB, 1));
        assertThatThrownBy(() -> store.publish(SampleManifest.of(2, "words", JOB, 2)))
                .hasMessage("the answer got lost");
        assertThat(checkpoints(JOB)).containsExactly("chk-1", "chk-2");
        List<String> kept =
                store.end(new Retention(Policy.RETAIN_ON_CANCELLATION, false), End.SUSPENDED);
        assertThat(kept).hasSize(1);
        assertThat(checkpoints(JOB)).containsExactly("chk-1");
    }

    @Test
    void whenOnlyDamagedManifestsAreThereLatestIsRefusedInsteadOfStartingEmpty() throws Exception {
        left(JOB, "words", 5, 1000);
        cut(dir.resolve(JOB).resolve("chk-5").resolve("_metadata"));
        assertThatThrownBy(() -> LatestCheckpoint.find(reader(), path(), "words"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("chk-5/_metadata: the file is truncated");
    }

    @Test
    void aForeignMetadataFileIsNoReasonToRefuse() throws Exception {
        java.nio.file.Path foreign = Files.createDirectories(dir.resolve(JOB).resolve("chk-5"));
        Files.write(
                foreign.resolve("_metadata"),
                new byte[] {0x49, 0x60, 0x67, 0x2d, 0, 0, 0, 4, 0, 0, 0, 0});
        assertThat(LatestCheckpoint.find(reader(), path(), "words")).isEmpty();
    }

    // ---- the small things
    // ----------------------------------------------------------------------------------

    private FileCheckpointStorage open(String job) throws IOException {
        FileCheckpointStorage storage = storage(job);
        storage.open("words");
        opened.add(storage);
        return storage;
    }

    private FileCheckpointStorage reader() throws IOException {
        return storage(JOB);
    }

    private FileCheckpointStorage storage(String job) throws IOException {
        return new FileCheckpointStorage(CheckpointPaths.ofJob(path(), job), 0);
    }

    private Path path() {
        return new Path(dir.toString());
    }

    private void threeCheckpoints() throws IOException {
        FileCheckpointStorage storage = open(JOB);
        CheckpointStore store = new CheckpointStore(storage, 3);
        for (long id = 1; id <= 3; id++) {
            complete(store, SampleManifest.of(id, "words", JOB, id, write(storage, id)));
        }
        storage.close();
    }

    private void left(String job, String name, long id, long time) throws IOException {
        FileCheckpointStorage storage = open(job);
        complete(
                new CheckpointStore(storage, 1),
                SampleManifest.of(id, name, job, time, write(storage, id)));
        storage.close();
    }

    private CompletedCheckpoint complete(CheckpointStore store, long id) throws IOException {
        FileCheckpointStorage storage = opened.get(opened.size() - 1);
        return complete(store, SampleManifest.of(id, "words", JOB, id, write(storage, id)));
    }

    private static CompletedCheckpoint complete(CheckpointStore store, CheckpointManifest manifest)
            throws IOException {
        CompletedCheckpoint completed = store.publish(manifest);
        store.evict();
        return completed;
    }

    private CompletedCheckpoint savepoint(CheckpointStore store, long id, boolean stops)
            throws IOException {
        FileCheckpointStorage storage = opened.get(opened.size() - 1);
        storage.beginSavepoint(id, dir.resolve("savepoints").toString());
        CheckpointManifest plain = SampleManifest.of(id, "words", JOB, id, write(storage, id));
        CheckpointManifest manifest =
                new CheckpointManifest(
                        id,
                        id,
                        id,
                        plain.jobName(),
                        plain.jobId(),
                        plain.writer(),
                        true,
                        plain.operators(),
                        plain.properties());
        CompletedCheckpoint completed = store.publishSavepoint(manifest, stops);
        store.evict();
        return completed;
    }

    private static StateHandle write(FileCheckpointStorage storage, long id) throws IOException {
        byte[] content = new byte[100];
        content[0] = (byte) id;
        try (StateOutput out = storage.create(id, "state")) {
            out.write(content);
            return new StateHandle(
                    StateHandle.Kind.KEYED, new KeyGroupRange(0, 127), List.of(), out.seal());
        }
    }

    private List<String> checkpoints(String job) throws IOException {
        try (Stream<java.nio.file.Path> children = Files.list(dir.resolve(job))) {
            return children.map(child -> child.getFileName().toString())
                    .filter(name -> name.startsWith("chk-"))
                    .sorted()
                    .toList();
        }
    }

    private static void flip(java.nio.file.Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length / 2] ^= 4;
        Files.write(file, bytes);
    }

    private static void cut(java.nio.file.Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        Files.write(file, java.util.Arrays.copyOf(bytes, bytes.length / 2));
    }

    private static void swap(java.nio.file.Path one, java.nio.file.Path two) throws IOException {
        byte[] first = Files.readAllBytes(one);
        byte[] second = Files.readAllBytes(two);
        Files.write(one, second);
        Files.write(two, first);
    }

    /** Stands around a storage: each call comes by here, and may be passed on. */
    private interface Around {
        Object call(String name, Object[] arguments, Callable<Object> pass) throws Exception;
    }

    private static CheckpointStorage around(CheckpointStorage storage, Around around) {
        return (CheckpointStorage)
                Proxy.newProxyInstance(
                        CheckpointStorage.class.getClassLoader(),
                        new Class<?>[] {CheckpointStorage.class},
                        (proxy, method, arguments) ->
                                around.call(
                                        method.getName(),
                                        arguments,
                                        () -> {
                                            try {
                                                return method.invoke(storage, arguments);
                                            } catch (InvocationTargetException e) {
                                                if (e.getCause() instanceof Exception failure) {
                                                    throw failure;
                                                }
                                                throw e;
                                            }
                                        }));
    }
}
