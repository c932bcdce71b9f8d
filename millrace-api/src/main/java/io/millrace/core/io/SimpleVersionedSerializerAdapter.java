// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.core.io;

import io.millrace.annotation.Internal;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.core.memory.DataInputDeserializer;
import io.millrace.core.memory.DataOutputSerializer;
import java.io.IOException;
import java.io.Serializable;
import java.util.Objects;

/**
 * Writes by the serializer of a type, of which there is one version for ever.
 *
 * @param <T> what is written
 */
@Internal
public class SimpleVersionedSerializerAdapter<T>
        implements SimpleVersionedSerializer<T>, Serializable {

    private static final long serialVersionUID = 1L;

    private static final int VERSION = 0;
    private static final int USUAL_BYTES = 64;

    private final TypeSerializer<T> serializer;

    public SimpleVersionedSerializerAdapter(TypeSerializer<T> serializer) {
        this.serializer = Objects.requireNonNull(serializer, "serializer");
    }

    @Override
    public int getVersion() {
        return VERSION;
    }

    @Override
    public byte[] serialize(T value) throws IOException {
        DataOutputSerializer out = new DataOutputSerializer(USUAL_BYTES);
        serializer.serialize(value, out);
        return out.getCopyOfBuffer();
    }

    @Override
    public T deserialize(int version, byte[] serialized) throws IOException {
        if (version != VERSION) {
            throw new IOException(
                    "What was written has version " + version + ", but only 0 is known here");
        }
        DataInputDeserializer in = new DataInputDeserializer(serialized);
        T value = serializer.deserialize(in);
        if (in.available() > 0) {
            throw new IOException(
                    in.available()
                            + " bytes are left over: they were not written by the serializer "
                            + serializer);
        }
        return value;
    }
}
