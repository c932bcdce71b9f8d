// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.spi;

import io.millrace.api.common.functions.RuntimeContext;
import io.millrace.streaming.api.operators.StreamingRuntimeContext;

/**
 * A runtime context that says whether the job takes checkpoints. The mirrored interface does not;
 * connectors that acknowledge what they have read need to know.
 */
public interface KnowsCheckpointing {

    boolean checkpointingEnabled();

    /** Whether the job of this context takes checkpoints; if it can't say, it does not. */
    static boolean in(RuntimeContext context) {
        if (context instanceof KnowsCheckpointing knows) {
            return knows.checkpointingEnabled();
        }
        return context instanceof StreamingRuntimeContext streaming
                && streaming.isCheckpointingEnabled();
    }
}
