// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.core.fs.FileStatus;
import io.millrace.core.fs.Path;
import io.millrace.engine.checkpoint.CheckpointManifest;
import io.millrace.engine.checkpoint.CheckpointManifest.Operator;
import io.millrace.engine.checkpoint.CheckpointManifest.Phase;
import io.millrace.engine.checkpoint.CheckpointManifest.Subtask;
import io.millrace.engine.checkpoint.CheckpointManifest.Writer;
import io.millrace.engine.checkpoint.CheckpointStore;
import io.millrace.engine.checkpoint.CompletedCheckpoint;
import io.millrace.engine.keys.KeyGroupRange;
import io.millrace.engine.state.OperatorId;
import io.millrace.engine.state.StateHandle;
import io.millrace.engine.storage.CheckpointPaths;
import io.millrace.engine.storage.FileCheckpointStorage;
import io.millrace.engine.storage.StateOutput;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Loses power at every single write operation of a process that takes checkpoints, in many ways,
 * and asks the next process what it finds.
 */
class CheckpointCrashPointsTest {

    private static final String JOB = "0123456789abcdef0123456789abcdef";
    private static final int CHECKPOINTS = 4;

    private final FaultyFileSystem fs = FaultyFileSystem.named("checkpoint-crash-points");

    /** The newest checkpoint the process was told of as complete. */
    private long acknowledged;

    @BeforeEach
    void emptyDisk() {
        fs.reset();
        acknowledged = 0;
    }

    @Test
    void afterLosingPowerAtAnyWriteTheNewestAcknowledgedCheckpointIsThereOrANewerOne()
            throws Exception {
        takeCheckpoints();
        long operations = fs.writeOperations();
        assertThat(operations).isGreaterThan(40);
        for (long point = 1; point <= operations; point++) {
            for (int seed = -1; seed < 10; seed++) {
                fs.reset();
                acknowledged = 0;
                fs.dieAt(point);
                long at = point;
                assertThatThrownBy(this::takeCheckpoints).isInstanceOf(IOException.class);
                if (seed < 0) {
                    fs.crash();
                } else {
                    fs.crash(seed);
                }
                requireRecovery("power lost at operation " + at + ", seed " + seed);
            }
        }
    }

    @Test
    void afterBeingKilledAtAnyWriteTheSameHolds() throws Exception {
        takeCheckpoints();
        long operations = fs.writeOperations();
        for (long point = 1; point <= operations; point++) {
            fs.reset();
            acknowledged = 0;
            fs.dieAt(point);
            assertThatThrownBy(this::takeCheckpoints).isInstanceOf(IOException.class);
            fs.kill();
            requireRecovery("killed at operation " + point);
        }
    }

    @Test
    void anyWriteThatFailsCostsItsCheckpointAndNothingElse() throws Exception {
        takeCheckpoints();
        long operations = fs.writeOperations();
        for (long point = 1; point <= operations; point++) {
            fs.reset();
            fs.failAt(point);
            try (FileCheckpointStorage storage = storage()) {
                try {
                    storage.open("words");
                } catch (IOException e) {
                    assertThat(e).hasMessageContaining(fs.path("/checkpoints").toString());
                    storage.open("words");
                }
                CheckpointStore store = new CheckpointStore(storage, 1);
                long newest = 0;
                long first = store.nextCheckpointId(); // not 1 when it was opened a second time
                for (long id = first; id < first + CHECKPOINTS; id++) {
                    try {
                        store.publish(manifest(storage, id));
                        store.evict();
                        newest = id;
                    } catch (IOException e) {
                        store.giveUp(id);
                    }
                    Optional<CompletedCheckpoint> latest = store.restorable();
                    assertThat(latest.map(CompletedCheckpoint::id).orElse(0L)).isEqualTo(newest);
                }
                assertThat(newest).isGreaterThanOrEqualTo(first + CHECKPOINTS - 2);
                store.evict();
                assertThat(storage.published()).as("failure at operation %d", point).hasSize(1);
            }
        }
    }

    /** Also those of owners' files: what was done is found by whoever asks again. */
    @Test
    void anyAnswerThatIsLostCostsItsCheckpointAndNothingElse() throws Exception {
        takeCheckpoints();
        long operations = fs.writeOperations();
        for (long point = 1; point <= operations; point++) {
            fs.reset();
            long at = point;
            fs.setFault(
                    new FaultyFileSystem.Fault() {
                        @Override
                        public void before(FaultyFileSystem.Operation operation) {}

                        @Override
                        public void after(FaultyFileSystem.Operation operation) throws IOException {
                            if (operation.number() == at) {
                                throw new IOException("The answer was lost: " + operation);
                            }
                        }
                    });
            try (FileCheckpointStorage storage = storage()) {
                try {
                    storage.open("words");
                } catch (IOException e) {
                    storage.open("words");
                }
                CheckpointStore store = new CheckpointStore(storage, 1);
                long newest = 0;
                for (long id = store.nextCheckpointId(), i = 0; i < CHECKPOINTS; id++, i++) {
                    try {
                        store.publish(manifest(storage, id));
                        store.evict();
                        newest = id;
                    } catch (IOException e) {
                        store.giveUp(id);
                    }
                    Optional<CompletedCheckpoint> latest = store.restorable();
                    assertThat(latest.map(CompletedCheckpoint::id).orElse(0L)).isEqualTo(newest);
                }
                store.evict();
                assertThat(storage.published()).as("answer lost at %d", point).hasSize(1);
            }
        }
    }

    /**
     * Found by the simulation: a directory that was made but not forced was taken for one that is
     * there.
     */
    @Test
    void ck73AfterAnUnfinishedStartTheNextProcessForcesWhatThatOneMade() throws Exception {
        takeCheckpoints();
        long operations = fs.writeOperations();
        for (long point = 1; point <= operations; point++) {
            fs.reset();
            acknowledged = 0;
            fs.dieAt(point);
            assertThatThrownBy(this::takeCheckpoints).isInstanceOf(IOException.class);
            fs.kill();
            acknowledged = 0;
            try (FileCheckpointStorage storage = storage()) {
                storage.open("words");
                storage.sweep();
                CheckpointStore store = new CheckpointStore(storage, 1);
                store.recover();
                long id = store.nextCheckpointId();
                store.publish(manifest(storage, id));
                store.evict();
                acknowledged = id;
            }
            fs.crash();
            requireRecovery("killed at operation " + point + ", and later the power was lost");
        }
    }

    /** Found by the simulation: a checkpoint was visible, was restored from, and then was gone. */
    @Test
    void ck73ACheckpointThatWasGivenBackIsThereAfterLosingPower() throws Exception {
        takeCheckpoints();
        long operations = fs.writeOperations();
        for (long point = 1; point <= operations; point++) {
            fs.reset();
            fs.dieAt(point);
            assertThatThrownBy(this::takeCheckpoints).isInstanceOf(IOException.class);
            fs.kill();
            try (FileCheckpointStorage storage = storage()) {
                storage.open("words");
                storage.sweep();
                acknowledged =
                        new CheckpointStore(storage, 1)
                                .recover()
                                .map(CompletedCheckpoint::id)
                                .orElse(0L);
            }
            fs.crash();
            requireRecovery("killed at operation " + point + ", restored, and the power was lost");
        }
    }

    @Test
    void ck73AFailedCheckpointThatBecameVisibleIsRemovedBeforeTheJobGoesBackBehindIt()
            throws Exception {
        for (long point = 1; point <= 12; point++) {
            fs.reset();
            try (FileCheckpointStorage storage = storage()) {
                storage.open("words");
                CheckpointStore store = new CheckpointStore(storage, 1);
                store.publish(manifest(storage, 1));
                store.evict();
                CheckpointManifest second = manifest(storage, 2);
                fs.failAt(point);
                try {
                    store.publish(second);
                    continue;
                } catch (IOException e) {
                    // Nobody gives it up: that piece of I/O work is late, or has failed as well.
                    assertThat(store.restorable()).map(CompletedCheckpoint::id).contains(1L);
                }
            }
            fs.crash();
            try (FileCheckpointStorage storage = storage()) {
                storage.open("words");
                assertThat(new CheckpointStore(storage, 1).recover())
                        .as("failure at operation %d", point)
                        .map(CompletedCheckpoint::id)
                        .contains(1L);
            }
        }
    }

    @Test
    void o13AFileSystemThatRefusesWritesIsNoticedWhenTheStorageIsOpened() throws Exception {
        fs.mkdirs(fs.path("/checkpoints/" + JOB));
        fs.refuseWrites(true);
        try (FileCheckpointStorage storage = storage()) {
            assertThatThrownBy(() -> storage.open("words"))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(fs.path("/checkpoints").toString())
                    .hasMessageContaining("read-only");
            fs.refuseWrites(false);
            storage.open("words");
        }
    }

    @Test
    void aFullDiskIsAnErrorOfTheCheckpointAndWhatWasThereStays() throws Exception {
        try (FileCheckpointStorage storage = storage()) {
            storage.open("words");
            CheckpointStore store = new CheckpointStore(storage, 1);
            store.publish(manifest(storage, 1));
            store.evict();
            fs.setCapacity(1000);
            assertThatThrownBy(() -> manifest(storage, 2)).hasMessageContaining("no space left");
            store.giveUp(2);
            assertThat(store.restorable()).map(CompletedCheckpoint::id).contains(1L);
            fs.setCapacity(Long.MAX_VALUE);
            store.publish(manifest(storage, 3));
            store.evict();
            assertThat(store.restorable()).map(CompletedCheckpoint::id).contains(3L);
        }
    }

    private void requireRecovery(String when) throws IOException {
        try (FileCheckpointStorage storage = storage()) {
            storage.open("words");
            storage.sweep();
            CheckpointStore store = new CheckpointStore(storage, 1);
            Optional<CompletedCheckpoint> found = store.recover();
            long id = found.map(CompletedCheckpoint::id).orElse(0L);
            assertThat(id).as(when).isBetween(acknowledged, acknowledged + 1);
            for (String pointer : storage.published()) {
                assertThat(CheckpointPaths.checkpointIdOf(pointer).getAsLong())
                        .as(when)
                        .isBetween(id - 1, id);
            }
            for (CompletedCheckpoint retained : store.retained()) {
                // Half removed it would be a damaged checkpoint; it must be either whole or no
                // checkpoint.
                assertThatCode(() -> store.verify(retained)).as(when).doesNotThrowAnyException();
            }
            long next = store.nextCheckpointId();
            store.publish(manifest(storage, next));
            store.evict();
            assertThat(store.restorable()).as(when).map(CompletedCheckpoint::id).contains(next);
            assertThat(storage.published()).as(when + ": the older ones are removed").hasSize(1);
            for (FileStatus child : fs.listStatus(fs.path("/checkpoints/" + JOB))) {
                assertThat(child.getPath().getName())
                        .as(when)
                        .matches("chk-" + next + "|shared|taskowned|owner-.*|\\.owner-.*part");
            }
        }
    }

    /** What a process does in its life: one retained checkpoint, each with two state files. */
    private void takeCheckpoints() throws IOException {
        try (FileCheckpointStorage storage = storage()) {
            storage.open("words");
            storage.sweep();
            CheckpointStore store = new CheckpointStore(storage, 1);
            for (long id = 1; id <= CHECKPOINTS; id++) {
                store.publish(manifest(storage, id));
                acknowledged = id;
                store.evict();
                if (fs.isDead()) {
                    throw new IOException("died while removing");
                }
            }
        }
        if (fs.isDead()) {
            throw new IOException("died while signing off");
        }
    }

    private FileCheckpointStorage storage() throws IOException {
        Path directory = fs.path("/checkpoints");
        return new FileCheckpointStorage(CheckpointPaths.ofJob(directory, JOB), 10);
    }

    private static CheckpointManifest manifest(FileCheckpointStorage storage, long id)
            throws IOException {
        return new CheckpointManifest(
                id,
                id,
                id,
                "job",
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
                                List.of(
                                        new Subtask(Phase.RUNNING, List.of(state(storage, id, 0))),
                                        new Subtask(
                                                Phase.RUNNING, List.of(state(storage, id, 1)))))),
                Map.of());
    }

    private static StateHandle state(FileCheckpointStorage storage, long id, int subtask)
            throws IOException {
        byte[] content = new byte[500];
        content[7] = (byte) id;
        content[8] = (byte) subtask;
        // In capitals, so that removing in the order of names would not come to the manifest first.
        try (StateOutput out = storage.create(id, "STATE-" + subtask)) {
            out.write(content);
            return new StateHandle(
                    StateHandle.Kind.KEYED,
                    new KeyGroupRange(64 * subtask, 64 * subtask + 63),
                    List.of(),
                    out.seal());
        }
    }
}
