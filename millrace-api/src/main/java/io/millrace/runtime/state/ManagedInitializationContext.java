// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.runtime.state;

import io.millrace.api.common.state.KeyedStateStore;
import io.millrace.api.common.state.OperatorStateStore;
import java.util.OptionalLong;

/** What an operator is told when its state is set up. */
public interface ManagedInitializationContext {

    /** Whether the state of this operator was in the snapshot that the job starts from. */
    default boolean isRestored() {
        return getRestoredCheckpointId().isPresent();
    }

    /** The id of that checkpoint; empty if there is none. */
    OptionalLong getRestoredCheckpointId();

    /** Gives out state of the subtask. */
    OperatorStateStore getOperatorStateStore();

    /** Gives out state by key; null where the stream is not keyed. */
    KeyedStateStore getKeyedStateStore();
}
