// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.contrib.streaming.state;

import io.millrace.configuration.ReadableConfig;
import io.millrace.core.execution.SavepointFormatType;
import io.millrace.runtime.state.AbstractStateBackend;
import io.millrace.runtime.state.ConfigurableStateBackend;
import io.millrace.runtime.state.StateBackend;
import io.millrace.runtime.state.filesystem.FsStateBackend;
import io.millrace.util.Preconditions;
import io.millrace.util.TernaryBoolean;
import java.io.IOException;
import java.net.URI;

/**
 * Keyed state in RocksDB, and checkpoints where another backend of old has them.
 *
 * @deprecated use {@link EmbeddedRocksDBStateBackend} and a {@link
 *     io.millrace.runtime.state.CheckpointStorage}
 */
@Deprecated
public class RocksDBStateBackend extends AbstractStateBackend implements ConfigurableStateBackend {

    private static final long serialVersionUID = 1L;

    private final EmbeddedRocksDBStateBackend rocksDb;
    private final StateBackend checkpoints;

    /** Where timers are. */
    public enum PriorityQueueStateType {
        /** All on the heap, beside the database. */
        HEAP,
        /** In the database, the next ones on the heap too. */
        ROCKSDB
    }

    /** With checkpoints under the directory. */
    public RocksDBStateBackend(String checkpointDataUri) throws IOException {
        this(new FsStateBackend(checkpointDataUri));
    }

    /** With checkpoints under the directory, which write only what is new, or everything. */
    public RocksDBStateBackend(String checkpointDataUri, boolean enableIncrementalCheckpointing)
            throws IOException {
        this(
                new FsStateBackend(checkpointDataUri),
                TernaryBoolean.fromBoolean(enableIncrementalCheckpointing));
    }

    /** With checkpoints under the directory. */
    public RocksDBStateBackend(URI checkpointDataUri) throws IOException {
        this(new FsStateBackend(checkpointDataUri));
    }

    /** With checkpoints under the directory, which write only what is new, or everything. */
    public RocksDBStateBackend(URI checkpointDataUri, boolean enableIncrementalCheckpointing)
            throws IOException {
        this(
                new FsStateBackend(checkpointDataUri),
                TernaryBoolean.fromBoolean(enableIncrementalCheckpointing));
    }

    /** With checkpoints where the other backend has them. */
    public RocksDBStateBackend(StateBackend checkpointStreamBackend) {
        this(checkpointStreamBackend, TernaryBoolean.UNDEFINED);
    }

    /** With checkpoints where the other backend has them. */
    public RocksDBStateBackend(
            StateBackend checkpointStreamBackend, TernaryBoolean enableIncrementalCheckpointing) {
        this(
                Preconditions.checkNotNull(checkpointStreamBackend, "The other backend is null."),
                new EmbeddedRocksDBStateBackend(enableIncrementalCheckpointing));
    }

    /**
     * With checkpoints where the other backend has them.
     *
     * @deprecated use {@link #RocksDBStateBackend(StateBackend)}
     */
    @Deprecated
    public RocksDBStateBackend(AbstractStateBackend checkpointStreamBackend) {
        this((StateBackend) checkpointStreamBackend);
    }

    /**
     * With checkpoints where the other backend has them.
     *
     * @deprecated use {@link #RocksDBStateBackend(StateBackend, TernaryBoolean)}
     */
    @Deprecated
    public RocksDBStateBackend(
            AbstractStateBackend checkpointStreamBackend, boolean enableIncrementalCheckpointing) {
        this(
                (StateBackend) checkpointStreamBackend,
                TernaryBoolean.fromBoolean(enableIncrementalCheckpointing));
    }

    private RocksDBStateBackend(StateBackend checkpoints, EmbeddedRocksDBStateBackend rocksDb) {
        this.checkpoints = checkpoints;
        this.rocksDb = rocksDb;
    }

    @Override
    public RocksDBStateBackend configure(ReadableConfig config, ClassLoader classLoader) {
        StateBackend configured =
                checkpoints instanceof ConfigurableStateBackend open
                        ? open.configure(config, classLoader)
                        : checkpoints;
        return new RocksDBStateBackend(configured, rocksDb.configure(config, classLoader));
    }

    /** The backend that says where checkpoints go. */
    public StateBackend getCheckpointBackend() {
        return checkpoints;
    }

    /** The directory for the files of the databases; null for as the settings say. */
    public void setDbStoragePath(String path) {
        rocksDb.setDbStoragePath(path);
    }

    /** The directories for the files of the databases; null for as the settings say. */
    public void setDbStoragePaths(String... paths) {
        rocksDb.setDbStoragePaths(paths);
    }

    /** The directories for the files of the databases; null for as the settings say. */
    public String[] getDbStoragePaths() {
        return rocksDb.getDbStoragePaths();
    }

    /** Whether a checkpoint writes only what is new. */
    public boolean isIncrementalCheckpointsEnabled() {
        return rocksDb.isIncrementalCheckpointsEnabled();
    }

    /** Where timers are. */
    public PriorityQueueStateType getPriorityQueueStateType() {
        return PriorityQueueStateType.valueOf(rocksDb.getPriorityQueueStateType().name());
    }

    /** Where timers are. */
    public void setPriorityQueueStateType(PriorityQueueStateType priorityQueueStateType) {
        rocksDb.setPriorityQueueStateType(
                EmbeddedRocksDBStateBackend.PriorityQueueStateType.valueOf(
                        priorityQueueStateType.name()));
    }

    /** A set of options for a kind of disk. */
    public void setPredefinedOptions(PredefinedOptions options) {
        rocksDb.setPredefinedOptions(options);
    }

    /** A set of options for a kind of disk. */
    public PredefinedOptions getPredefinedOptions() {
        return rocksDb.getPredefinedOptions();
    }

    /** Has the last word on options. */
    public void setRocksDBOptions(RocksDBOptionsFactory optionsFactory) {
        rocksDb.setRocksDBOptions(optionsFactory);
    }

    /** Has the last word on options; null for none. */
    public RocksDBOptionsFactory getRocksDBOptions() {
        return rocksDb.getRocksDBOptions();
    }

    /** How many threads move the files of one database when it is restored. */
    public int getNumberOfTransferThreads() {
        return rocksDb.getNumberOfTransferThreads();
    }

    /** How many threads move the files of one database when it is restored. */
    public void setNumberOfTransferThreads(int numberOfTransferThreads) {
        rocksDb.setNumberOfTransferThreads(numberOfTransferThreads);
    }

    /**
     * How many threads move the files of one database when it is restored.
     *
     * @deprecated its name is spelled wrong
     */
    @Deprecated
    public int getNumberOfTransferingThreads() {
        return getNumberOfTransferThreads();
    }

    /**
     * How many threads move the files of one database when it is restored.
     *
     * @deprecated its name is spelled wrong
     */
    @Deprecated
    public void setNumberOfTransferingThreads(int numberOfTransferingThreads) {
        setNumberOfTransferThreads(numberOfTransferingThreads);
    }

    /** How many bytes are written at once while state is restored. */
    public long getWriteBatchSize() {
        return rocksDb.getWriteBatchSize();
    }

    /** How many bytes are written at once while state is restored. */
    public void setWriteBatchSize(long writeBatchSize) {
        rocksDb.setWriteBatchSize(writeBatchSize);
    }

    @Override
    public boolean useManagedMemory() {
        return rocksDb.useManagedMemory();
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
    public String toString() {
        return "RocksDBStateBackend{checkpoints=" + checkpoints + ", state=" + rocksDb + '}';
    }
}
