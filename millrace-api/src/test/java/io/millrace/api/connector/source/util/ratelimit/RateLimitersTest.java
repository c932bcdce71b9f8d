// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.connector.source.util.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.spi.ClockedRateLimits;
import io.millrace.spi.ReaderTime;
import java.util.PriorityQueue;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

class RateLimitersTest {

    /** A clock that stands still until it is moved. */
    private static final class Hands implements ReaderTime {
        private record Alarm(long atNanos, Runnable action) {}

        private long nanos = 5_000;
        private final PriorityQueue<Alarm> alarms =
                new PriorityQueue<>((a, b) -> Long.compare(a.atNanos(), b.atNanos()));

        @Override
        public long nanos() {
            return nanos;
        }

        @Override
        public void after(long delayMs, Runnable action) {
            alarms.add(new Alarm(nanos + delayMs * 1_000_000, action));
        }

        void move(long ms) {
            nanos += ms * 1_000_000;
            while (!alarms.isEmpty() && alarms.peek().atNanos() <= nanos) {
                alarms.poll().action().run();
            }
        }
    }

    private final Hands hands = new Hands();

    private RateLimiter perSecond(double rate, int parallelism) {
        return ((ClockedRateLimits) RateLimiterStrategy.perSecond(rate))
                .createRateLimiter(parallelism, hands);
    }

    /** How many go in that time, when each asks as soon as it may. */
    private int count(RateLimiter limiter, long ms) {
        int allowed = 0;
        CompletionStage<Void> permit = limiter.acquire();
        for (long i = 0; i <= ms; i++) {
            while (permit.toCompletableFuture().isDone()) {
                allowed++;
                permit = limiter.acquire();
            }
            hands.move(1);
        }
        return allowed;
    }

    @Test
    void aRateIsKeptAlsoWhenItIsNoWholeNumberOfMilliseconds() {
        assertThat(count(perSecond(10, 1), 2000)).isEqualTo(21);
        assertThat(count(perSecond(7000, 1), 1000)).isBetween(7000, 7008);
        assertThat(count(perSecond(300, 3), 1000)).isEqualTo(101);
    }

    @Test
    void whatWasNotUsedIsMadeUpForUpToASecondsWorth() {
        RateLimiter limiter = perSecond(10, 1);
        assertThat(limiter.acquire().toCompletableFuture()).isDone();
        hands.move(60_000);
        int atOnce = 0;
        while (limiter.acquire().toCompletableFuture().isDone()) {
            atOnce++;
        }
        assertThat(atOnce).isEqualTo(11);
    }

    @Test
    void theMachinesClockDoesTheSameWithoutHoldingAnybodyUp() {
        GuavaRateLimiter limiter = new GuavaRateLimiter(20);
        long begin = System.nanoTime();
        limiter.acquire().toCompletableFuture().join();
        CompletionStage<Void> next = limiter.acquire();
        assertThat(next.toCompletableFuture()).isNotDone();
        next.toCompletableFuture().join();
        assertThat(System.nanoTime() - begin).isGreaterThan(49_000_000);
    }

    @Test
    void aGateOpensWithACheckpoint() {
        RateLimiter limiter = RateLimiterStrategy.perCheckpoint(5).createRateLimiter(2);
        assertThat(limiter.acquire().toCompletableFuture()).isDone();
        assertThat(limiter.acquire().toCompletableFuture()).isDone();
        CompletionStage<Void> third = limiter.acquire();
        assertThat(third.toCompletableFuture()).isNotDone();
        limiter.notifyCheckpointComplete(1);
        assertThat(third.toCompletableFuture()).isDone();
        assertThat(limiter.acquire().toCompletableFuture()).isDone();
        assertThat(limiter.acquire().toCompletableFuture()).isNotDone();
    }

    @Test
    void wrongRatesAreRefused() {
        assertThatThrownBy(() -> RateLimiterStrategy.perSecond(0))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> RateLimiterStrategy.perCheckpoint(2).createRateLimiter(3))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("3 subtasks");
    }
}
