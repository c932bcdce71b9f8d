// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Optional;

/**
 * One handle dealt to a subtask for restoring, with the way to its bytes.
 *
 * @param handle what it is
 * @param source opens the verified content; fails with an error that names the file and what is
 *     wrong
 * @param files the same for the handle's files
 */
public record RestoredState(StateHandle handle, Source source, Files files) {

    /** Opens the bytes; may be called more than once. */
    public interface Source {
        InputStream open() throws IOException;
    }

    /** Opens the files of a handle. */
    public interface Files {
        /** Opens one, verified while it is read. */
        InputStream open(SharedFile file) throws IOException;

        /**
         * Where one lies on a local disk, so that it can be given a second name; empty if it does
         * not. It is not verified by this, and never to be changed.
         */
        Optional<Path> local(SharedFile file) throws IOException;

        /**
         * Whether it lies among the files that the checkpoints of the job share, so that the next
         * ones may refer to it where it is. Not so in a savepoint, nor with another job.
         */
        default boolean isShared(SharedFile file) throws IOException {
            return false;
        }
    }

    /** Of a handle without files. */
    public RestoredState(StateHandle handle, Source source) {
        this(handle, source, null);
        if (!handle.files().isEmpty()) {
            throw new IllegalArgumentException("Nothing opens the files of " + handle);
        }
    }
}
