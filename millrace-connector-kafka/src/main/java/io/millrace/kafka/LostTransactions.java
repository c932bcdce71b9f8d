// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.kafka;

import io.millrace.api.connector.sink2.Committer;
import io.millrace.connector.kafka.sink.KafkaSink;
import io.millrace.util.ExceptionUtils;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.kafka.common.errors.InvalidPidMappingException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connector's committer, but for one thing: when the broker says that a transaction can't be
 * committed any more, the connector writes a line to the log and goes on, and the records of the
 * transaction are gone. Here the job fails, unless the sink was told to go on ({@link
 * SinkSettings#WHEN_LOST}); then the engine counts it among {@code failedCommittables}.
 *
 * <p>Put around the committer by the build: what {@code KafkaSink.createCommitter} returns goes
 * through {@link #guard}.
 */
public final class LostTransactions {

    private static final Logger LOG = LoggerFactory.getLogger(LostTransactions.class);

    private LostTransactions() {}

    /** Called by the renamed {@code KafkaSink} with its own committer. */
    public static <C> Committer<C> guard(Committer<C> committer, KafkaSink<?> sink) {
        SinkSettings settings = SinkSettings.of(sink);
        return settings.isExactlyOnce() ? new Guarded<>(committer, settings) : committer;
    }

    @SuppressWarnings("try") // close() is as open as AutoCloseable's, in Flink too
    private static final class Guarded<C> implements Committer<C> {
        private final Committer<C> committer;
        private final SinkSettings settings;

        Guarded(Committer<C> committer, SinkSettings settings) {
            this.committer = committer;
            this.settings = settings;
        }

        /**
         * All are tried before one that is lost fails the job: those behind it are not to run out,
         * too.
         */
        @Override
        public void commit(Collection<CommitRequest<C>> requests)
                throws IOException, InterruptedException {
            List<Watched<C>> watched = new ArrayList<>();
            for (CommitRequest<C> request : requests) {
                watched.add(new Watched<>(request));
            }
            committer.commit(new ArrayList<>(watched));
            IOException failure = null;
            for (Watched<C> request : watched) {
                if (request.lost != null) {
                    IOException lost = answer(request);
                    failure =
                            lost == null
                                    ? failure
                                    : ExceptionUtils.firstOrSuppressed(lost, failure);
                }
            }
            if (failure != null) {
                throw failure;
            }
        }

        /** Null if the job is to go on. */
        private IOException answer(Watched<C> request) {
            String message =
                    LostTransaction.of(request.getCommittable(), settings).message(request.lost);
            if (settings.whenLost() == SinkSettings.WhenLost.FAIL) {
                return new IOException(message, request.lost);
            }
            LOG.error(message, request.lost);
            request.original.signalFailedWithKnownReason(request.lost);
            return null;
        }

        @Override
        public void close() throws Exception {
            committer.close();
        }
    }

    /** Keeps for itself that a transaction is lost, until all have been tried. */
    private static final class Watched<C> implements Committer.CommitRequest<C> {
        private final Committer.CommitRequest<C> original;
        private Throwable lost;

        Watched(Committer.CommitRequest<C> original) {
            this.original = original;
        }

        @Override
        public C getCommittable() {
            return original.getCommittable();
        }

        @Override
        public int getNumberOfRetries() {
            return original.getNumberOfRetries();
        }

        @Override
        public void signalFailedWithKnownReason(Throwable reason) {
            lost = reason;
        }

        /** The broker has forgotten the transactional id: the same, by another name. */
        @Override
        public void signalFailedWithUnknownReason(Throwable reason) {
            if (ExceptionUtils.findThrowable(reason, InvalidPidMappingException.class)
                    .isPresent()) {
                lost = reason;
            } else {
                original.signalFailedWithUnknownReason(reason);
            }
        }

        @Override
        public void retryLater() {
            original.retryLater();
        }

        @Override
        public void updateAndRetryLater(C committable) {
            original.updateAndRetryLater(committable);
        }

        @Override
        public void signalAlreadyCommitted() {
            original.signalAlreadyCommitted();
        }
    }
}
