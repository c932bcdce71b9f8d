// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.connector.sink2;

import io.millrace.annotation.PublicEvolving;
import java.io.IOException;

/** Older form of a sink with {@link SupportsCommitter}. */
@PublicEvolving
public interface TwoPhaseCommittingSink<InputT, CommT>
        extends Sink<InputT>, SupportsCommitter<CommT> {

    /** Older form of {@link #createCommitter(CommitterInitContext)}, which calls it. */
    default Committer<CommT> createCommitter() throws IOException {
        throw new UnsupportedOperationException(
                getClass().getName() + " must override one of the two createCommitter methods.");
    }

    @Override
    default Committer<CommT> createCommitter(CommitterInitContext context) throws IOException {
        return createCommitter();
    }

    /** Older form of {@link CommittingSinkWriter}. */
    @SuppressWarnings("try") // close() is as open as AutoCloseable's, in Flink too
    interface PrecommittingSinkWriter<InputT, CommT> extends CommittingSinkWriter<InputT, CommT> {}
}
