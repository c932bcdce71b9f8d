// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.serialization;

import io.millrace.annotation.Public;
import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.core.memory.DataInputDeserializer;
import io.millrace.core.memory.DataOutputSerializer;
import java.io.IOException;
import java.util.Objects;

/**
 * A record in the form of its type's serializer, for messages between Millrace programs.
 *
 * @param <T> the records
 */
@Public
public class TypeInformationSerializationSchema<T>
        implements DeserializationSchema<T>, SerializationSchema<T> {

    private static final long serialVersionUID = -5359448468131559102L;

    private final TypeSerializer<T> serializer;
    private final TypeInformation<T> typeInfo;

    private transient DataOutputSerializer output;
    private transient DataInputDeserializer input;

    /** With the type's serializer for that configuration. */
    public TypeInformationSerializationSchema(TypeInformation<T> typeInfo, ExecutionConfig ec) {
        this(typeInfo, typeInfo.createSerializer(ec));
    }

    /** With that serializer. */
    public TypeInformationSerializationSchema(
            TypeInformation<T> typeInfo, TypeSerializer<T> serializer) {
        this.typeInfo = Objects.requireNonNull(typeInfo, "typeInfo");
        this.serializer = Objects.requireNonNull(serializer, "serializer");
    }

    @Override
    public T deserialize(byte[] message) {
        if (input == null) {
            input = new DataInputDeserializer();
        }
        input.setBuffer(message);
        try {
            return serializer.deserialize(input);
        } catch (IOException e) {
            throw new IllegalStateException("The message is not a " + typeInfo + ".", e);
        }
    }

    @Override
    public boolean isEndOfStream(T nextElement) {
        return false;
    }

    @Override
    public byte[] serialize(T element) {
        if (output == null) {
            output = new DataOutputSerializer(64);
        }
        output.clear();
        try {
            serializer.serialize(element, output);
        } catch (IOException e) {
            throw new IllegalStateException("A record can't be written as " + typeInfo + ".", e);
        }
        return output.getCopyOfBuffer();
    }

    @Override
    public TypeInformation<T> getProducedType() {
        return typeInfo;
    }
}
