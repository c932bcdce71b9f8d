// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.functions.async;

import io.millrace.annotation.PublicEvolving;
import java.io.Serializable;

/**
 * Whether, when and after what an asynchronous function is called again for a record. Asked by the
 * task only; one instance serves all records of a subtask.
 *
 * @param <OUT> what comes out
 */
@PublicEvolving
public interface AsyncRetryStrategy<OUT> extends Serializable {

    /**
     * Whether there may be another call.
     *
     * @param currentAttempts calls made so far for the record, at least 1
     */
    boolean canRetry(int currentAttempts);

    /**
     * How long to wait before the next call, in milliseconds.
     *
     * @param currentAttempts calls made so far for the record, at least 1
     */
    long getBackoffTimeMillis(int currentAttempts);

    /** After which answers. */
    AsyncRetryPredicate<OUT> getRetryPredicate();
}
