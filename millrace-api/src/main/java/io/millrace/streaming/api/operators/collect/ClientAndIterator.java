// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.operators.collect;

import io.millrace.annotation.Internal;
import io.millrace.core.execution.JobClient;
import io.millrace.util.CloseableIterator;
import java.util.Objects;

/**
 * A running job, and what one of its streams gives.
 *
 * @param <E> the results
 */
@Internal
@SuppressWarnings("try") // close() is as open as AutoCloseable's, in Flink too
public final class ClientAndIterator<E> implements AutoCloseable {

    public final JobClient client;

    public final CloseableIterator<E> iterator;

    public ClientAndIterator(JobClient client, CloseableIterator<E> iterator) {
        this.client = Objects.requireNonNull(client, "client");
        this.iterator = Objects.requireNonNull(iterator, "iterator");
    }

    /** Closes the iterator, and so cancels the job unless it has ended. */
    @Override
    public void close() throws Exception {
        iterator.close();
    }
}
