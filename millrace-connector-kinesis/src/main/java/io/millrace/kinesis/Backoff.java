// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.kinesis;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Pauses between failures in a row: they double up to a limit, and are shortened by up to a half at
 * random, so that readers that were throttled together don't come back together.
 */
final class Backoff {

    /** How pauses grow, and after how many failures there is no further one. */
    record Rule(Duration min, Duration max, int attempts) {
        Rule {
            if (min.isNegative() || min.isZero() || max.compareTo(min) < 0) {
                throw new IllegalArgumentException(
                        "Pauses between attempts must be positive and grow; given are "
                                + min.toMillis()
                                + " ms to "
                                + max.toMillis()
                                + " ms");
            }
            if (attempts < 1) {
                throw new IllegalArgumentException(
                        "There must be at least one attempt, and " + attempts + " are given");
            }
        }
    }

    private final Rule rule;
    private int failures;

    Backoff(Rule rule) {
        this.rule = rule;
    }

    void succeeded() {
        failures = 0;
    }

    int failures() {
        return failures;
    }

    /** Counts a failure; nanoseconds to wait, or -1 if there have been too many. */
    long failedNanos() {
        failures++;
        if (failures >= rule.attempts()) {
            return -1;
        }
        long most = rule.max().toNanos();
        long longest = Math.min(most, rule.min().toNanos());
        for (int i = 1; i < failures && longest < most; i++) {
            longest = longest > most / 2 ? most : 2 * longest;
        }
        return longest - ThreadLocalRandom.current().nextLong(longest / 2 + 1);
    }
}
