// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.util.function;

import io.millrace.annotation.PublicEvolving;

/**
 * Maps three values, or throws.
 *
 * @param <S> the first
 * @param <T> the second
 * @param <U> the third
 * @param <R> what goes out
 * @param <E> the exception
 */
@PublicEvolving
@FunctionalInterface
public interface TriFunctionWithException<S, T, U, R, E extends Throwable> {

    /** Maps three values. */
    R apply(S s, T t, U u) throws E;

    /** As a function that wraps checked exceptions. */
    static <A, B, C, D> TriFunction<A, B, C, D> unchecked(
            TriFunctionWithException<A, B, C, D, ?> triFunctionWithException) {
        return (a, b, c) -> {
            try {
                return triFunctionWithException.apply(a, b, c);
            } catch (Throwable t) {
                throw Sneaky.wrapped(t);
            }
        };
    }
}
