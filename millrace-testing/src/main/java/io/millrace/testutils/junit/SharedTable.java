// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.testutils.junit;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/** The objects that references lead to. Any thread. */
final class SharedTable {

    private static final Map<UUID, Object> OBJECTS = new ConcurrentHashMap<>();

    private final List<UUID> own = new ArrayList<>();

    private record Reference<T>(UUID id) implements SharedReference<T> {
        @Override
        @SuppressWarnings("unchecked") // it was put in as one
        public T get() {
            Object object = OBJECTS.get(id);
            if (object == null) {
                throw new IllegalStateException(
                        "The test that shared this object has ended, or runs in another JVM");
            }
            return (T) object;
        }
    }

    synchronized <T> SharedReference<T> add(T object) {
        UUID id = UUID.randomUUID();
        OBJECTS.put(id, object);
        own.add(id);
        return new Reference<>(id);
    }

    synchronized void clear() {
        own.forEach(OBJECTS::remove);
        own.clear();
    }
}
