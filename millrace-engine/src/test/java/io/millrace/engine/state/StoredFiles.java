// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state;

import io.millrace.core.memory.DataOutputViewStreamWrapper;
import io.millrace.engine.storage.StateOutput;
import io.millrace.engine.storage.StoredState;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Shared files of one subtask in memory, under names that say for which checkpoint they were
 * written; and snapshots that refer to them. Removes files by the rule of the engine.
 */
public final class StoredFiles {

    private final TreeMap<String, byte[]> files = new TreeMap<>();
    private final StateCompression compression;
    private long bytesRead;

    /** After how many more calls writing fails; negative: never. */
    private int callsUntilFailure = -1;

    public StoredFiles() {
        this(StateCompression.NONE);
    }

    public StoredFiles(StateCompression compression) {
        this.compression = compression;
    }

    public void failAfter(int calls) {
        callsUntilFailure = calls;
    }

    public int count() {
        return files.size();
    }

    public long bytes() {
        return files.values().stream().mapToLong(bytes -> bytes.length).sum();
    }

    /** All bytes of files that were opened since the last call. */
    public long takeBytesRead() {
        long read = bytesRead;
        bytesRead = 0;
        return read;
    }

    /** Writes what was frozen, and releases it whatever happens. */
    public StateHandle write(FrozenState frozen, SnapshotOrder order) throws IOException {
        try {
            List<SharedFile> shared = frozen.writeFiles(new Files(order));
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            DataOutputViewStreamWrapper out = new DataOutputViewStreamWrapper(bytes);
            frozen.write(out, compression);
            out.flush();
            return new StateHandle(
                    frozen.kind(),
                    frozen.keyGroups(),
                    frozen.summaries(),
                    new StoredState.Inline(bytes.toByteArray(), 0),
                    shared);
        } finally {
            frozen.release();
        }
    }

    /** A snapshot that can be restored as long as its files are there. */
    public RestoredState restorable(StateHandle handle) {
        byte[] bytes = ((StoredState.Inline) handle.bytes()).bytes();
        return new RestoredState(
                handle,
                () -> new ByteArrayInputStream(bytes),
                new RestoredState.Files() {
                    @Override
                    public InputStream open(SharedFile file) throws IOException {
                        byte[] content = files.get(nameOf(file));
                        if (content == null) {
                            throw new IOException(file + " was removed");
                        }
                        bytesRead += content.length;
                        return new ByteArrayInputStream(content);
                    }

                    @Override
                    public Optional<Path> local(SharedFile file) {
                        return Optional.empty();
                    }
                });
    }

    private static String nameOf(SharedFile file) {
        return ((StoredState.InFile) file.place()).path();
    }

    /**
     * A checkpoint is complete: removes what no kept checkpoint refers to, if it was written for
     * this one or one before.
     */
    public void completed(long checkpointId, List<StateHandle> kept) {
        Set<String> needed = new TreeSet<>();
        kept.forEach(handle -> handle.files().forEach(file -> needed.add(nameOf(file))));
        files.keySet()
                .removeIf(
                        name ->
                                Long.parseLong(name.substring(0, name.indexOf('-'))) <= checkpointId
                                        && !needed.contains(name));
    }

    private final class Files implements SnapshotFiles {
        private final SnapshotOrder order;

        Files(SnapshotOrder order) {
            this.order = order;
        }

        @Override
        public SnapshotOrder order() {
            return order;
        }

        @Override
        public StateCompression compression() {
            return compression;
        }

        @Override
        public StateOutput create(String name) throws IOException {
            call();
            String full = order.checkpointId() + "-" + name;
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            return new StateOutput() {
                @Override
                public StoredState seal() throws IOException {
                    call();
                    if (files.put(full, bytes.toByteArray()) != null) {
                        throw new IOException(full + " is there already");
                    }
                    return new StoredState.InFile(full, bytes.size(), 0);
                }

                @Override
                public void write(int b) {
                    bytes.write(b);
                }

                @Override
                public void write(byte[] b, int offset, int length) throws IOException {
                    call();
                    bytes.write(b, offset, length);
                }

                @Override
                public void close() {}
            };
        }

        @Override
        public StoredState take(String name, Path file) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void check() throws SnapshotWriter.Stopped {
            if (callsUntilFailure == 0) {
                callsUntilFailure = -1;
                throw new SnapshotWriter.Stopped();
            }
        }

        private void call() throws IOException {
            if (callsUntilFailure == 0) {
                callsUntilFailure = -1;
                throw new IOException("the disk is full");
            }
            callsUntilFailure = Math.max(-1, callsUntilFailure - 1);
        }
    }
}
