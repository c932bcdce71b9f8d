// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.kit;

import java.io.Serializable;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A serializable reference to a living object of this JVM: a function that carries it, and each
 * copy of that function in each attempt, reach the very object the test holds.
 */
public final class Shared<T> implements Serializable {

    private static final long serialVersionUID = 1L;
    private static final Map<String, Object> LIVING = new ConcurrentHashMap<>();

    private final String id = UUID.randomUUID().toString();

    private Shared() {}

    /** A reference to {@code object}, good as long as this JVM lives. */
    public static <T> Shared<T> of(T object) {
        Shared<T> shared = new Shared<>();
        LIVING.put(shared.id, object);
        return shared;
    }

    @SuppressWarnings("unchecked") // put there by of(), with this type
    public T get() {
        return (T) LIVING.get(id);
    }
}
