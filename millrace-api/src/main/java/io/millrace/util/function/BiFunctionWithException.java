// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.util.function;

import java.util.function.BiFunction;

/**
 * Maps two values, or throws.
 *
 * @param <T> the first
 * @param <U> the second
 * @param <R> what goes out
 * @param <E> the exception
 */
@FunctionalInterface
public interface BiFunctionWithException<T, U, R, E extends Throwable> {

    /** Maps two values. */
    R apply(T t, U u) throws E;

    /** As a function that wraps checked exceptions. */
    static <A, B, C> BiFunction<A, B, C> unchecked(
            BiFunctionWithException<A, B, C, ?> biFunctionWithException) {
        return (a, b) -> {
            try {
                return biFunctionWithException.apply(a, b);
            } catch (Throwable t) {
                throw Sneaky.wrapped(t);
            }
        };
    }
}
