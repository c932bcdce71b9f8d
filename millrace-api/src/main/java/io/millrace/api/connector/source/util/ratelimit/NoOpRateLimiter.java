// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.connector.source.util.ratelimit;

import io.millrace.annotation.Internal;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** No limit. */
@Internal
public class NoOpRateLimiter implements RateLimiter {

    private static final CompletableFuture<Void> NOW = CompletableFuture.completedFuture(null);

    @Override
    public CompletionStage<Void> acquire() {
        return NOW;
    }
}
