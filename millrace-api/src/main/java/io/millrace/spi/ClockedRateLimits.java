// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.spi;

import io.millrace.api.connector.source.SourceReaderContext;
import io.millrace.api.connector.source.util.ratelimit.RateLimiter;
import io.millrace.api.connector.source.util.ratelimit.RateLimiterStrategy;

/** A strategy whose limiters can go by the clock of the task that they bound. */
public interface ClockedRateLimits extends RateLimiterStrategy {

    /** The limiter of one subtask, by a clock that it is given. */
    RateLimiter createRateLimiter(int parallelism, ReaderTime time);

    /** The limiter for a reader: by the clock of its task, where both know of one. */
    static RateLimiter limiter(RateLimiterStrategy strategy, SourceReaderContext reader) {
        int parallelism = reader.currentParallelism();
        return strategy instanceof ClockedRateLimits clocked && reader instanceof ReaderTime time
                ? clocked.createRateLimiter(parallelism, time)
                : strategy.createRateLimiter(parallelism);
    }
}
