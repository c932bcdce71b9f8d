// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.state.SnapshotFiles;
import io.millrace.engine.state.SnapshotOrder;
import io.millrace.engine.state.StateCompression;
import io.millrace.engine.storage.StateOutput;
import io.millrace.engine.storage.StoredState;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Which files lie with checkpoints already, and who waits for whom meanwhile. */
class KnownFilesTest {

    private final KnownFiles known = new KnownFiles();

    @DisplayName("a task freezes while the files of an earlier snapshot are still being taken")
    @Test
    void freezesMeanwhile() throws Exception {
        known.frozen(SnapshotOrder.checkpoint(1, 0));
        CompletableFuture<Long> frozenMeanwhile = new CompletableFuture<>();
        known.write(
                List.of(Path.of("000007.sst")),
                new Taking(
                        () ->
                                CompletableFuture.supplyAsync(
                                                () -> known.frozen(SnapshotOrder.checkpoint(2, 0)))
                                        .orTimeout(30, TimeUnit.SECONDS)
                                        .thenAccept(frozenMeanwhile::complete)
                                        .join()),
                0);

        assertThat(frozenMeanwhile).isCompletedWithValue(0L);
    }

    /** A storage that does something while it takes a file. */
    private record Taking(Runnable meanwhile) implements SnapshotFiles {
        @Override
        public SnapshotOrder order() {
            return SnapshotOrder.checkpoint(1, 0);
        }

        @Override
        public StateCompression compression() {
            return StateCompression.NONE;
        }

        @Override
        public StateOutput create(String name) {
            throw new UnsupportedOperationException();
        }

        @Override
        public StoredState take(String name, Path file) {
            meanwhile.run();
            return new StoredState.Bare(name, 1, 0);
        }

        @Override
        public void check() {
            // nobody asks to stop
        }
    }
}
