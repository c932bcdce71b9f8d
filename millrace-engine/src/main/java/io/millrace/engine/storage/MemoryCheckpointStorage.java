// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.storage;

import io.millrace.spi.JobOwner;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Checkpoints in the memory of this process: they survive the failure of a task, not that of the
 * process. A checkpoint in files can still be read, to begin from.
 */
public final class MemoryCheckpointStorage implements CheckpointStorage {

    /** The default limit of one piece of state: 5 MiB. */
    public static final int DEFAULT_MAX_BYTES = 5 * 1024 * 1024;

    private static final String POINTER_END = " (in memory, not externally addressable)";

    private final int maxBytes;

    /** Null where it is not known. */
    private final String jobId;

    /** Savepoints, which lie in files all the same, while they are not complete. */
    private final Map<Long, SavepointDirectory> savepoints = new ConcurrentHashMap<>();

    private final TreeMap<Long, byte[]> manifests = new TreeMap<>();

    /** Takes pieces of state of up to {@link #DEFAULT_MAX_BYTES}. */
    public MemoryCheckpointStorage() {
        this(DEFAULT_MAX_BYTES);
    }

    /**
     * Takes pieces of state of up to {@code maxBytes}.
     *
     * @throws IllegalArgumentException if not positive
     */
    public MemoryCheckpointStorage(int maxBytes) {
        this(maxBytes, null);
    }

    /** The same for a job whose savepoints are to be told from others. */
    public MemoryCheckpointStorage(int maxBytes, String jobId) {
        if (maxBytes <= 0) {
            throw new IllegalArgumentException(
                    "The maximum size of a piece of state must be positive, not " + maxBytes);
        }
        this.maxBytes = maxBytes;
        this.jobId = jobId;
    }

    @Override
    public boolean isDurable() {
        return false;
    }

    @Override
    public String describe() {
        return "the memory of this process, up to " + maxBytes + " bytes for one piece of state";
    }

    @Override
    public void open(String jobName) {
        // Memory is always there and nobody else can take it.
    }

    @Override
    public StateOutput create(long checkpointId, String name) throws IOException {
        SavepointDirectory savepoint = savepoints.get(checkpointId);
        return savepoint == null
                ? new InlineOutput(checkpointId, name, maxBytes)
                : savepoint.create(name);
    }

    @Override
    public StateOutput createShared(long checkpointId, String name) throws IOException {
        SavepointDirectory savepoint = savepoints.get(checkpointId);
        return savepoint == null
                ? new InlineOutput(checkpointId, name, maxBytes)
                : savepoint.createShared(name);
    }

    @Override
    public StoredState takeShared(long checkpointId, String name, Path file) throws IOException {
        SavepointDirectory savepoint = savepoints.get(checkpointId);
        if (savepoint != null) {
            return savepoint.take(name, file);
        }
        try (StateOutput output = create(checkpointId, name)) {
            Files.copy(file, output);
            return output.seal();
        }
    }

    @Override
    public Optional<Path> local(StoredState state, String checkpoint) throws IOException {
        return CheckpointFiles.local(state, checkpoint);
    }

    /** There are no files: what is shared is memory, and goes with those who refer to it. */
    @Override
    public String sharedName(StoredState state, String checkpoint) {
        return null;
    }

    @Override
    public Map<String, Long> sharedFiles() {
        return Map.of();
    }

    @Override
    public void discardShared(String sharedName) {}

    @Override
    public String beginSavepoint(long checkpointId, String target) throws IOException {
        SavepointDirectory savepoint =
                SavepointDirectory.begin(
                        target, jobId, FileCheckpointStorage.DEFAULT_INLINE_THRESHOLD, 0);
        savepoints.put(checkpointId, savepoint);
        return savepoint.pointer();
    }

    /** Nobody else can go on with what is in this process's memory. */
    @Override
    public JobOwner owner(Optional<String> restored) {
        return new JobOwner(0, restored.map(this::isOwn).orElse(true));
    }

    /** What lies in files is not. */
    @Override
    public boolean isOwn(String pointer) {
        return pointer.endsWith(POINTER_END);
    }

    /** Nothing in memory can stand in for what is removed from a disk. */
    @Override
    public ClaimedCheckpoint claim(String pointer) throws IOException {
        throw new IOException(
                "A job that keeps its checkpoints in memory can't claim "
                        + pointer
                        + ": when its process ended nothing would be left.");
    }

    @Override
    public InputStream read(StoredState state, String checkpoint) throws IOException {
        return CheckpointFiles.open(state, checkpoint);
    }

    @Override
    public String publish(long checkpointId, byte[] manifest) throws IOException {
        SavepointDirectory savepoint = savepoints.get(checkpointId);
        return savepoint == null
                ? publishReference(checkpointId, manifest)
                : savepoint.publish(manifest);
    }

    @Override
    public void handOver(long checkpointId) {
        savepoints.remove(checkpointId);
    }

    @Override
    public synchronized String publishReference(long checkpointId, byte[] manifest)
            throws IOException {
        SealedFile.check(manifest, pointer(checkpointId));
        if (manifests.putIfAbsent(checkpointId, manifest.clone()) != null) {
            throw new IOException(
                    "Checkpoint " + checkpointId + " is published already; its id was used twice.");
        }
        return pointer(checkpointId);
    }

    @Override
    public byte[] manifest(String pointer) throws IOException {
        synchronized (this) {
            for (Map.Entry<Long, byte[]> entry : manifests.entrySet()) {
                if (pointer(entry.getKey()).equals(pointer)) {
                    SealedFile.check(entry.getValue(), pointer);
                    return entry.getValue().clone();
                }
            }
        }
        if (pointer.endsWith(POINTER_END)) {
            throw new IOException(
                    "There is no checkpoint '"
                            + pointer
                            + "': it was removed, or the process that held it has ended. Give the job a checkpoint"
                            + " directory (execution.checkpointing.dir) so that checkpoints outlive it.");
        }
        return CheckpointFiles.manifest(pointer);
    }

    /** What is in memory is as certain as it can be. */
    @Override
    public void force(String pointer) throws IOException {
        if (!isOwn(pointer)) {
            CheckpointFiles.force(pointer);
        }
    }

    @Override
    public void discard(long checkpointId) throws IOException {
        SavepointDirectory savepoint = savepoints.get(checkpointId);
        if (savepoint != null) {
            savepoint.discard();
            savepoints.remove(checkpointId);
        }
        synchronized (this) {
            manifests.remove(checkpointId);
        }
    }

    @Override
    public synchronized List<String> published() {
        List<String> pointers = new ArrayList<>();
        for (long checkpointId : manifests.descendingKeySet()) {
            pointers.add(pointer(checkpointId));
        }
        return pointers;
    }

    @Override
    public void sweep() {
        // State that was never published belongs to its handles alone and goes with them.
    }

    @Override
    public synchronized void close() {
        manifests.clear();
    }

    private static String pointer(long checkpointId) {
        return CheckpointPaths.nameOf(checkpointId) + POINTER_END;
    }

    /**
     * Collects a piece of state; past the limit it only counts on, so that the error can tell the
     * true size.
     */
    static final class InlineOutput extends StateOutput {
        private final long checkpointId;
        private final String name;
        private final int maxBytes;
        private ByteArrayOutputStream buffer = new ByteArrayOutputStream();
        private long length;
        private boolean ended;

        InlineOutput(long checkpointId, String name, int maxBytes) {
            this.checkpointId = checkpointId;
            this.name = name;
            this.maxBytes = maxBytes;
        }

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int count) throws IOException {
            if (ended) {
                throw new IOException(
                        "'" + name + "' of checkpoint " + checkpointId + " has ended already.");
            }
            length += count;
            if (length > maxBytes) {
                buffer = null;
            } else {
                buffer.write(bytes, offset, count);
            }
        }

        @Override
        public StoredState seal() throws IOException {
            if (ended) {
                throw new IOException(
                        "'" + name + "' of checkpoint " + checkpointId + " has ended already.");
            }
            ended = true;
            if (buffer == null) {
                throw new IOException(
                        "The state '"
                                + name
                                + "' of checkpoint "
                                + checkpointId
                                + " has "
                                + length
                                + " bytes, but checkpoint storage in memory takes at most "
                                + maxBytes
                                + " bytes for one piece of state. Keep checkpoints in files"
                                + " (execution.checkpointing.storage: filesystem and execution.checkpointing.dir)"
                                + ", or raise the limit with new JobManagerCheckpointStorage(maxStateSize).");
            }
            byte[] bytes = buffer.toByteArray();
            buffer = null;
            return new StoredState.Inline(bytes, SealedFile.checksum(bytes));
        }

        @Override
        public void close() {
            ended = true;
            buffer = null;
        }
    }
}
