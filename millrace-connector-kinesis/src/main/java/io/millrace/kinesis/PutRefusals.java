// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.kinesis;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * What a stream does not take: when to send again, how often to tell people, and when it is enough.
 * That something is refused now and then is usual, and a stream that takes anything at all goes on,
 * if slowly; one that takes nothing for long is not there, or is not the right one. Any thread.
 */
final class PutRefusals {

    /** How long a stream may take nothing. */
    static final Duration PATIENCE = Duration.ofMinutes(2);

    private static final Duration SAY_AGAIN = Duration.ofMinutes(1);

    private static final Backoff.Rule PAUSES =
            new Backoff.Rule(Duration.ofMillis(100), Duration.ofSeconds(2), Integer.MAX_VALUE);

    private final LongSupplier nanos;
    private final Backoff backoff = new Backoff(PAUSES);
    private long since;
    private boolean said;
    private long saidAt;
    private long requestsUnsaid;
    private long recordsUnsaid;

    PutRefusals(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /** The stream has taken a request, or some of one. */
    synchronized void taken() {
        backoff.succeeded();
    }

    /** It has not taken records of a request; nanoseconds until they are to be sent again. */
    synchronized long refused(int records) {
        if (backoff.failures() == 0) {
            since = nanos.getAsLong();
        }
        requestsUnsaid++;
        recordsUnsaid += records;
        return backoff.failedNanos();
    }

    /** Whether it has taken nothing for longer than anybody waits. */
    synchronized boolean isTooMuch() {
        return backoff.failures() > 0 && nanos.getAsLong() - since > PATIENCE.toNanos();
    }

    /** For how long it has taken nothing. */
    synchronized Duration lasting() {
        return backoff.failures() == 0
                ? Duration.ZERO
                : Duration.ofNanos(nanos.getAsLong() - since);
    }

    /** What a line for people adds to the last refusal; null if there was a line lately. */
    synchronized String toSay() {
        long now = nanos.getAsLong();
        if (said && now - saidAt < SAY_AGAIN.toNanos()) {
            return null;
        }
        String more =
                requestsUnsaid == 1
                        ? ""
                        : "; since the last line of this kind "
                                + recordsUnsaid
                                + " records of "
                                + requestsUnsaid
                                + " requests were sent in vain";
        said = true;
        saidAt = now;
        requestsUnsaid = 0;
        recordsUnsaid = 0;
        return more;
    }
}
