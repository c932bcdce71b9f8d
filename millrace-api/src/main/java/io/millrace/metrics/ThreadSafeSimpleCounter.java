// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.metrics;

import io.millrace.annotation.Internal;
import java.util.concurrent.atomic.LongAdder;

/** A counter changed by several threads. */
@Internal
public class ThreadSafeSimpleCounter implements Counter {

    private final LongAdder count = new LongAdder();

    @Override
    public void inc() {
        count.increment();
    }

    @Override
    public void inc(long n) {
        count.add(n);
    }

    @Override
    public void dec() {
        count.decrement();
    }

    @Override
    public void dec(long n) {
        count.add(-n);
    }

    @Override
    public long getCount() {
        return count.sum();
    }
}
