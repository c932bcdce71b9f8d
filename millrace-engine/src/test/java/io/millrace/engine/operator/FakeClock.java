// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.engine.time.Clock;

/** A clock whose hands the test turns. */
final class FakeClock implements Clock {
    long millis = 1_000;

    @Override
    public long millis() {
        return millis;
    }

    @Override
    public long nanos() {
        return millis * 1_000_000;
    }
}
