// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.runtime.state;

import io.millrace.annotation.PublicEvolving;
import io.millrace.spi.RawStateParts;
import java.io.IOException;
import java.util.BitSet;
import java.util.Objects;

/**
 * Takes raw keyed state: for each key group {@link #startNewKeyGroup}, then its bytes. Key groups
 * may come in any order, each once; not all need come.
 */
@PublicEvolving
public final class KeyedStateCheckpointOutputStream extends RawStateStream {

    public static final long NO_OFFSET_SET = -1L;
    public static final int NO_CURRENT_KEY_GROUP = -1;

    private final KeyGroupRange keyGroupRange;
    private final BitSet started = new BitSet();
    private int currentKeyGroup = NO_CURRENT_KEY_GROUP;

    public KeyedStateCheckpointOutputStream(
            CheckpointStateOutputStream delegate, KeyGroupRange keyGroupRange) {
        super(delegate);
        this.keyGroupRange = Objects.requireNonNull(keyGroupRange, "keyGroupRange");
    }

    /** No bytes can follow. */
    @Override
    public void close() throws IOException {
        currentKeyGroup = NO_CURRENT_KEY_GROUP;
        super.close();
    }

    /** The key groups of this subtask: those that can be written. */
    public KeyGroupsList getKeyGroupList() {
        return keyGroupRange;
    }

    /**
     * What is written from now on is of this key group.
     *
     * @throws IOException when the key group was begun before, or is not one of this subtask
     */
    public void startNewKeyGroup(int keyGroupId) throws IOException {
        ensureOpen();
        if (!keyGroupRange.contains(keyGroupId)) {
            throw new IOException(
                    "Raw state of key group "
                            + keyGroupId
                            + " is not this subtask's to write: it has the key groups "
                            + keyGroupRange.prettyPrintInterval()
                            + ". Iterate over getKeyGroupList().");
        }
        if (started.get(keyGroupId)) {
            throw new IOException(
                    "Raw state of key group "
                            + keyGroupId
                            + " was begun before in this snapshot, and a key group is written in one"
                            + " piece. Collect what belongs to it first.");
        }
        started.set(keyGroupId);
        currentKeyGroup = keyGroupId;
        if (delegate instanceof RawStateParts parts) {
            parts.beginKeyGroup(keyGroupId);
        }
    }

    public boolean isKeyGroupAlreadyStarted(int keyGroupId) {
        return keyGroupId >= 0 && started.get(keyGroupId);
    }

    public boolean isKeyGroupAlreadyFinished(int keyGroupId) {
        return isKeyGroupAlreadyStarted(keyGroupId) && keyGroupId != currentKeyGroup;
    }

    /** {@link #NO_CURRENT_KEY_GROUP} before the first. */
    public int getCurrentKeyGroup() {
        return currentKeyGroup;
    }

    @Override
    void beforeWrite() throws IOException {
        if (currentKeyGroup == NO_CURRENT_KEY_GROUP) {
            throw new IOException(
                    "Raw keyed state belongs to key groups: call startNewKeyGroup(...) before the"
                            + " first byte.");
        }
    }
}
