// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.util;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** Something whose closing takes time. */
// close() may be interrupted, as the signature we mirror allows.
@SuppressWarnings("try")
public interface AutoCloseableAsync extends AutoCloseable {

    /** Begins to close; the future completes when it is done. */
    CompletableFuture<Void> closeAsync();

    /** Closes, and waits until it is done. */
    @Override
    default void close() throws Exception {
        try {
            closeAsync().get();
        } catch (ExecutionException e) {
            throw new FlinkException(
                    "Closing failed: " + e.getCause().getMessage(),
                    ExceptionUtils.stripExecutionException(e));
        }
    }
}
