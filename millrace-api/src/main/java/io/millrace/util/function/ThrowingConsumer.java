// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.util.function;

import io.millrace.annotation.Public;
import java.util.function.Consumer;

/**
 * Takes a value, or throws.
 *
 * @param <T> the value
 * @param <E> the exception
 */
@Public
@FunctionalInterface
public interface ThrowingConsumer<T, E extends Throwable> {

    /** Takes a value. */
    void accept(T t) throws E;

    /** As a consumer that wraps checked exceptions. */
    static <A> Consumer<A> unchecked(ThrowingConsumer<A, ?> throwingConsumer) {
        return a -> {
            try {
                throwingConsumer.accept(a);
            } catch (Throwable t) {
                throw Sneaky.wrapped(t);
            }
        };
    }
}
