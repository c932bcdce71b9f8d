// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.runtime.state.filesystem;

import static io.millrace.util.Preconditions.checkArgument;
import static io.millrace.util.Preconditions.checkNotNull;

import io.millrace.annotation.PublicEvolving;
import io.millrace.configuration.CheckpointingOptions;
import io.millrace.configuration.ReadableConfig;
import io.millrace.core.execution.SavepointFormatType;
import io.millrace.core.fs.Path;
import io.millrace.runtime.state.ConfigurableStateBackend;
import io.millrace.runtime.state.storage.FileSystemCheckpointStorage;
import io.millrace.util.TernaryBoolean;
import java.net.URI;

/**
 * Working state on the heap, checkpoints in files.
 *
 * @deprecated use {@link io.millrace.runtime.state.hashmap.HashMapStateBackend} and {@link
 *     io.millrace.runtime.state.storage.FileSystemCheckpointStorage}
 */
@Deprecated
@PublicEvolving
public class FsStateBackend extends AbstractFileStateBackend implements ConfigurableStateBackend {

    private static final long serialVersionUID = -8191916350224044011L;

    /** Above this, state does not belong into a manifest. */
    private static final int MAX_FILE_STATE_THRESHOLD = 1024 * 1024;

    private static final int NOT_SET = -1;

    private final int fileStateThreshold;
    private final int writeBufferSize;
    private final TernaryBoolean asynchronousSnapshots;

    /** With checkpoints under the directory. */
    public FsStateBackend(String checkpointDataUri) {
        this(new Path(checkpointDataUri));
    }

    /** With checkpoints under the directory. */
    public FsStateBackend(String checkpointDataUri, boolean asynchronousSnapshots) {
        this(new Path(checkpointDataUri), asynchronousSnapshots);
    }

    /** With checkpoints under the directory. */
    public FsStateBackend(Path checkpointDataUri) {
        this(checkpointDataUri.toUri());
    }

    /** With checkpoints under the directory. */
    public FsStateBackend(Path checkpointDataUri, boolean asynchronousSnapshots) {
        this(checkpointDataUri.toUri(), asynchronousSnapshots);
    }

    /** With checkpoints under the directory. */
    public FsStateBackend(URI checkpointDataUri) {
        this(checkpointDataUri, null, NOT_SET, NOT_SET, TernaryBoolean.UNDEFINED);
    }

    /** With checkpoints and savepoints under directories. */
    public FsStateBackend(URI checkpointDataUri, URI defaultSavepointDirectory) {
        this(
                checkpointDataUri,
                defaultSavepointDirectory,
                NOT_SET,
                NOT_SET,
                TernaryBoolean.UNDEFINED);
    }

    /** With checkpoints under the directory. */
    public FsStateBackend(URI checkpointDataUri, boolean asynchronousSnapshots) {
        this(
                checkpointDataUri,
                null,
                NOT_SET,
                NOT_SET,
                TernaryBoolean.fromBoolean(asynchronousSnapshots));
    }

    /**
     * With checkpoints under the directory.
     *
     * @param fileStateSizeThreshold state smaller than this, in bytes, is written into the manifest
     */
    public FsStateBackend(URI checkpointDataUri, int fileStateSizeThreshold) {
        this(checkpointDataUri, null, fileStateSizeThreshold, NOT_SET, TernaryBoolean.UNDEFINED);
    }

    /**
     * With checkpoints under the directory.
     *
     * @param fileStateSizeThreshold state smaller than this, in bytes, is written into the manifest
     */
    public FsStateBackend(
            URI checkpointDataUri, int fileStateSizeThreshold, boolean asynchronousSnapshots) {
        this(
                checkpointDataUri,
                null,
                fileStateSizeThreshold,
                NOT_SET,
                TernaryBoolean.fromBoolean(asynchronousSnapshots));
    }

    /**
     * With everything said.
     *
     * @param checkpointDirectory where checkpoints go
     * @param defaultSavepointDirectory where savepoints go that name no target, may be null
     * @param fileStateSizeThreshold state smaller than this, in bytes, is written into the
     *     manifest; 0 to 1 MiB, -1 for as set elsewhere
     * @param writeBufferSize size of the buffer when writing, in bytes; -1 for as set elsewhere
     * @param asynchronousSnapshots without effect: snapshots are always written while records flow
     */
    public FsStateBackend(
            URI checkpointDirectory,
            URI defaultSavepointDirectory,
            int fileStateSizeThreshold,
            int writeBufferSize,
            TernaryBoolean asynchronousSnapshots) {
        super(
                checkNotNull(checkpointDirectory, "The directory of checkpoints is null."),
                defaultSavepointDirectory);
        checkNotNull(asynchronousSnapshots, "asynchronousSnapshots");
        checkArgument(
                fileStateSizeThreshold >= NOT_SET
                        && fileStateSizeThreshold <= MAX_FILE_STATE_THRESHOLD,
                "The threshold for state in the manifest must be 0 to %s bytes, or -1 for as set"
                        + " elsewhere, but is %s.",
                MAX_FILE_STATE_THRESHOLD,
                fileStateSizeThreshold);
        checkArgument(
                writeBufferSize >= NOT_SET,
                "The size of the write buffer must be 0 or more bytes, or -1 for as set elsewhere,"
                        + " but is %s.",
                writeBufferSize);
        this.fileStateThreshold = fileStateSizeThreshold;
        this.writeBufferSize = writeBufferSize;
        this.asynchronousSnapshots = asynchronousSnapshots;
    }

    private FsStateBackend(FsStateBackend original, ReadableConfig configuration) {
        super(original.getCheckpointPath(), original.getSavepointPath(), configuration);
        FileSystemCheckpointStorage filledIn =
                new FileSystemCheckpointStorage(
                                original.getCheckpointPath(),
                                original.fileStateThreshold,
                                original.writeBufferSize)
                        .configure(configuration, null);
        this.fileStateThreshold = filledIn.getMinFileSizeThreshold();
        this.writeBufferSize = filledIn.getWriteBufferSize();
        this.asynchronousSnapshots = original.asynchronousSnapshots;
    }

    /**
     * Where checkpoints go.
     *
     * @deprecated use {@link #getCheckpointPath}
     */
    @Deprecated
    public Path getBasePath() {
        return getCheckpointPath();
    }

    @Override
    public Path getCheckpointPath() {
        return super.getCheckpointPath();
    }

    /** State smaller than this, in bytes, is written into the manifest. */
    public int getMinFileSizeThreshold() {
        return fileStateThreshold >= 0
                ? fileStateThreshold
                : (int) CheckpointingOptions.FS_SMALL_FILE_THRESHOLD.defaultValue().getBytes();
    }

    /** Size of the buffer when writing, in bytes; never less than the threshold. */
    public int getWriteBufferSize() {
        int size =
                writeBufferSize >= 0
                        ? writeBufferSize
                        : CheckpointingOptions.FS_WRITE_BUFFER_SIZE.defaultValue();
        return Math.max(size, getMinFileSizeThreshold());
    }

    /** What was asked for; snapshots are always written while records flow. */
    public boolean isUsingAsynchronousSnapshots() {
        return asynchronousSnapshots.getOrDefault(true);
    }

    @Override
    public boolean supportsNoClaimRestoreMode() {
        return true;
    }

    @Override
    public boolean supportsSavepointFormat(SavepointFormatType formatType) {
        return true;
    }

    @Override
    public FsStateBackend configure(ReadableConfig config, ClassLoader classLoader) {
        return new FsStateBackend(this, config);
    }

    @Override
    public String toString() {
        return "File State Backend (checkpoints: '"
                + getCheckpointPath()
                + "', savepoints: '"
                + getSavepointPath()
                + "', asynchronous: "
                + asynchronousSnapshots
                + ", fileStateThreshold: "
                + fileStateThreshold
                + ')';
    }
}
