// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.typeutils;

import io.millrace.annotation.PublicEvolving;
import io.millrace.core.memory.DataInputView;
import io.millrace.core.memory.DataOutputView;
import java.io.IOException;
import java.io.Serializable;

/**
 * Turns values of one type into bytes and back, and copies them.
 *
 * <p>A serializer may have state (buffers, caches) and is then used by one thread at a time; {@link
 * #duplicate()} gives another thread its own.
 *
 * @param <T> the values
 */
@PublicEvolving
public abstract class TypeSerializer<T> implements Serializable {

    private static final long serialVersionUID = 1L;

    /** For subclasses. */
    public TypeSerializer() {}

    /** Whether no value of the type ever changes, so that it need not be copied. */
    public abstract boolean isImmutableType();

    /** A serializer for another thread: this one if it has no state, else a deep copy. */
    public abstract TypeSerializer<T> duplicate();

    /** A new value with default content, or null if the type has no such thing. */
    public abstract T createInstance();

    /** A value equal to this one that shares nothing mutable with it. */
    public abstract T copy(T from);

    /** Like {@link #copy(Object)}; may, but need not, use the second value for the copy. */
    public abstract T copy(T from, T reuse);

    /** The number of bytes of every value, or -1 if it varies. */
    public abstract int getLength();

    /** Writes a value. */
    public abstract void serialize(T record, DataOutputView target) throws IOException;

    /** Reads a value. */
    public abstract T deserialize(DataInputView source) throws IOException;

    /** Reads a value; may, but need not, use the given one for it. */
    public abstract T deserialize(T reuse, DataInputView source) throws IOException;

    /** Copies a value from bytes to bytes. */
    public abstract void copy(DataInputView source, DataOutputView target) throws IOException;

    /** Whether the other does exactly the same; tests rely on it. */
    @Override
    public abstract boolean equals(Object obj);

    @Override
    public abstract int hashCode();

    /**
     * What a checkpoint must remember to read these bytes again and to judge a later serializer.
     */
    public abstract TypeSerializerSnapshot<T> snapshotConfiguration();
}
