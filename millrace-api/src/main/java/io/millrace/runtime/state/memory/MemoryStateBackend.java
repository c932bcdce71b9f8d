// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.runtime.state.memory;

import static io.millrace.util.Preconditions.checkArgument;

import io.millrace.annotation.PublicEvolving;
import io.millrace.configuration.ReadableConfig;
import io.millrace.core.execution.SavepointFormatType;
import io.millrace.core.fs.Path;
import io.millrace.runtime.state.ConfigurableStateBackend;
import io.millrace.runtime.state.filesystem.AbstractFileStateBackend;
import io.millrace.util.TernaryBoolean;

/**
 * Working state on the heap, checkpoints in memory.
 *
 * @deprecated use {@link io.millrace.runtime.state.hashmap.HashMapStateBackend} and {@link
 *     io.millrace.runtime.state.storage.JobManagerCheckpointStorage}
 */
@Deprecated
@PublicEvolving
public class MemoryStateBackend extends AbstractFileStateBackend
        implements ConfigurableStateBackend {

    private static final long serialVersionUID = 4109305377809414635L;

    /** The most one piece of state may take, in bytes, unless set otherwise: 5 MiB. */
    public static final int DEFAULT_MAX_STATE_SIZE = 5 * 1024 * 1024;

    private final int maxStateSize;
    private final TernaryBoolean asynchronousSnapshots;

    /** With the usual limit. */
    public MemoryStateBackend() {
        this(null, null, DEFAULT_MAX_STATE_SIZE, TernaryBoolean.UNDEFINED);
    }

    /** With the usual limit. */
    public MemoryStateBackend(boolean asynchronousSnapshots) {
        this(null, null, DEFAULT_MAX_STATE_SIZE, TernaryBoolean.fromBoolean(asynchronousSnapshots));
    }

    /**
     * With a limit.
     *
     * @param maxStateSize the most one piece of state may take, in bytes; more than 0
     */
    public MemoryStateBackend(int maxStateSize) {
        this(null, null, maxStateSize, TernaryBoolean.UNDEFINED);
    }

    /**
     * With a limit.
     *
     * @param maxStateSize the most one piece of state may take, in bytes; more than 0
     */
    public MemoryStateBackend(int maxStateSize, boolean asynchronousSnapshots) {
        this(null, null, maxStateSize, TernaryBoolean.fromBoolean(asynchronousSnapshots));
    }

    /** With manifests and savepoints under directories, each of which may be null. */
    public MemoryStateBackend(String checkpointPath, String savepointPath) {
        this(checkpointPath, savepointPath, DEFAULT_MAX_STATE_SIZE, TernaryBoolean.UNDEFINED);
    }

    /**
     * With everything said.
     *
     * @param checkpointPath where manifests go, null for memory
     * @param savepointPath where savepoints go that name no target, may be null
     * @param maxStateSize the most one piece of state may take, in bytes; more than 0
     * @param asynchronousSnapshots without effect: snapshots are always written while records flow
     */
    public MemoryStateBackend(
            String checkpointPath,
            String savepointPath,
            int maxStateSize,
            TernaryBoolean asynchronousSnapshots) {
        super(
                checkpointPath == null ? null : new Path(checkpointPath),
                savepointPath == null ? null : new Path(savepointPath));
        checkArgument(
                maxStateSize > 0,
                "The limit on the size of state must be more than 0, but is %s.",
                maxStateSize);
        this.maxStateSize = maxStateSize;
        this.asynchronousSnapshots = asynchronousSnapshots;
    }

    private MemoryStateBackend(MemoryStateBackend original, ReadableConfig configuration) {
        super(original.getCheckpointPath(), original.getSavepointPath(), configuration);
        this.maxStateSize = original.maxStateSize;
        this.asynchronousSnapshots = original.asynchronousSnapshots;
    }

    /** The most one piece of state may take, in bytes. */
    public int getMaxStateSize() {
        return maxStateSize;
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
    public MemoryStateBackend configure(ReadableConfig config, ClassLoader classLoader) {
        return new MemoryStateBackend(this, config);
    }

    @Override
    public String toString() {
        return "MemoryStateBackend (data in heap memory / checkpoints to JobManager)"
                + " (checkpoints: '"
                + getCheckpointPath()
                + "', savepoints: '"
                + getSavepointPath()
                + "', asynchronous: "
                + asynchronousSnapshots
                + ", maxStateSize: "
                + maxStateSize
                + ')';
    }
}
