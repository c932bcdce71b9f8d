// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.connector.source.util.ratelimit;

import io.millrace.spi.ClockedRateLimits;
import io.millrace.spi.ReaderTime;

/** The strategy of a rate in time: by the clock of the source's task, where it has one to give. */
final class PerSecond implements ClockedRateLimits {

    private static final long serialVersionUID = 1L;

    private final double recordsPerSecond;

    PerSecond(double recordsPerSecond) {
        this.recordsPerSecond = Pace.checked(recordsPerSecond);
    }

    @Override
    public RateLimiter createRateLimiter(int parallelism) {
        return new GuavaRateLimiter(recordsPerSecond / parallelism);
    }

    @Override
    public RateLimiter createRateLimiter(int parallelism, ReaderTime time) {
        return new ClockedRateLimiter(recordsPerSecond / parallelism, time);
    }
}
