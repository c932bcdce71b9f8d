// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.kit;

import java.io.Serializable;
import java.util.concurrent.atomic.AtomicInteger;

/** A failure that happens a given number of times, however often a job restarts. Any thread. */
public final class Fault implements Serializable {

    private static final long serialVersionUID = 1L;

    private final Shared<AtomicInteger> left;
    private final Shared<AtomicInteger> struck = Shared.of(new AtomicInteger());

    /** What a fault throws. */
    public static final class Struck extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Struck(String message) {
            super(message);
        }
    }

    private Fault(int times) {
        this.left = Shared.of(new AtomicInteger(times));
    }

    /** Strikes at the first opportunity, and never again. */
    public static Fault once() {
        return new Fault(1);
    }

    public static Fault times(int times) {
        return new Fault(times);
    }

    /** Strikes at the next opportunity after each {@link #arm()}. */
    public static Fault onDemand() {
        return new Fault(0);
    }

    /** One more strike. */
    public void arm() {
        left.get().incrementAndGet();
    }

    /** An opportunity: true when the fault strikes here, which uses up one of its times. */
    public boolean strikes() {
        boolean now = left.get().getAndUpdate(n -> Math.max(0, n - 1)) > 0;
        if (now) {
            struck.get().incrementAndGet();
        }
        return now;
    }

    /**
     * An opportunity that throws.
     *
     * @throws Struck when the fault strikes here
     */
    public void strike(String message) {
        if (strikes()) {
            throw new Struck(message);
        }
    }

    /** How often it has struck. */
    public int struck() {
        return struck.get().get();
    }
}
