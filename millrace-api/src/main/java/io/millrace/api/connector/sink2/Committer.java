// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.connector.sink2;

import io.millrace.annotation.Public;
import java.io.IOException;
import java.util.Collection;

/**
 * Makes visible what writers prepared. A commit may be asked for again after it was done: it must
 * then do nothing, or {@linkplain CommitRequest#signalAlreadyCommitted() say so}.
 */
@Public
@SuppressWarnings("try") // close() is as open as AutoCloseable's, in Flink too
public interface Committer<CommT> extends AutoCloseable {

    /**
     * Commits; a request on which nothing is said counts as done.
     *
     * @throws IOException fails the task; the requests come again after the restart
     */
    void commit(Collection<CommitRequest<CommT>> committables)
            throws IOException, InterruptedException;

    /** One thing to commit, and the ways to say how it went. */
    interface CommitRequest<CommT> {

        CommT getCommittable();

        /** How often this was tried before. */
        int getNumberOfRetries();

        /** It cannot be done and never will; go on without it. */
        void signalFailedWithKnownReason(Throwable t);

        /** Something is wrong that nobody foresaw; fail the job. */
        void signalFailedWithUnknownReason(Throwable t);

        /** Try again. */
        void retryLater();

        /** Try again, with this in its place. */
        void updateAndRetryLater(CommT committable);

        /** It was done before. */
        void signalAlreadyCommitted();
    }
}
