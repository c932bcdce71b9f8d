// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.connector.source.util.ratelimit;

import io.millrace.annotation.Experimental;
import java.util.concurrent.CompletionStage;

/** Says when the next record may be emitted. Used by one reader, in its task. */
@Experimental
public interface RateLimiter {

    /**
     * Asks for one record. Returns at once; the stage completes, on any thread, when the record may
     * be emitted. Ask again only then.
     */
    CompletionStage<Void> acquire();

    /** A checkpoint is complete. */
    default void notifyCheckpointComplete(long checkpointId) {}
}
