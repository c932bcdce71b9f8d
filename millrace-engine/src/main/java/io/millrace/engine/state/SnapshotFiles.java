// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state;

import io.millrace.engine.storage.StateOutput;
import io.millrace.engine.storage.StoredState;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Where a frozen state puts those of its pieces that later checkpoints may refer to. In a savepoint
 * they lie with all the rest. Used by the I/O thread that writes the snapshot.
 */
public interface SnapshotFiles {

    /** What the snapshot is taken for. */
    SnapshotOrder order();

    /** How entries are packed where the form of the file knows packing. */
    StateCompression compression();

    /**
     * Begins a file with a seal.
     *
     * @param name letters, digits, dots and dashes; of all that this operator's subtask writes for
     *     this checkpoint the only one with it
     */
    StateOutput create(String name) throws IOException;

    /**
     * Takes a finished local file over as it is, without a seal: by a second name for it where the
     * file system allows, else by copying. The file must not be changed afterwards; its first name
     * may be removed.
     *
     * @param name as in {@link #create}
     */
    StoredState take(String name, Path file) throws IOException;

    /**
     * To be called now and then in long work.
     *
     * @throws SnapshotWriter.Stopped when nobody needs the snapshot any more
     */
    void check() throws SnapshotWriter.Stopped;
}
