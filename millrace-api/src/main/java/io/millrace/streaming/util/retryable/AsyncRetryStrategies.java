// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.util.retryable;

import io.millrace.streaming.api.functions.async.AsyncRetryPredicate;
import io.millrace.streaming.api.functions.async.AsyncRetryStrategy;
import io.millrace.util.Preconditions;
import java.util.Collection;
import java.util.Optional;
import java.util.function.Predicate;

/** Strategies for calling an asynchronous function again. */
public class AsyncRetryStrategies {

    /** Each answer is final. */
    @SuppressWarnings("exports") // as in the mirrored signature
    public static final NoRetryStrategy NO_RETRY_STRATEGY = new NoRetryStrategy();

    private static int attempts(int maxAttempts) {
        Preconditions.checkArgument(
                maxAttempts > 0, "maxAttempts should be greater than zero, but is %s", maxAttempts);
        return maxAttempts;
    }

    private static long delay(String name, long millis) {
        Preconditions.checkArgument(
                millis > 0, "%s should be greater than zero, but is %s", name, millis);
        return millis;
    }

    @SuppressWarnings("rawtypes") // the constant serves all types, as in the mirrored signature
    private static class NoRetryStrategy implements AsyncRetryStrategy {
        private static final long serialVersionUID = 1L;

        @Override
        public boolean canRetry(int currentAttempts) {
            return false;
        }

        @Override
        public long getBackoffTimeMillis(int currentAttempts) {
            return -1;
        }

        @Override
        public AsyncRetryPredicate getRetryPredicate() {
            return new RetryPredicate<>(null, null);
        }
    }

    /** Waits equally long before each further call. */
    public static class FixedDelayRetryStrategy<OUT> implements AsyncRetryStrategy<OUT> {
        private static final long serialVersionUID = 1L;

        private final int maxAttempts;
        private final long backoffTimeMillis;

        @SuppressWarnings("serial") // what the user gives is serializable, or refused
        private final Predicate<Collection<OUT>> resultPredicate;

        @SuppressWarnings("serial") // as above
        private final Predicate<Throwable> exceptionPredicate;

        private FixedDelayRetryStrategy(FixedDelayRetryStrategyBuilder<OUT> builder) {
            this.maxAttempts = builder.maxAttempts;
            this.backoffTimeMillis = builder.backoffTimeMillis;
            this.resultPredicate = builder.resultPredicate;
            this.exceptionPredicate = builder.exceptionPredicate;
        }

        @Override
        public boolean canRetry(int currentAttempts) {
            return currentAttempts <= maxAttempts;
        }

        @Override
        public AsyncRetryPredicate<OUT> getRetryPredicate() {
            return new RetryPredicate<>(resultPredicate, exceptionPredicate);
        }

        @Override
        public long getBackoffTimeMillis(int currentAttempts) {
            return backoffTimeMillis;
        }
    }

    /** Says what a {@link FixedDelayRetryStrategy} is to be like. */
    public static class FixedDelayRetryStrategyBuilder<OUT> {
        private final int maxAttempts;
        private final long backoffTimeMillis;
        private Predicate<Collection<OUT>> resultPredicate;
        private Predicate<Throwable> exceptionPredicate;

        /**
         * @param maxAttempts how many further calls there may be after the first, at least 1
         * @param backoffTimeMillis how long to wait before each, at least 1
         */
        public FixedDelayRetryStrategyBuilder(int maxAttempts, long backoffTimeMillis) {
            this.maxAttempts = attempts(maxAttempts);
            this.backoffTimeMillis = delay("backoffTimeMillis", backoffTimeMillis);
        }

        /**
         * Which results to ask for again.
         *
         * @param resultRetryPredicate serializable; asked by the task
         */
        public FixedDelayRetryStrategyBuilder<OUT> ifResult(
                Predicate<Collection<OUT>> resultRetryPredicate) {
            this.resultPredicate = resultRetryPredicate;
            return this;
        }

        /**
         * After which errors to ask again.
         *
         * @param exceptionRetryPredicate serializable; asked by the task
         */
        public FixedDelayRetryStrategyBuilder<OUT> ifException(
                Predicate<Throwable> exceptionRetryPredicate) {
            this.exceptionPredicate = exceptionRetryPredicate;
            return this;
        }

        public FixedDelayRetryStrategy<OUT> build() {
            return new FixedDelayRetryStrategy<>(this);
        }
    }

    /**
     * Waits longer before each further call, up to a limit. The wait follows from the record's own
     * number of calls, so records do not lengthen each other's waits (in Flink they do).
     */
    public static class ExponentialBackoffDelayRetryStrategy<OUT>
            implements AsyncRetryStrategy<OUT> {
        private static final long serialVersionUID = 1L;

        private final int maxAttempts;
        private final long initialDelay;
        private final long maxRetryDelay;
        private final double multiplier;

        @SuppressWarnings("serial") // what the user gives is serializable, or refused
        private final Predicate<Collection<OUT>> resultPredicate;

        @SuppressWarnings("serial") // as above
        private final Predicate<Throwable> exceptionPredicate;

        /**
         * @param maxAttempts how many further calls there may be after the first, at least 1
         * @param initialDelay how long to wait before the second call, in milliseconds, at least 1
         * @param maxRetryDelay the longest wait, in milliseconds, not below the first
         * @param multiplier by how much each wait is longer than the one before, at least 1
         * @param resultPredicate null when each result will do
         * @param exceptionPredicate null when each error is final
         */
        public ExponentialBackoffDelayRetryStrategy(
                int maxAttempts,
                long initialDelay,
                long maxRetryDelay,
                double multiplier,
                Predicate<Collection<OUT>> resultPredicate,
                Predicate<Throwable> exceptionPredicate) {
            this.maxAttempts = attempts(maxAttempts);
            this.initialDelay = delay("initialDelay", initialDelay);
            Preconditions.checkArgument(
                    maxRetryDelay >= initialDelay,
                    "maxRetryDelay should not be below initialDelay, but they are %s and %s",
                    maxRetryDelay,
                    initialDelay);
            Preconditions.checkArgument(
                    multiplier >= 1, "multiplier should be at least 1, but is %s", multiplier);
            this.maxRetryDelay = maxRetryDelay;
            this.multiplier = multiplier;
            this.resultPredicate = resultPredicate;
            this.exceptionPredicate = exceptionPredicate;
        }

        @Override
        public boolean canRetry(int currentAttempts) {
            return currentAttempts <= maxAttempts;
        }

        @Override
        public long getBackoffTimeMillis(int currentAttempts) {
            double delay = initialDelay * Math.pow(multiplier, Math.max(0, currentAttempts - 1));
            return (long) Math.min(delay, maxRetryDelay);
        }

        @Override
        public AsyncRetryPredicate<OUT> getRetryPredicate() {
            return new RetryPredicate<>(resultPredicate, exceptionPredicate);
        }
    }

    /** Says what an {@link ExponentialBackoffDelayRetryStrategy} is to be like. */
    public static class ExponentialBackoffDelayRetryStrategyBuilder<OUT> {
        private final int maxAttempts;
        private final long initialDelay;
        private final long maxRetryDelay;
        private final double multiplier;
        private Predicate<Collection<OUT>> resultPredicate;
        private Predicate<Throwable> exceptionPredicate;

        /** As the constructor of the strategy, which checks them. */
        public ExponentialBackoffDelayRetryStrategyBuilder(
                int maxAttempts, long initialDelay, long maxRetryDelay, double multiplier) {
            this.maxAttempts = maxAttempts;
            this.initialDelay = initialDelay;
            this.maxRetryDelay = maxRetryDelay;
            this.multiplier = multiplier;
        }

        /**
         * Which results to ask for again.
         *
         * @param resultRetryPredicate serializable; asked by the task
         */
        public ExponentialBackoffDelayRetryStrategyBuilder<OUT> ifResult(
                Predicate<Collection<OUT>> resultRetryPredicate) {
            this.resultPredicate = resultRetryPredicate;
            return this;
        }

        /**
         * After which errors to ask again.
         *
         * @param exceptionRetryPredicate serializable; asked by the task
         */
        public ExponentialBackoffDelayRetryStrategyBuilder<OUT> ifException(
                Predicate<Throwable> exceptionRetryPredicate) {
            this.exceptionPredicate = exceptionRetryPredicate;
            return this;
        }

        public ExponentialBackoffDelayRetryStrategy<OUT> build() {
            return new ExponentialBackoffDelayRetryStrategy<>(
                    maxAttempts,
                    initialDelay,
                    maxRetryDelay,
                    multiplier,
                    resultPredicate,
                    exceptionPredicate);
        }
    }

    private record RetryPredicate<OUT>(
            Predicate<Collection<OUT>> result, Predicate<Throwable> exception)
            implements AsyncRetryPredicate<OUT> {

        @Override
        public Optional<Predicate<Collection<OUT>>> resultPredicate() {
            return Optional.ofNullable(result);
        }

        @Override
        public Optional<Predicate<Throwable>> exceptionPredicate() {
            return Optional.ofNullable(exception);
        }
    }
}
