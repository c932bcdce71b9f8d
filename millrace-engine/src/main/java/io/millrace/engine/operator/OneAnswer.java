// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.streaming.api.functions.async.ResultFuture;
import java.util.Collection;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A future of which the first completion counts. Any thread. What is no answer at all (null) fails
 * the job as an error does: thrown at whoever completes, it would get lost on a thread that nobody
 * watches.
 */
abstract class OneAnswer<O> implements ResultFuture<O> {

    private final AtomicBoolean completed = new AtomicBoolean();

    /** Called once, by whoever completes. One of the two is null. */
    abstract void answered(Collection<O> result, Throwable error);

    @Override
    public final void complete(Collection<O> result) {
        if (completed.compareAndSet(false, true)) {
            if (result == null) {
                answered(
                        null,
                        new NullPointerException(
                                "ResultFuture.complete was called with null; to emit nothing,"
                                        + " complete it with an empty collection"));
            } else {
                answered(result, null);
            }
        }
    }

    @Override
    public final void completeExceptionally(Throwable error) {
        if (completed.compareAndSet(false, true)) {
            answered(
                    null,
                    error != null
                            ? error
                            : new NullPointerException(
                                    "ResultFuture.completeExceptionally was called with null"));
        }
    }
}
