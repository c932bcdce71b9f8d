// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.core.fs.Path;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is said when a live process holds the job of a checkpoint. */
class ClaimedCheckpointTest {

    @TempDir java.nio.file.Path directory;
    private java.nio.file.Path checkpoint;
    private Path job;

    @BeforeEach
    void checkpointOfAJob() throws IOException {
        checkpoint = Files.createDirectory(directory.resolve("chk-3"));
        Files.writeString(checkpoint.resolve("_metadata"), "a manifest");
        job = new Path(directory.toUri());
    }

    @Test
    void whoeverRemovesItIsToldWhichProcessUsesItAndNotHowToBeginFromIt() throws Exception {
        JobLock held = JobLock.acquire(job.getFileSystem(), job, "ledger");
        try (held) {
            assertThatThrownBy(() -> ClaimedCheckpoint.toRemove(checkpoint.toString()))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("can't be removed")
                    .hasMessageContaining("process " + ProcessHandle.current().pid())
                    .hasMessageContaining("Stop or cancel that job")
                    .hasMessageNotContaining("claim-mode");
        }
    }

    @Test
    void whoeverClaimsItIsToldHowToBeginFromItAllTheSame() throws Exception {
        JobLock held = JobLock.acquire(job.getFileSystem(), job, "ledger");
        try (held) {
            assertThatThrownBy(() -> ClaimedCheckpoint.take(checkpoint.toString(), "other"))
                    .hasMessageContaining("can't be claimed")
                    .hasMessageContaining("NO_CLAIM");
        }
    }

    @Test
    void whatNobodyHoldsCanBeRemoved() throws Exception {
        JobLock.acquire(job.getFileSystem(), job, "ledger").close();
        try (ClaimedCheckpoint taken = ClaimedCheckpoint.toRemove(checkpoint.toString())) {
            assertThat(taken.isPublished()).isTrue();
        }
    }

    @Test
    void aSavepointIsClaimedByOneJobAtATime() throws Exception {
        java.nio.file.Path savepoint = Files.createDirectory(directory.resolve("savepoint-a-1"));
        Files.writeString(savepoint.resolve("_metadata"), "a manifest");
        try (ClaimedCheckpoint first = ClaimedCheckpoint.take(savepoint.toString(), "ledger")) {
            assertThat(first.isPublished()).isTrue();
            assertThatThrownBy(() -> ClaimedCheckpoint.take(savepoint.toString(), "other"))
                    .hasMessageContaining("can't be claimed")
                    .hasMessageContaining("process " + ProcessHandle.current().pid())
                    .hasMessageContaining("'ledger'")
                    .hasMessageContaining("NO_CLAIM");
            assertThatThrownBy(() -> ClaimedCheckpoint.toRemove(savepoint.toString()))
                    .hasMessageContaining("can't be removed")
                    .hasMessageContaining("'ledger'");
        }
        try (ClaimedCheckpoint next = ClaimedCheckpoint.toRemove(savepoint.toString())) {
            next.discardManifest();
            for (String file : next.files()) {
                next.discard(file);
            }
            next.tidy();
        }
        assertThat(savepoint).doesNotExist();
    }
}
