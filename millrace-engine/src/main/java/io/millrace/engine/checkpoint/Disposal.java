// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.checkpoint;

import io.millrace.engine.storage.CheckpointStorage;
import io.millrace.engine.storage.ClaimedCheckpoint;
import io.millrace.engine.storage.MemoryCheckpointStorage;
import java.io.IOException;
import java.util.List;

/**
 * Removes a savepoint, or a checkpoint that no job keeps.
 *
 * <p>The manifest goes first and certainly, then the files, one by one, that no other checkpoint of
 * the job that wrote it needs. A crash in between leaves a directory without manifest; disposing of
 * it again is refused, as it is no checkpoint any more, and it can be removed by hand.
 */
public final class Disposal {

    private Disposal() {}

    /**
     * Removes it. Caller's thread.
     *
     * @param pointer its directory or its manifest
     * @throws io.millrace.engine.storage.DamagedFileException if what lies there is not Millrace's,
     *     or damaged: nobody can say then what belongs to it
     * @throws IOException if there is none, a live process uses it, or it can't be removed
     */
    public static void dispose(String pointer) throws IOException {
        try (CheckpointStorage reader = new MemoryCheckpointStorage()) {
            CheckpointManifest.decode(reader.manifest(pointer), pointer);
            try (ClaimedCheckpoint checkpoint = ClaimedCheckpoint.toRemove(pointer)) {
                SharedFiles files = new SharedFiles(reader);
                files.claimed(checkpoint);
                checkpoint.discardManifest();
                files.remove(List.of());
            }
        }
    }
}
