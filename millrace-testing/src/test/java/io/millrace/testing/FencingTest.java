// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.millrace.engine.checkpoint.CheckpointManifest;
import io.millrace.engine.checkpoint.CheckpointManifest.Operator;
import io.millrace.engine.checkpoint.CheckpointManifest.Phase;
import io.millrace.engine.checkpoint.CheckpointManifest.Subtask;
import io.millrace.engine.checkpoint.CheckpointManifest.Writer;
import io.millrace.engine.checkpoint.CheckpointStore;
import io.millrace.engine.checkpoint.CompletedCheckpoint;
import io.millrace.engine.checkpoint.Retention;
import io.millrace.engine.keys.KeyGroupRange;
import io.millrace.engine.state.OperatorId;
import io.millrace.engine.state.SharedFile;
import io.millrace.engine.state.StateHandle;
import io.millrace.engine.storage.CheckpointPaths;
import io.millrace.engine.storage.FencedException;
import io.millrace.engine.storage.FileCheckpointStorage;
import io.millrace.engine.storage.StateOutput;
import io.millrace.engine.storage.StoredState;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Two and three processes that believe they own one job: each is stopped at every point of what it
 * does, while the others go on.
 *
 * <p>The disk is in memory and has no locks, as a store has none.
 */
class FencingTest {

    private static final String JOB = "0123456789abcdef0123456789abcdef";

    /** All ids of the first process are up to this one. */
    private static final long BLOCK = 1000;

    private static final Retention KEEPS_NOTHING =
            new Retention(Retention.Policy.NO_EXTERNALIZED_CHECKPOINTS, false);

    private final FaultyFileSystem disk = FaultyFileSystem.named("fencing");
    private final FaultyFileSystem seenByOld = disk.beside("fencing-old");
    private final FaultyFileSystem seenByNew = disk.beside("fencing-new");
    private final FaultyFileSystem seenByThird = disk.beside("fencing-third");

    private final List<Life> lives = new ArrayList<>();

    /** A process in its life: what it began from, and which checkpoints it told others of. */
    private final class Life {
        final FaultyFileSystem seen;
        final boolean ends;
        final List<Long> told = new ArrayList<>();
        FileCheckpointStorage storage;
        CheckpointStore store;

        /** 0 for nothing; -1 before it is known. */
        long restored = -1;

        /** The id it used last, where it chooses ids one by one. */
        long next;

        /** What it shares with checkpoints before. */
        SharedFile shared;

        boolean ended;

        Life(FaultyFileSystem seen, boolean ends) {
            this.seen = seen;
            this.ends = ends;
            lives.add(this);
        }

        void begin() throws IOException {
            storage =
                    new FileCheckpointStorage(
                            CheckpointPaths.ofJob(seen.path("/checkpoints"), JOB), 10);
            storage.open("words");
            storage.sweep();
            store = new CheckpointStore(storage, 1);
            Optional<CompletedCheckpoint> found = store.recover();
            if (found.isPresent()) {
                shared = found.get().manifest().handles().get(0).files().get(0);
            }
            restored = found.map(CompletedCheckpoint::id).orElse(0L);
        }

        /** Completes one, gives one up, completes another, and ends. */
        void goOn() throws IOException {
            long id = store.nextCheckpointId();
            complete(id);
            manifest(storage, id + 1, shared);
            store.giveUp(id + 1);
            complete(id + 2);
            if (ends) {
                store.end(KEEPS_NOTHING, Retention.End.FINISHED);
                ended = true;
            }
        }

        void complete(long id) throws IOException {
            CheckpointManifest manifest = manifest(storage, id, shared);
            store.publish(manifest);
            told.add(id);
            shared = manifest.handles().get(0).files().get(0);
            store.evict();
        }

        boolean isOwner() throws IOException {
            try {
                storage.requireOwner();
                return restored >= 0;
            } catch (FencedException e) {
                return false;
            }
        }

        long newestTold() {
            return told.isEmpty() ? 0 : told.get(told.size() - 1);
        }

        void close() throws IOException {
            if (storage != null) {
                storage.close();
            }
        }
    }

    @AfterEach
    void endAll() throws IOException {
        for (Life life : lives) {
            life.seen.setFault(operation -> {}); // it goes on without stops
            life.close();
        }
        lives.clear();
    }

    private void anew() throws IOException {
        endAll();
        empty();
    }

    @BeforeEach
    void empty() {
        for (FaultyFileSystem each : List.of(seenByOld, seenByNew, seenByThird, disk)) {
            each.reset();
        }
    }

    @Test
    @Tag("soak")
    void whereverTheOldProcessIsStoppedTheNewOneBeginsBehindAllItHasTold() throws Exception {
        int oldSteps = stepsOf(false);
        int newSteps = stepsOfNew();
        for (int i = 0; i <= oldSteps; i++) {
            for (int j = 0; j <= newSteps; j++) {
                run(false, i, j, Integer.MAX_VALUE);
            }
        }
    }

    @Test
    @Tag("soak")
    void aJobThatEndsAndKeepsNothingTakesNothingFromWhoComesMeanwhile() throws Exception {
        int oldSteps = stepsOf(true);
        int newSteps = stepsOfNew();
        for (int i = stepsOf(false); i <= oldSteps; i++) {
            for (int j = 0; j <= newSteps; j++) {
                run(true, i, j, Integer.MAX_VALUE);
            }
        }
    }

    @Test
    void whenBothAreStoppedAgainAndAgainTheSameHolds() throws Exception {
        int oldSteps = stepsOf(true);
        int newSteps = stepsOfNew();
        long seed = Long.getLong("millrace.fencing.seed", System.nanoTime());
        Random random = new Random(seed);
        for (int n = 0; n < 1000; n++) {
            int i = random.nextInt(oldSteps + 1);
            int j = random.nextInt(newSteps + 1);
            int k = random.nextInt(oldSteps + 1);
            try {
                run(random.nextBoolean(), i, j, k);
            } catch (AssertionError e) {
                throw new AssertionError("-Dmillrace.fencing.seed=" + seed, e);
            }
        }
    }

    @Test
    @Tag("soak")
    void whenTheNewOneIsStoppedTooAThirdGoesOnAndBothAreFenced() throws Exception {
        int oldSteps = stepsOf(false);
        int newSteps = stepsOfNew();
        for (int i = 0; i <= oldSteps; i += 3) {
            for (int j = 0; j <= newSteps; j++) {
                anew();
                String when = "old stopped at " + i + ", new at " + j;
                Life first = started(false);
                Life second = new Life(seenByNew, false);
                Life third = new Life(seenByThird, false);
                SteppedProcess old = new SteppedProcess(seenByOld, first::goOn);
                SteppedProcess fresh = new SteppedProcess(seenByNew, () -> beginAndGoOn(second));
                old.advance(i);
                fresh.advance(j);
                if (j % 2 == 0) {
                    old.finish(); // what it completes too late must not count for the third
                }
                long chosen = second.restored;
                beginAndGoOn(third);
                old.finish();
                fresh.finish();
                requireFencedOrDone(old, first, when);
                requireFencedOrDone(fresh, second, when);
                // Stopped before its file appeared, the second has come last.
                Life last = second.isOwner() ? second : third;
                for (Life other : List.of(first, second, third)) {
                    if (other != last) {
                        assertThat(last.restored)
                                .as(when)
                                .isGreaterThanOrEqualTo(other.newestTold());
                    }
                }
                if (chosen >= 0) {
                    assertThat(third.restored == chosen || third.restored > BLOCK)
                            .as(when + ": the third goes on from what the second has begun from")
                            .isTrue();
                }
                requireIntact(last, when);
                requireFound(last.newestTold(), when);
            }
        }
    }

    /**
     * Processes come, are held for dead and go on, on mounts that lose answers and remember what is
     * not so any more. Whatever fails, none begins behind what was told, and none tells anything
     * once another has begun.
     */
    @Test
    void onMountsThatForgetAndLoseAnswersTheSameHolds() throws Exception {
        long first = Long.getLong("millrace.fencing.seed", System.nanoTime());
        int told = 0;
        for (long seed = first; seed < first + 300; seed++) {
            anew();
            try {
                told += liveOnMounts(new Random(seed * 0x9E3779B97F4A7C15L));
            } catch (AssertionError e) {
                throw new AssertionError("-Dmillrace.fencing.seed=" + seed, e);
            }
        }
        assertThat(told).as("checkpoints that were completed in all").isGreaterThan(300);
    }

    private int liveOnMounts(Random random) throws IOException {
        List<Life> all = new ArrayList<>();
        Life last = null;
        long newestTold = 0;
        int told = 0;
        for (int act = 0; act < 40; act++) {
            if (all.isEmpty() || random.nextInt(8) == 0) {
                Life life = new Life(disk.beside("fencing-mount-" + all.size()), false);
                all.add(life);
                life.seen.setFault(new MountFaults(random, 60));
                try {
                    life.begin();
                } catch (IOException e) {
                    continue; // it is started again, sooner or later
                }
                assertThat(life.restored).isGreaterThanOrEqualTo(newestTold);
                last = life;
                continue;
            }
            Life life = all.get(random.nextInt(all.size()));
            if (life.restored < 0) {
                continue;
            }
            try {
                if (random.nextInt(3) == 0) {
                    long restored = life.store.restorable().map(CompletedCheckpoint::id).orElse(0L);
                    if (life == last) {
                        assertThat(restored).isGreaterThanOrEqualTo(newestTold);
                    }
                    continue;
                }
                life.next = Math.max(life.next + 1, life.store.nextCheckpointId());
                CheckpointManifest manifest = manifest(life.storage, life.next, life.shared);
                life.store.publish(manifest);
                assertThat(life).as("only the one that has begun last").isSameAs(last);
                newestTold = life.next;
                told++;
                life.shared = manifest.handles().get(0).files().get(0);
                life.store.evict();
            } catch (IOException e) {
                try {
                    life.store.giveUp(life.next);
                } catch (IllegalStateException complete) {
                    assertThat(complete).hasMessageContaining("is complete");
                }
            }
        }
        for (Life life : all) {
            life.seen.setFault(operation -> {});
        }
        Life next = new Life(disk, false);
        next.begin();
        assertThat(next.restored).isGreaterThanOrEqualTo(newestTold);
        return told;
    }

    /** Old up to i, new up to j, old by k more, new to its end, old to its end. */
    private void run(boolean ends, int i, int j, int k) throws Exception {
        anew();
        String when = "ends: " + ends + ", old stopped at " + i + ", new at " + j + ", then " + k;
        Life first = started(ends);
        Life second = new Life(seenByNew, false);
        SteppedProcess old = new SteppedProcess(seenByOld, first::goOn);
        SteppedProcess fresh = new SteppedProcess(seenByNew, () -> beginAndGoOn(second));
        old.advance(i);
        fresh.advance(j);
        old.advance(k);
        fresh.finish();
        old.finish();
        assertThat(fresh.failure()).as(when).isNull();
        requireFencedOrDone(old, first, when);
        if (second.restored == 0) {
            assertThat(first.ended && old.failure() == null).as(when).isTrue();
        } else {
            assertThat(second.restored).as(when).isGreaterThanOrEqualTo(first.newestTold());
        }
        requireIntact(second, when);
        requireFound(second.newestTold(), when);
    }

    private static void requireFencedOrDone(SteppedProcess process, Life life, String when)
            throws IOException {
        if (process.failure() != null && !FencedException.isCauseOf(process.failure())) {
            // It has found that what it wrote is gone, and will be told why.
            assertThat(life.isOwner()).as(when + ": " + process.failure()).isFalse();
        }
    }

    /** Nothing the process needs was taken from it. */
    private static void requireIntact(Life life, String when) {
        assertThat(life.store.retained()).as(when).hasSize(1);
        for (CompletedCheckpoint retained : life.store.retained()) {
            assertThatCode(() -> life.store.verify(retained)).as(when).doesNotThrowAnyException();
        }
        assertThatCode(() -> life.store.restorable()).as(when).doesNotThrowAnyException();
    }

    /** What whoever comes next begins from. */
    private void requireFound(long id, String when) throws IOException {
        Life next = new Life(disk, false);
        next.begin();
        assertThat(next.restored).as(when).isEqualTo(id);
        next.close();
    }

    private static void beginAndGoOn(Life life) throws IOException {
        life.begin();
        life.goOn();
    }

    /** The old one has begun and completed a checkpoint. */
    private Life started(boolean ends) throws IOException {
        Life life = new Life(seenByOld, ends);
        life.begin();
        life.complete(life.store.nextCheckpointId());
        return life;
    }

    private int stepsOf(boolean ends) throws IOException {
        anew();
        Life life = started(ends);
        SteppedProcess alone = new SteppedProcess(seenByOld, life::goOn);
        alone.finish();
        assertThat(alone.failure()).isNull();
        return alone.steps();
    }

    private int stepsOfNew() throws IOException {
        anew();
        started(false);
        Life life = new Life(seenByNew, false);
        SteppedProcess alone = new SteppedProcess(seenByNew, () -> beginAndGoOn(life));
        alone.finish();
        assertThat(alone.failure()).isNull();
        return alone.steps();
    }

    private static CheckpointManifest manifest(
            FileCheckpointStorage storage, long id, SharedFile before) throws IOException {
        List<SharedFile> files = new ArrayList<>();
        files.add(new SharedFile("layer", id, shared(storage, id)));
        if (before != null) {
            files.add(before);
        }
        try (StateOutput out = storage.create(id, "state")) {
            out.write(new byte[500]);
            StateHandle handle =
                    new StateHandle(
                            StateHandle.Kind.KEYED,
                            new KeyGroupRange(0, 127),
                            List.of(),
                            out.seal(),
                            files);
            return new CheckpointManifest(
                    id,
                    id,
                    id,
                    "words",
                    JOB,
                    new Writer(1, "here", "test"),
                    false,
                    List.of(
                            new Operator(
                                    "uid",
                                    new OperatorId("0123456789abcdef0123456789abcdef"),
                                    "operator",
                                    128,
                                    null,
                                    List.of(new Subtask(Phase.RUNNING, List.of(handle))))),
                    Map.of());
        }
    }

    private static StoredState shared(FileCheckpointStorage storage, long id) throws IOException {
        try (StateOutput out = storage.createShared(id, "layer")) {
            out.write(new byte[300]);
            return out.seal();
        }
    }
}
