// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.rocksdb;

import io.millrace.api.common.state.StateTtlConfig;
import java.util.function.LongSupplier;

/**
 * Whether entries that have expired go when files are compacted.
 *
 * <p>RocksDB looks at the clock of the machine and at what stands with each entry; so it is left
 * out where the task's clock is another (in tests), and where the program does not want it.
 *
 * @param wanted whether they go
 * @param periodSeconds after which time a file is compacted for that only; 0 for never
 */
record Cleanup(boolean wanted, long periodSeconds) {

    static final Cleanup NONE = new Cleanup(false, 0);

    /** So far may the task's clock be from the machine's: two readings are not at one moment. */
    private static final long SAME_CLOCK_MS = 60_000;

    static Cleanup of(StateTtlConfig config, LongSupplier nowMs) {
        StateTtlConfig.RocksdbCompactFilterCleanupStrategy strategy =
                config.getCleanupStrategies().getRocksdbCompactFilterCleanupStrategy();
        return strategy == null || !isMachines(nowMs)
                ? NONE
                : new Cleanup(true, strategy.getPeriodicCompactionTime().toMillis() / 1000);
    }

    static boolean isMachines(LongSupplier nowMs) {
        long difference = nowMs.getAsLong() - System.currentTimeMillis();
        return Math.abs(difference) < SAME_CLOCK_MS;
    }
}
