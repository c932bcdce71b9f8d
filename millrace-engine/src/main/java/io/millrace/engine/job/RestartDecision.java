// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.job;

/** What becomes of a job that failed. */
public sealed interface RestartDecision {

    /**
     * Try again.
     *
     * @param delayMs how long to wait first, in milliseconds from the failure; 0 or more
     * @param restart which restart this will be, from 1. Failures that fall together get the same
     *     number
     */
    record Restart(long delayMs, int restart) implements RestartDecision {}

    /**
     * Give up.
     *
     * @param reason a sentence that names the strategy with its numbers, or why no strategy was
     *     asked
     */
    record Fail(String reason) implements RestartDecision {}
}
