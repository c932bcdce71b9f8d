// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.kinesis;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.kinesis.model.ConsumerStatus;
import software.amazon.awssdk.services.kinesis.model.ResourceInUseException;
import software.amazon.awssdk.services.kinesis.model.ResourceNotFoundException;

/**
 * The consumer of enhanced fan-out, before and after the readers. Its calls block; made outside of
 * the enumerator's thread, except the last.
 */
final class ConsumerRegistration {

    private static final Logger LOG = LoggerFactory.getLogger(ConsumerRegistration.class);

    private static final int CALL_SECONDS = 30;

    private final StreamCalls calls;
    private final ReaderSettings settings;
    private final String what;

    ConsumerRegistration(StreamCalls calls, ReaderSettings settings) {
        this.calls = calls;
        this.settings = settings;
        this.what = "Consumer '" + settings.consumerName() + "' of " + settings.streamArn();
    }

    /**
     * Registers the consumer, or sees that it is there: one that is left behind of an earlier
     * attempt, or of a job that has failed or was killed, is taken over. Waits while an older one
     * of that name goes away.
     */
    void begin() throws InterruptedException {
        Backoff backoff = new Backoff(settings.describeRetries());
        while (true) {
            String last;
            try {
                StreamCalls.Consumer consumer = look();
                if (consumer != null && consumer.status() != ConsumerStatus.DELETING) {
                    return; // active, or about to be, for which the readers wait
                }
                last = consumer == null ? "it is not registered" : "it is being deregistered";
                if (consumer == null && !settings.managesConsumer()) {
                    throw new IllegalStateException(
                            what
                                    + " is not registered, and source.efo.lifecycle is SELF_MANAGED."
                                    + " Register it before the job starts, or leave it to the job"
                                    + " (JOB_MANAGED)");
                }
                if (consumer == null) {
                    get(calls.register(settings.consumerName()));
                    LOG.info("{} is registered", what);
                    return;
                }
            } catch (ExecutionException | TimeoutException e) {
                if (!Failures.isPassing(e) && !Failures.is(e, ResourceInUseException.class)) {
                    throw new IllegalStateException(
                            what + " can't be registered: " + Failures.say(e), e);
                }
                last = Failures.say(e);
            }
            long pause = backoff.failedNanos();
            if (pause < 0) {
                throw new IllegalStateException(
                        what
                                + " could not be registered in "
                                + backoff.failures()
                                + " attempts; at last: "
                                + last);
            }
            TimeUnit.NANOSECONDS.sleep(pause);
        }
    }

    private StreamCalls.Consumer look()
            throws InterruptedException, ExecutionException, TimeoutException {
        try {
            return get(calls.describe(settings.consumerName()));
        } catch (ExecutionException e) {
            if (Failures.is(e, ResourceNotFoundException.class)) {
                return null;
            }
            throw e;
        }
    }

    private static <R> R get(java.util.concurrent.CompletableFuture<R> call)
            throws InterruptedException, ExecutionException, TimeoutException {
        return call.get(CALL_SECONDS, TimeUnit.SECONDS);
    }

    /** Deregisters it, if the job has registered it. A failure is said and does no harm. */
    void end() {
        if (!settings.managesConsumer()) {
            return;
        }
        long deadline = System.nanoTime() + settings.deregisterTimeout().toNanos();
        try {
            calls.deregister(settings.consumerName())
                    .get(Math.max(1, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
            LOG.info("{} is deregistered", what);
        } catch (InterruptedException e) {
            LOG.warn("{} may be left behind: the job was interrupted while it ended", what);
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            if (!Failures.is(e, ResourceNotFoundException.class)) {
                LOG.warn(
                        "{} is left behind; the next run of the job takes it over: {}",
                        what,
                        Failures.say(e));
            }
        }
    }
}
