// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.util;

import static io.millrace.util.Preconditions.checkArgument;
import static io.millrace.util.Preconditions.checkNotNull;

import io.millrace.annotation.Internal;
import java.io.IOException;
import java.io.Serializable;
import java.util.Arrays;

/**
 * A value as the bytes of its Java serialization, to be carried where its class is not known.
 *
 * @param <T> the value
 */
@Internal
public class SerializedValue<T> implements Serializable {

    private static final long serialVersionUID = -3564011643393683761L;

    private final byte[] serializedData;

    /** The value of bytes. */
    protected SerializedValue(byte[] serializedData) {
        checkNotNull(serializedData, "The bytes of a value are null.");
        checkArgument(serializedData.length > 0, "The bytes of a value are none.");
        this.serializedData = serializedData;
    }

    /** The value as bytes. */
    public SerializedValue(T value) throws IOException {
        this.serializedData =
                InstantiationUtil.serializeObject(checkNotNull(value, "The value is null."));
    }

    /** The value, with classes of the loader. */
    public T deserializeValue(ClassLoader loader) throws IOException, ClassNotFoundException {
        return InstantiationUtil.deserializeObject(
                serializedData, checkNotNull(loader, "The class loader is null."));
    }

    /** The bytes; not a copy. */
    public byte[] getByteArray() {
        return serializedData;
    }

    /** The value of bytes. */
    public static <T> SerializedValue<T> fromBytes(byte[] serializedData) {
        return new SerializedValue<>(serializedData);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(serializedData);
    }

    @Override
    public boolean equals(Object obj) {
        return obj instanceof SerializedValue<?> other
                && Arrays.equals(serializedData, other.serializedData);
    }

    @Override
    public String toString() {
        return "SerializedValue";
    }
}
