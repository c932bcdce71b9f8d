// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.job;

import io.millrace.engine.job.RestartDecision.Fail;
import io.millrace.engine.job.RestartDecision.Restart;
import io.millrace.engine.job.RestartStrategy.ExponentialDelay;
import io.millrace.engine.job.RestartStrategy.FailureRate;
import io.millrace.engine.job.RestartStrategy.FixedDelay;
import io.millrace.runtime.throwable.ThrowableAnnotation;
import io.millrace.runtime.throwable.ThrowableType;
import io.millrace.util.TimeUtils;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.function.DoubleSupplier;

/**
 * Decides, failure after failure, whether one job tries again and when. It remembers the failures
 * it was told of; time and chance are handed in, so that the same story gives the same answers. Run
 * by the job thread.
 *
 * <p>No strategy becomes a hot loop. A wait of 0 is what somebody asked for and is granted for the
 * first few restarts; a job that fails on and on would use up a core and fill the log with that, so
 * from then on two restarts are planned {@value #LEAST_APART_MS} ms apart or more.
 */
public final class RestartPolicy {

    /** So many restarts may follow each other as closely as the strategy says. */
    static final int AT_ONCE = 10;

    /** After those, restarts are at least so far apart. */
    static final long LEAST_APART_MS = 100;

    private final RestartStrategy strategy;
    private final DoubleSupplier random;

    private int restarts;

    /** Times of the latest failures, oldest first; one more than are borne. */
    private final Deque<Long> recentFailuresMs = new ArrayDeque<>();

    private int restartsSinceReset;

    /** When the restart that was granted last was to begin. */
    private long plannedRestartMs = Long.MIN_VALUE;

    /** Whether the restart that was planned last is still to come. */
    private boolean planned;

    /**
     * A policy for one job.
     *
     * @param random gives a number from 0 (inclusive) to 1 (exclusive) each time; for the jitter
     */
    public RestartPolicy(RestartStrategy strategy, DoubleSupplier random) {
        this.strategy = strategy;
        this.random = random;
    }

    /**
     * The job failed.
     *
     * @param cause what was thrown
     * @param nowMs milliseconds from any origin; never goes back
     */
    public RestartDecision onFailure(Throwable cause, long nowMs) {
        Throwable hopeless = nonRecoverable(cause);
        if (hopeless != null) {
            return new Fail(
                    "Recovery is suppressed: another attempt would meet "
                            + hopeless.getClass().getName()
                            + " again, whatever the restart strategy.");
        }
        if (strategy instanceof FixedDelay fixed) {
            return fixedDelay(fixed, nowMs);
        }
        if (strategy instanceof FailureRate rate) {
            return failureRate(rate, nowMs);
        }
        if (strategy instanceof ExponentialDelay growing) {
            return exponentialDelay(growing, nowMs);
        }
        return new Fail(
                "Recovery is suppressed: the job has no restart strategy (restart-strategy.type; without"
                        + " checkpointing there is none by default).");
    }

    /** The attempt that was granted last begins: what fails from now on is its own failure. */
    public void attemptBegins() {
        planned = false;
    }

    private RestartDecision fixedDelay(FixedDelay fixed, long nowMs) {
        if (restarts >= fixed.attempts()) {
            return suppressed("after " + restarts + " restarts this is failure " + (restarts + 1));
        }
        return granted(fixed.delay().toMillis(), nowMs);
    }

    private RestartDecision failureRate(FailureRate rate, long nowMs) {
        recentFailuresMs.addLast(nowMs);
        if (recentFailuresMs.size() > rate.maxFailures() + 1) {
            recentFailuresMs.removeFirst();
        }
        if (recentFailuresMs.size() > rate.maxFailures()) {
            long withinMs = nowMs - recentFailuresMs.getFirst();
            if (withinMs <= rate.interval().toMillis()) {
                return suppressed(
                        recentFailuresMs.size() + " failures fell within " + withinMs + " ms");
            }
        }
        return granted(rate.delay().toMillis(), nowMs);
    }

    private RestartDecision exponentialDelay(ExponentialDelay growing, long nowMs) {
        if (plannedRestartMs != Long.MIN_VALUE) {
            if (planned && nowMs <= plannedRestartMs) {
                // What fails before the next attempt has begun belongs to the last failure.
                return new Restart(plannedRestartMs - nowMs, restarts);
            }
            if (nowMs - plannedRestartMs >= growing.resetThreshold().toMillis()) {
                restartsSinceReset = 0;
            }
        }
        if (restartsSinceReset >= growing.attempts()) {
            return suppressed(
                    "the job has been restarted "
                            + restartsSinceReset
                            + " times since the last reset");
        }
        long delayMs = delayMs(growing, restartsSinceReset);
        restartsSinceReset++;
        planned = true;
        return granted(delayMs, nowMs);
    }

    private Restart granted(long delayMs, long nowMs) {
        restarts++;
        long atMs = nowMs + delayMs;
        if (restarts > AT_ONCE) {
            atMs = Math.max(atMs, plannedRestartMs + LEAST_APART_MS);
        }
        plannedRestartMs = atMs;
        return new Restart(atMs - nowMs, restarts);
    }

    private long delayMs(ExponentialDelay growing, int before) {
        double initialMs = growing.initial().toMillis();
        double maxMs = growing.max().toMillis();
        // The cap comes after the jitter; before it only infinity is kept out.
        double plainMs = Math.min(initialMs * Math.pow(growing.multiplier(), before), 1e15);
        double chance = growing.jitter() == 0 ? 0 : 2 * random.getAsDouble() - 1;
        double delayMs = plainMs + plainMs * growing.jitter() * chance;
        return Math.round(Math.max(initialMs, Math.min(delayMs, maxMs)));
    }

    private Fail suppressed(String why) {
        return new Fail("Recovery is suppressed by the " + strategy.describe() + ": " + why + ".");
    }

    /** The first in the chain of causes that says of itself that trying again can't help. */
    private static Throwable nonRecoverable(Throwable cause) {
        // Chains of causes made by users may have circles.
        Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Throwable next = cause; next != null && seen.add(next); next = next.getCause()) {
            ThrowableAnnotation says = next.getClass().getAnnotation(ThrowableAnnotation.class);
            if (says != null && says.value() == ThrowableType.NonRecoverableError) {
                return next;
            }
        }
        return null;
    }

    /** The restart granted last, among those there may be: "restart 3 of 10". */
    public String describeRestart() {
        if (strategy instanceof FixedDelay fixed) {
            return "restart " + restarts + of(fixed.attempts());
        }
        if (strategy instanceof FailureRate rate) {
            return "restart "
                    + restarts
                    + " ("
                    + failuresWithin(rate)
                    + " of the "
                    + rate.maxFailures()
                    + " failures that may fall within "
                    + TimeUtils.formatWithHighestUnit(rate.interval())
                    + ")";
        }
        if (strategy instanceof ExponentialDelay growing) {
            return "restart "
                    + restartsSinceReset
                    + of(growing.attempts())
                    + (restarts > restartsSinceReset
                            ? " since the last good time (" + restarts + " in all)"
                            : "");
        }
        return "restart " + restarts;
    }

    private long failuresWithin(FailureRate rate) {
        long sinceMs = recentFailuresMs.getLast() - rate.interval().toMillis();
        return recentFailuresMs.stream().filter(atMs -> atMs >= sinceMs).count();
    }

    private static String of(int attempts) {
        return attempts == Integer.MAX_VALUE ? "" : " of " + attempts;
    }

    /** How many restarts have been granted so far. */
    public int restarts() {
        return restarts;
    }
}
