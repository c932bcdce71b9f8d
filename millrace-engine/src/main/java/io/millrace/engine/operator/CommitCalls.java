// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.api.connector.sink2.Committer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls a committer until it has an answer for everything. One that asks for a retry is called
 * again at once, up to {@code sink.committer.retries} times.
 *
 * @param <C> committables
 */
final class CommitCalls<C> {

    private static final Logger LOG = LoggerFactory.getLogger(CommitCalls.class);

    private final String sinkName;
    private final Committer<C> committer;
    private final int retries;
    private final SinkMetrics.Committing metrics;

    CommitCalls(
            String sinkName, Committer<C> committer, int retries, SinkMetrics.Committing metrics) {
        this.sinkName = sinkName;
        this.committer = committer;
        this.retries = retries;
        this.metrics = metrics;
    }

    /** What became of some committables. */
    record Outcome<C>(List<C> committed, int givenUp) {}

    Outcome<C> commit(List<C> committables) throws IOException, InterruptedException {
        List<Request> open = new ArrayList<>();
        for (C committable : committables) {
            open.add(new Request(committable));
        }
        List<Request> all = List.copyOf(open);
        for (int attempt = 0; !open.isEmpty(); attempt++) {
            if (attempt > retries) {
                throw new IOException(
                        "The sink '"
                                + sinkName
                                + "' could not commit "
                                + open.size()
                                + " committables, for its committer still asks to retry after "
                                + retries
                                + " retries (sink.committer.retries). The first of them: "
                                + open.get(0).committable);
            }
            open.forEach(Request::begin);
            committer.commit(
                    Collections.unmodifiableCollection(
                            new ArrayList<Committer.CommitRequest<C>>(open)));
            for (Request request : open) {
                if (request.answer == Answer.NONE) {
                    request.answer = Answer.COMMITTED;
                    metrics.getNumCommittablesSuccessCounter().inc();
                }
            }
            open.removeIf(request -> request.answer != Answer.RETRY);
        }
        List<C> committed = new ArrayList<>();
        for (Request request : all) {
            if (request.answer == Answer.COMMITTED) {
                committed.add(request.committable);
            }
        }
        return new Outcome<>(committed, all.size() - committed.size());
    }

    void close() throws Exception {
        committer.close();
    }

    private enum Answer {
        NONE,
        COMMITTED,
        RETRY,
        GIVEN_UP
    }

    private final class Request implements Committer.CommitRequest<C> {
        private C committable;
        private int retriesSoFar;
        private Answer answer = Answer.NONE;

        Request(C committable) {
            this.committable = committable;
        }

        void begin() {
            answer = Answer.NONE;
        }

        @Override
        public C getCommittable() {
            return committable;
        }

        @Override
        public int getNumberOfRetries() {
            return retriesSoFar;
        }

        @Override
        public void signalFailedWithKnownReason(Throwable t) {
            answer = Answer.GIVEN_UP;
            metrics.getNumCommittablesFailureCounter().inc();
            LOG.error(
                    "The committer of sink '{}' gives up a committable for a reason it knows; what it stands for may"
                            + " be lost: {}",
                    sinkName,
                    committable,
                    t);
        }

        @Override
        public void signalFailedWithUnknownReason(Throwable t) {
            answer = Answer.GIVEN_UP;
            metrics.getNumCommittablesFailureCounter().inc();
            throw new IllegalStateException(
                    "The sink '" + sinkName + "' failed to commit " + committable, t);
        }

        @Override
        public void retryLater() {
            answer = Answer.RETRY;
            retriesSoFar++;
            metrics.getNumCommittablesRetryCounter().inc();
        }

        @Override
        public void updateAndRetryLater(C updated) {
            committable = updated;
            retryLater();
        }

        @Override
        public void signalAlreadyCommitted() {
            answer = Answer.COMMITTED;
            metrics.getNumCommittablesAlreadyCommittedCounter().inc();
        }
    }
}
