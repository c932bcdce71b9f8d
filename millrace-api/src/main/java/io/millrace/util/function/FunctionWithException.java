// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.util.function;

import io.millrace.annotation.Public;
import java.util.function.Function;

/**
 * Maps a value, or throws.
 *
 * @param <T> what comes in
 * @param <R> what goes out
 * @param <E> the exception
 */
@Public
@FunctionalInterface
public interface FunctionWithException<T, R, E extends Throwable> {

    /** Maps a value. */
    R apply(T value) throws E;

    /** As a function that wraps checked exceptions. */
    static <A, B> Function<A, B> unchecked(FunctionWithException<A, B, ?> functionWithException) {
        return a -> {
            try {
                return functionWithException.apply(a);
            } catch (Throwable t) {
                throw Sneaky.wrapped(t);
            }
        };
    }
}
