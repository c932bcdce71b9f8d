// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.windowing.assigners;

import io.millrace.annotation.PublicEvolving;
import io.millrace.streaming.api.windowing.windows.TimeWindow;
import java.util.concurrent.ThreadLocalRandom;

/**
 * By how much the windows of one subtask begin later than those of others, so that they don't all
 * end at one moment.
 */
@PublicEvolving
public enum WindowStagger {
    /** Not at all. */
    ALIGNED {
        @Override
        public long getStaggerOffset(long currentProcessingTime, long size) {
            return 0L;
        }
    },

    /** By any part of a window, drawn when the first record comes. */
    RANDOM {
        @Override
        public long getStaggerOffset(long currentProcessingTime, long size) {
            return ThreadLocalRandom.current().nextLong(size);
        }
    },

    /** Windows begin when the subtask's first record comes. */
    NATURAL {
        @Override
        public long getStaggerOffset(long currentProcessingTime, long size) {
            return currentProcessingTime
                    - TimeWindow.getWindowStartWithOffset(currentProcessingTime, 0, size);
        }
    };

    /**
     * Milliseconds from 0 to below the size.
     *
     * @param currentProcessingTime when the first record comes, in milliseconds
     * @param size of a window in milliseconds
     */
    public abstract long getStaggerOffset(long currentProcessingTime, long size);
}
