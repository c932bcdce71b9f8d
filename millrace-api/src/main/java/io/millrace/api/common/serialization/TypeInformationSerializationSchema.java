// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.serialization;

import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.core.memory.DataInputDeserializer;
import io.millrace.core.memory.DataOutputSerializer;
import java.io.IOException;
import java.util.Objects;

/** A message is a record in the form of its type's serializer. */
public class TypeInformationSerializationSchema<T>
        implements DeserializationSchema<T>, SerializationSchema<T> {

    private static final long serialVersionUID = -5359448468131559102L;

    private final TypeInformation<T> typeInfo;
    private final TypeSerializer<T> serializer;

    private transient DataOutputSerializer out;
    private transient DataInputDeserializer in;

    public TypeInformationSerializationSchema(TypeInformation<T> typeInfo, ExecutionConfig ec) {
        this(typeInfo, typeInfo.createSerializer(ec.getSerializerConfig()));
    }

    public TypeInformationSerializationSchema(
            TypeInformation<T> typeInfo, TypeSerializer<T> serializer) {
        this.typeInfo = Objects.requireNonNull(typeInfo, "typeInfo");
        this.serializer = Objects.requireNonNull(serializer, "serializer");
    }

    @Override
    public T deserialize(byte[] message) {
        if (in == null) {
            in = new DataInputDeserializer();
        }
        in.setBuffer(message);
        try {
            return serializer.deserialize(in);
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "A message of " + message.length + " bytes is not a record of " + typeInfo + '.', e);
        }
    }

    /** Never. */
    @Override
    public boolean isEndOfStream(T nextElement) {
        return false;
    }

    @Override
    public byte[] serialize(T element) {
        if (out == null) {
            out = new DataOutputSerializer(64);
        }
        try {
            serializer.serialize(element, out);
            return out.getCopyOfBuffer();
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "A record cannot be written as " + typeInfo + ": " + element, e);
        } finally {
            out.clear();
        }
    }

    @Override
    public TypeInformation<T> getProducedType() {
        return typeInfo;
    }
}
