// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api;

import io.millrace.annotation.Internal;
import io.millrace.annotation.Public;

/**
 * What is promised of the effects of each record on state after a failure.
 *
 * @deprecated use {@link io.millrace.core.execution.CheckpointingMode}
 */
@Deprecated
@Public
public enum CheckpointingMode {
    /** Each record takes effect once. */
    EXACTLY_ONCE,
    /** Each record takes effect, some perhaps more than once; barriers hold nothing up. */
    AT_LEAST_ONCE;

    /** The same, in the newer type. */
    @Internal
    public static io.millrace.core.execution.CheckpointingMode convertToCheckpointingMode(
            CheckpointingMode checkpointingMode) {
        return io.millrace.core.execution.CheckpointingMode.valueOf(checkpointingMode.name());
    }

    /** The same, in this type. */
    @Internal
    public static CheckpointingMode convertFromCheckpointingMode(
            io.millrace.core.execution.CheckpointingMode checkpointingMode) {
        return valueOf(checkpointingMode.name());
    }
}
