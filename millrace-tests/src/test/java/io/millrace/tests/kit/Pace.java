// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.kit;

import java.io.Serializable;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** How fast a source gives its records. */
@FunctionalInterface
public interface Pace extends Serializable {

    /** Begins to pace one split, in one attempt. */
    Turns begin();

    /** The turns of one split in one attempt. */
    @FunctionalInterface
    interface Turns {
        /**
         * Completes when the next record may be given.
         *
         * @param position its position in the split, from 0
         * @param given how many this attempt has given before it
         */
        CompletableFuture<Void> turn(long position, long given);
    }

    /** As fast as they are taken. */
    static Pace freely() {
        return () -> (position, given) -> CompletableFuture.completedFuture(null);
    }

    /** As far as the test lets it. */
    static Pace behind(Gate gate) {
        return () -> (position, given) -> gate.pass(position);
    }

    /** When both let it. */
    static Pace both(Pace one, Pace other) {
        return () -> {
            Turns first = one.begin();
            Turns second = other.begin();
            return (position, given) ->
                    CompletableFuture.allOf(
                            first.turn(position, given), second.turn(position, given));
        };
    }

    /** One record each {@code interval}, by the clock of the machine. */
    static Pace every(Duration interval) {
        return bursts(1, interval);
    }

    /** {@code size} records at once, each {@code interval}, by the clock of the machine. */
    static Pace bursts(int size, Duration interval) {
        return () -> {
            long start = System.nanoTime();
            return (position, given) -> {
                long wait = start + given / size * interval.toNanos() - System.nanoTime();
                return wait <= 0
                        ? CompletableFuture.completedFuture(null)
                        : CompletableFuture.runAsync(
                                () -> {},
                                CompletableFuture.delayedExecutor(
                                        wait, TimeUnit.NANOSECONDS, Runnable::run));
            };
        };
    }
}
