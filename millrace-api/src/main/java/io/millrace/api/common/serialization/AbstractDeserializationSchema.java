// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.serialization;

import io.millrace.api.common.functions.InvalidTypesException;
import io.millrace.api.common.typeinfo.TypeHint;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.java.typeutils.TypeExtractor;
import java.io.IOException;
import java.util.Objects;

/** A schema that knows its type, from its own declaration or because it was told. */
public abstract class AbstractDeserializationSchema<T> implements DeserializationSchema<T> {

    private static final long serialVersionUID = 2L;

    private final TypeInformation<T> type;

    /**
     * The type is found out from the class that extends this one.
     *
     * @throws io.millrace.api.common.functions.InvalidTypesException when that does not say it
     */
    protected AbstractDeserializationSchema() {
        try {
            this.type =
                    TypeExtractor.createTypeInfo(
                            AbstractDeserializationSchema.class, getClass(), 0, null, null);
        } catch (InvalidTypesException e) {
            throw new InvalidTypesException(
                    getClass().getName()
                            + " does not say the type of its records. Give it to the constructor of"
                            + " AbstractDeserializationSchema as a class, TypeHint or TypeInformation.",
                    e);
        }
    }

    /** For records of this class, which has no type parameters. */
    protected AbstractDeserializationSchema(Class<T> type) {
        this(TypeInformation.of(Objects.requireNonNull(type, "type")));
    }

    /** For records of this type. */
    protected AbstractDeserializationSchema(TypeHint<T> typeHint) {
        this(Objects.requireNonNull(typeHint, "typeHint").getTypeInfo());
    }

    /** For records of this type. */
    protected AbstractDeserializationSchema(TypeInformation<T> typeInfo) {
        this.type = Objects.requireNonNull(typeInfo, "typeInfo");
    }

    @Override
    public abstract T deserialize(byte[] message) throws IOException;

    /** Never. */
    @Override
    public boolean isEndOfStream(T nextElement) {
        return false;
    }

    @Override
    public TypeInformation<T> getProducedType() {
        return type;
    }
}
