// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.testutils.junit;

import java.io.Serializable;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Leads to one object from all copies of a function in this JVM; made by {@link SharedObjects} or
 * {@link SharedObjectsExtension}.
 *
 * @param <T> the object
 */
public interface SharedReference<T> extends Serializable {

    /** The object itself. */
    T get();

    /** The function's answer; nobody else does something in the same way meanwhile. */
    default <R> R applySync(Function<T, R> function) {
        T object = get();
        synchronized (object) {
            return function.apply(object);
        }
    }

    /** Nobody else does something in the same way meanwhile. */
    default void consumeSync(Consumer<T> consumer) {
        T object = get();
        synchronized (object) {
            consumer.accept(object);
        }
    }
}
