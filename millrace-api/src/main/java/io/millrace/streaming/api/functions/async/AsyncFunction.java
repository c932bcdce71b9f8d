// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.functions.async;

import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.functions.Function;
import java.io.Serializable;
import java.util.concurrent.TimeoutException;

/**
 * Asks somebody else for an answer to each record, and does not wait for it: {@link #asyncInvoke}
 * starts the call and returns; whoever has the answer completes the {@link ResultFuture}, from any
 * thread.
 *
 * <p>Given to {@link io.millrace.streaming.api.datastream.AsyncDataStream}.
 *
 * @param <IN> what comes in
 * @param <OUT> what comes out
 */
@PublicEvolving
public interface AsyncFunction<IN, OUT> extends Function, Serializable {

    /**
     * Starts the work for one record. Called by the task, one record at a time; it must not wait
     * for the answer.
     *
     * @param input the record; it is kept as it is until the future is completed, so it must not be
     *     changed
     * @param resultFuture to be completed exactly once; further completions are ignored
     * @throws Exception fails the job; to fail only this call, which may then be retried, complete
     *     the future exceptionally
     */
    void asyncInvoke(IN input, ResultFuture<OUT> resultFuture) throws Exception;

    /**
     * Called by the task when the answer to a record has not come in time. Completes the future
     * with a {@link TimeoutException}, which fails the job, unless overridden; one that does not
     * complete it goes on waiting, without a limit.
     *
     * @param input the record
     * @param resultFuture the one that {@link #asyncInvoke} was given, in effect: whoever completes
     *     first wins
     */
    default void timeout(IN input, ResultFuture<OUT> resultFuture) throws Exception {
        resultFuture.completeExceptionally(
                new TimeoutException("Async function call has timed out."));
    }
}
