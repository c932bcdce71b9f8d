// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.runtime.state.storage;

import static io.millrace.util.Preconditions.checkArgument;
import static io.millrace.util.Preconditions.checkNotNull;

import io.millrace.annotation.PublicEvolving;
import io.millrace.configuration.CheckpointingOptions;
import io.millrace.configuration.IllegalConfigurationException;
import io.millrace.configuration.MemorySize;
import io.millrace.configuration.ReadableConfig;
import io.millrace.core.fs.Path;
import io.millrace.runtime.state.CheckpointStorage;
import io.millrace.runtime.state.ConfigurableCheckpointStorage;
import java.net.URI;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Checkpoints in files: they outlive the process. */
@PublicEvolving
public class FileSystemCheckpointStorage
        implements CheckpointStorage, ConfigurableCheckpointStorage {

    private static final long serialVersionUID = -8191916350224044011L;

    private static final Logger LOG = LoggerFactory.getLogger(FileSystemCheckpointStorage.class);

    /** Above this, state does not belong into a manifest. */
    private static final int MAX_INLINE_BYTES = 1024 * 1024;

    private static final int NOT_SET = -1;

    private final Path checkpointPath;
    private final Path savepointPath;
    private final int fileStateThreshold;
    private final int writeBufferSize;

    /** In files under the directory. */
    public FileSystemCheckpointStorage(String checkpointDirectory) {
        this(new Path(checkpointDirectory));
    }

    /** In files under the directory. */
    public FileSystemCheckpointStorage(Path checkpointDirectory) {
        this(checkpointDirectory, NOT_SET, NOT_SET);
    }

    /** In files under the directory. */
    public FileSystemCheckpointStorage(URI checkpointDirectory) {
        this(new Path(checkpointDirectory));
    }

    /**
     * In files under the directory.
     *
     * @param fileSizeThreshold state smaller than this, in bytes, is written into the manifest; 0
     *     to 1 MiB, -1 for as set elsewhere
     */
    public FileSystemCheckpointStorage(URI checkpointDirectory, int fileSizeThreshold) {
        this(new Path(checkpointDirectory), fileSizeThreshold, NOT_SET);
    }

    /**
     * In files under the directory.
     *
     * @param fileSizeThreshold state smaller than this, in bytes, is written into the manifest; 0
     *     to 1 MiB, -1 for as set elsewhere
     * @param writeBufferSize size of the buffer when writing, in bytes; -1 for as set elsewhere
     */
    public FileSystemCheckpointStorage(
            Path checkpointDirectory, int fileSizeThreshold, int writeBufferSize) {
        this(checkpointDirectory, null, fileSizeThreshold, writeBufferSize);
    }

    private FileSystemCheckpointStorage(
            Path checkpointDirectory,
            Path savepointDirectory,
            int fileSizeThreshold,
            int writeBufferSize) {
        checkNotNull(checkpointDirectory, "The directory of checkpoints is null.");
        checkArgument(
                fileSizeThreshold >= NOT_SET && fileSizeThreshold <= MAX_INLINE_BYTES,
                "The threshold for state in the manifest must be 0 to %s bytes, or -1 for as set"
                        + " elsewhere, but is %s.",
                MAX_INLINE_BYTES,
                fileSizeThreshold);
        checkArgument(
                writeBufferSize >= NOT_SET,
                "The size of the write buffer must be 0 or more bytes, or -1 for as set elsewhere,"
                        + " but is %s.",
                writeBufferSize);
        this.checkpointPath = checkpointDirectory;
        this.savepointPath = savepointDirectory;
        this.fileStateThreshold = fileSizeThreshold;
        this.writeBufferSize = writeBufferSize;
    }

    @Override
    public FileSystemCheckpointStorage configure(ReadableConfig config, ClassLoader classLoader)
            throws IllegalConfigurationException {
        return new FileSystemCheckpointStorage(
                checkpointPath,
                StorageSettings.pathOr(
                        savepointPath, config, CheckpointingOptions.SAVEPOINT_DIRECTORY),
                fileStateThreshold != NOT_SET ? fileStateThreshold : threshold(config),
                writeBufferSize != NOT_SET
                        ? writeBufferSize
                        : config.get(CheckpointingOptions.FS_WRITE_BUFFER_SIZE));
    }

    private static int threshold(ReadableConfig config) {
        MemorySize set = config.get(CheckpointingOptions.FS_SMALL_FILE_THRESHOLD);
        if (set.getBytes() <= MAX_INLINE_BYTES) {
            return (int) set.getBytes();
        }
        MemorySize usual = CheckpointingOptions.FS_SMALL_FILE_THRESHOLD.defaultValue();
        LOG.warn(
                "'{}' is {}, more than the {} bytes that a manifest may take for one state;"
                        + " {} is used.",
                CheckpointingOptions.FS_SMALL_FILE_THRESHOLD.key(),
                set,
                MAX_INLINE_BYTES,
                usual);
        return (int) usual.getBytes();
    }

    /**
     * The choice made by settings.
     *
     * @throws IllegalConfigurationException when there is no directory of checkpoints, or it is not
     *     a path
     */
    public static FileSystemCheckpointStorage createFromConfig(
            ReadableConfig config, ClassLoader classLoader) throws IllegalConfigurationException {
        Path directory =
                StorageSettings.pathOr(null, config, CheckpointingOptions.CHECKPOINTS_DIRECTORY);
        if (directory == null) {
            throw new IllegalConfigurationException(
                    "Checkpoints are to go to files, but '"
                            + CheckpointingOptions.CHECKPOINTS_DIRECTORY.key()
                            + "' does not say where.");
        }
        return new FileSystemCheckpointStorage(directory).configure(config, classLoader);
    }

    /** Where checkpoints go. */
    public Path getCheckpointPath() {
        return checkpointPath;
    }

    /** Where savepoints go that name no target, null if not known. */
    public Path getSavepointPath() {
        return savepointPath;
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

    @Override
    public int hashCode() {
        return Objects.hash(checkpointPath, savepointPath, fileStateThreshold, writeBufferSize);
    }

    @Override
    public boolean equals(Object other) {
        return this == other
                || (other instanceof FileSystemCheckpointStorage that
                        && checkpointPath.equals(that.checkpointPath)
                        && Objects.equals(savepointPath, that.savepointPath)
                        && fileStateThreshold == that.fileStateThreshold
                        && writeBufferSize == that.writeBufferSize);
    }
}
