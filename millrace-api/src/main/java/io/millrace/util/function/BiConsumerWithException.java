// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.util.function;

import java.util.function.BiConsumer;

/**
 * Takes two values, or throws.
 *
 * @param <T> the first
 * @param <U> the second
 * @param <E> the exception
 */
@FunctionalInterface
public interface BiConsumerWithException<T, U, E extends Throwable> {

    /** Takes two values. */
    void accept(T t, U u) throws E;

    /** As a consumer that wraps checked exceptions. */
    static <A, B> BiConsumer<A, B> unchecked(
            BiConsumerWithException<A, B, ?> biConsumerWithException) {
        return (a, b) -> {
            try {
                biConsumerWithException.accept(a, b);
            } catch (Throwable t) {
                throw Sneaky.wrapped(t);
            }
        };
    }
}
