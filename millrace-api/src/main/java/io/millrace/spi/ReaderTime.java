// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.spi;

/**
 * The clock of a source's task and its timers. The context that the engine gives to a reader is one
 * of these; used in the task's step only.
 */
public interface ReaderTime {

    /** Nanoseconds from an arbitrary origin; never goes back. */
    long nanos();

    /** Runs something in the task's step when so many milliseconds have passed, not before. */
    void after(long delayMs, Runnable action);
}
