// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.typeutils.base;

import io.millrace.annotation.Internal;
import io.millrace.api.common.typeutils.TypeSerializer;

/**
 * A serializer without state: one instance serves all threads, and all instances of a class are
 * equal.
 */
@Internal
public abstract class TypeSerializerSingleton<T> extends TypeSerializer<T> {

    private static final long serialVersionUID = 8766687317209282373L;

    /** For subclasses. */
    public TypeSerializerSingleton() {}

    @Override
    public TypeSerializerSingleton<T> duplicate() {
        return this;
    }

    @Override
    public int hashCode() {
        return getClass().hashCode();
    }

    @Override
    public boolean equals(Object obj) {
        return obj != null && obj.getClass() == getClass();
    }
}
