// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.storage;

import java.util.Objects;

/**
 * Where the bytes of one piece of state lie, once they are durable. What they mean is told by
 * {@code state.StateHandle}, which carries one of these.
 */
public sealed interface StoredState {

    /** Number of bytes of content, without seal. */
    long length();

    /**
     * CRC-32C of the content; the same truth is checked before it is written and after it is read.
     */
    int checksum();

    /** Small enough to travel inside the manifest, or stored in the coordinator's memory. */
    record Inline(byte[] bytes, int checksum) implements StoredState {
        public Inline {
            Objects.requireNonNull(bytes, "bytes");
        }

        @Override
        public long length() {
            return bytes.length;
        }
    }

    /**
     * A sealed file.
     *
     * @param path relative to the checkpoint's own directory ({@code chk-n}) where it lies in it or
     *     among the shared files beside it, so that a directory that was moved as a whole can still
     *     be read; an absolute URI otherwise
     */
    record InFile(String path, long length, int checksum) implements StoredState {
        public InFile {
            Objects.requireNonNull(path, "path");
        }
    }

    /**
     * A file of another program's making (a table of RocksDB), which has no seal of ours: only its
     * length and checksum here tell whether it is whole and the right one.
     *
     * @param path as in {@link InFile}
     */
    record Bare(String path, long length, int checksum) implements StoredState {
        public Bare {
            Objects.requireNonNull(path, "path");
        }
    }
}
