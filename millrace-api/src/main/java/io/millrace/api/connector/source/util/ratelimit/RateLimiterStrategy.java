// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.connector.source.util.ratelimit;

import io.millrace.annotation.Experimental;
import java.io.Serializable;

/** Makes the rate limiter of each subtask of a source. */
@Experimental
public interface RateLimiterStrategy extends Serializable {

    /**
     * The limiter of one subtask.
     *
     * @param parallelism of the source; the rate is shared among as many
     */
    RateLimiter createRateLimiter(int parallelism);

    /**
     * So many records in a second, all subtasks together. What was not used may be made up for, up
     * to a second's worth.
     *
     * @throws IllegalArgumentException when not positive
     */
    static RateLimiterStrategy perSecond(double recordsPerSecond) {
        return new PerSecond(recordsPerSecond);
    }

    /**
     * So many records between two checkpoints, all subtasks together: each waits for the next
     * completed checkpoint when it has emitted its share. Without checkpoints it waits for ever.
     */
    static RateLimiterStrategy perCheckpoint(int recordsPerCheckpoint) {
        return parallelism -> {
            int share = recordsPerCheckpoint / parallelism;
            if (share <= 0) {
                throw new IllegalArgumentException(
                        recordsPerCheckpoint
                                + " records per checkpoint are less than one for each of "
                                + parallelism
                                + " subtasks. Allow more records, or lower the parallelism.");
            }
            return new GatedRateLimiter(share);
        };
    }

    /** As fast as it goes. */
    static RateLimiterStrategy noOp() {
        return parallelism -> new NoOpRateLimiter();
    }
}
