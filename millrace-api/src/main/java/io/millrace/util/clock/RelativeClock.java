// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.util.clock;

/** A clock whose differences mean something, and whose values don't. */
public interface RelativeClock {

    /** Milliseconds since some moment. */
    long relativeTimeMillis();

    /** Nanoseconds since some moment. */
    long relativeTimeNanos();
}
