// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.util.retryable;

import java.io.Serializable;
import java.util.Collection;
import java.util.Objects;
import java.util.function.Predicate;

/** The usual reasons to call an asynchronous function again. */
public class RetryPredicates {

    /** The result is empty. Serves all types. */
    @SuppressWarnings({"rawtypes", "exports"}) // as in the mirrored signature
    public static final EmptyResultPredicate EMPTY_RESULT_PREDICATE = new EmptyResultPredicate();

    /** There was an error, whichever. */
    @SuppressWarnings("exports") // as in the mirrored signature
    public static final HasExceptionPredicate HAS_EXCEPTION_PREDICATE = new HasExceptionPredicate();

    /** The error is exactly of this class, subclasses aside. */
    @SuppressWarnings("exports") // as in the mirrored signature
    public static ExceptionTypePredicate createExceptionTypePredicate(
            Class<? extends Throwable> exceptionClass) {
        return new ExceptionTypePredicate(exceptionClass);
    }

    private static final class EmptyResultPredicate<T>
            implements Predicate<Collection<T>>, Serializable {
        private static final long serialVersionUID = 1L;

        @Override
        public boolean test(Collection<T> ts) {
            return ts == null || ts.isEmpty();
        }
    }

    private static final class HasExceptionPredicate implements Predicate<Throwable>, Serializable {
        private static final long serialVersionUID = 1L;

        @Override
        public boolean test(Throwable throwable) {
            return throwable != null;
        }
    }

    /** Takes errors of one class. */
    static final class ExceptionTypePredicate implements Predicate<Throwable>, Serializable {
        private static final long serialVersionUID = 1L;

        private final Class<? extends Throwable> exceptionClass;

        public ExceptionTypePredicate(Class<? extends Throwable> exceptionClass) {
            this.exceptionClass = Objects.requireNonNull(exceptionClass, "exceptionClass");
        }

        @Override
        public boolean test(Throwable throwable) {
            return exceptionClass.equals(throwable.getClass());
        }
    }
}
