// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.datastream;

import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.java.typeutils.TypeExtractor;
import io.millrace.spi.OperatorSpec;
import io.millrace.streaming.api.functions.async.AsyncFunction;
import io.millrace.streaming.api.functions.async.AsyncRetryStrategy;
import io.millrace.streaming.util.retryable.AsyncRetryStrategies;
import io.millrace.util.Preconditions;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/**
 * Has an {@link AsyncFunction} ask for an answer to each record of a stream, with several questions
 * under way at once.
 *
 * <p><b>Order.</b> {@code ordered} emits answers in the order of the records; one that is slow
 * holds up those after it. {@code unordered} emits each answer as it comes, but none before or
 * after a watermark that its record was behind or before: with event time nothing becomes late by
 * it.
 *
 * <p><b>Capacity</b> is how many questions each subtask has under way; when it is reached, the
 * subtask takes no further records. <b>Timeout</b>: how long a record may wait for its answer, all
 * retries included; see {@link AsyncFunction#timeout}. 0 or less means for ever.
 *
 * <p>Records whose answers are not there yet are part of each checkpoint, and are asked for again
 * after a restart, so each record has its answers exactly once in the stream, while the function
 * may be called more than once for it.
 */
@PublicEvolving
public class AsyncDataStream {

    /** In what order answers are emitted. */
    public enum OutputMode {
        /** In the order of the records. */
        ORDERED,
        /** As they come, between watermarks. */
        UNORDERED
    }

    private static final int DEFAULT_QUEUE_CAPACITY = 100;

    private static <IN, OUT> SingleOutputStreamOperator<OUT> addOperator(
            DataStream<IN> in,
            AsyncFunction<IN, OUT> func,
            long timeoutMs,
            int capacity,
            OutputMode mode,
            AsyncRetryStrategy<OUT> retryStrategy) {
        Objects.requireNonNull(in, "in");
        Objects.requireNonNull(func, "func");
        Objects.requireNonNull(retryStrategy, "asyncRetryStrategy");
        Preconditions.checkArgument(
                capacity > 0,
                "The number of concurrent async operations should be greater than 0, but is %s",
                capacity);
        TypeInformation<OUT> type =
                OutputTypes.of(
                        null,
                        mode == OutputMode.ORDERED ? "orderedWait" : "unorderedWait",
                        () ->
                                TypeExtractor.getUnaryOperatorReturnType(
                                        func,
                                        AsyncFunction.class,
                                        0,
                                        1,
                                        new int[] {1, 0},
                                        in.transformation.outputType(),
                                        "asyncInvoke",
                                        false));
        return in.recordedWithoutKey(
                "async wait operator",
                new OperatorSpec.Async(
                        in.cleanFor("async wait operator", func),
                        timeoutMs,
                        capacity,
                        mode == OutputMode.ORDERED,
                        in.cleanFor("async wait operator", retryStrategy)),
                type);
    }

    /** Answers as they come, without retries. */
    public static <IN, OUT> SingleOutputStreamOperator<OUT> unorderedWait(
            DataStream<IN> in,
            AsyncFunction<IN, OUT> func,
            long timeout,
            TimeUnit timeUnit,
            int capacity) {
        return addOperator(
                in, func, timeUnit.toMillis(timeout), capacity, OutputMode.UNORDERED, noRetries());
    }

    /** Answers as they come, without retries, 100 questions at once. */
    public static <IN, OUT> SingleOutputStreamOperator<OUT> unorderedWait(
            DataStream<IN> in, AsyncFunction<IN, OUT> func, long timeout, TimeUnit timeUnit) {
        return unorderedWait(in, func, timeout, timeUnit, DEFAULT_QUEUE_CAPACITY);
    }

    /** Answers in the order of the records, without retries. */
    public static <IN, OUT> SingleOutputStreamOperator<OUT> orderedWait(
            DataStream<IN> in,
            AsyncFunction<IN, OUT> func,
            long timeout,
            TimeUnit timeUnit,
            int capacity) {
        return addOperator(
                in, func, timeUnit.toMillis(timeout), capacity, OutputMode.ORDERED, noRetries());
    }

    /** Answers in the order of the records, without retries, 100 questions at once. */
    public static <IN, OUT> SingleOutputStreamOperator<OUT> orderedWait(
            DataStream<IN> in, AsyncFunction<IN, OUT> func, long timeout, TimeUnit timeUnit) {
        return orderedWait(in, func, timeout, timeUnit, DEFAULT_QUEUE_CAPACITY);
    }

    /** Answers as they come, with retries, 100 questions at once. */
    public static <IN, OUT> SingleOutputStreamOperator<OUT> unorderedWaitWithRetry(
            DataStream<IN> in,
            AsyncFunction<IN, OUT> func,
            long timeout,
            TimeUnit timeUnit,
            AsyncRetryStrategy<OUT> asyncRetryStrategy) {
        return unorderedWaitWithRetry(
                in, func, timeout, timeUnit, DEFAULT_QUEUE_CAPACITY, asyncRetryStrategy);
    }

    /**
     * Answers as they come, with retries.
     *
     * @param timeout of all calls for a record together; must be positive
     */
    public static <IN, OUT> SingleOutputStreamOperator<OUT> unorderedWaitWithRetry(
            DataStream<IN> in,
            AsyncFunction<IN, OUT> func,
            long timeout,
            TimeUnit timeUnit,
            int capacity,
            AsyncRetryStrategy<OUT> asyncRetryStrategy) {
        return addOperator(
                in,
                func,
                timeoutForRetries(timeout, timeUnit),
                capacity,
                OutputMode.UNORDERED,
                asyncRetryStrategy);
    }

    /** Answers in the order of the records, with retries, 100 questions at once. */
    public static <IN, OUT> SingleOutputStreamOperator<OUT> orderedWaitWithRetry(
            DataStream<IN> in,
            AsyncFunction<IN, OUT> func,
            long timeout,
            TimeUnit timeUnit,
            AsyncRetryStrategy<OUT> asyncRetryStrategy) {
        return orderedWaitWithRetry(
                in, func, timeout, timeUnit, DEFAULT_QUEUE_CAPACITY, asyncRetryStrategy);
    }

    /**
     * Answers in the order of the records, with retries.
     *
     * @param timeout of all calls for a record together; must be positive
     */
    public static <IN, OUT> SingleOutputStreamOperator<OUT> orderedWaitWithRetry(
            DataStream<IN> in,
            AsyncFunction<IN, OUT> func,
            long timeout,
            TimeUnit timeUnit,
            int capacity,
            AsyncRetryStrategy<OUT> asyncRetryStrategy) {
        return addOperator(
                in,
                func,
                timeoutForRetries(timeout, timeUnit),
                capacity,
                OutputMode.ORDERED,
                asyncRetryStrategy);
    }

    private static long timeoutForRetries(long timeout, TimeUnit timeUnit) {
        long millis = timeUnit.toMillis(timeout);
        Preconditions.checkArgument(
                millis > 0, "Timeout should be configured when do async with retry.");
        return millis;
    }

    @SuppressWarnings("unchecked") // it never looks at an answer
    private static <OUT> AsyncRetryStrategy<OUT> noRetries() {
        return (AsyncRetryStrategy<OUT>) AsyncRetryStrategies.NO_RETRY_STRATEGY;
    }
}
