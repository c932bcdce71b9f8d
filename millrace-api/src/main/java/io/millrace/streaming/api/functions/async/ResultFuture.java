// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.functions.async;

import io.millrace.annotation.PublicEvolving;
import java.util.Collection;

/**
 * Where the answer to one record goes. Any thread may complete it; only the first completion
 * counts.
 *
 * @param <OUT> what comes out
 */
@PublicEvolving
public interface ResultFuture<OUT> {

    /**
     * The answer is here.
     *
     * @param result what is emitted for the record, in this order, with the record's timestamp; may
     *     be empty, and must not be changed any more
     */
    void complete(Collection<OUT> result);

    /**
     * There will be no answer. Fails the job, unless there is a retry strategy that takes this
     * error and has tries left.
     */
    void completeExceptionally(Throwable error);
}
