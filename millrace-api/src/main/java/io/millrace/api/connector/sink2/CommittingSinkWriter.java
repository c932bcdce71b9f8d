// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.connector.sink2;

import io.millrace.annotation.Public;
import java.io.IOException;
import java.util.Collection;

/** A writer whose records become visible by a commit. */
@Public
@SuppressWarnings("try") // close() is as open as AutoCloseable's, in Flink too
public interface CommittingSinkWriter<InputT, CommittableT> extends SinkWriter<InputT> {

    /**
     * What to commit once the checkpoint that is about to be taken has completed; called after
     * {@link #flush}.
     */
    Collection<CommittableT> prepareCommit() throws IOException, InterruptedException;
}
