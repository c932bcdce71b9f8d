// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.serialization;

import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.functions.InvalidTypesException;
import io.millrace.api.common.typeinfo.TypeHint;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.java.typeutils.TypeExtractor;
import java.io.IOException;
import java.util.Objects;

/**
 * A schema that finds out the type of its records from its own type argument, for streams without
 * an end.
 *
 * @param <T> the records
 */
@PublicEvolving
public abstract class AbstractDeserializationSchema<T> implements DeserializationSchema<T> {

    private static final long serialVersionUID = 2L;

    private final TypeInformation<T> type;

    /**
     * Takes the type from the subclass's type argument.
     *
     * @throws InvalidTypesException if the subclass leaves it open
     */
    protected AbstractDeserializationSchema() {
        try {
            this.type =
                    TypeExtractor.createTypeInfo(
                            AbstractDeserializationSchema.class, getClass(), 0, null, null);
        } catch (InvalidTypesException e) {
            throw new InvalidTypesException(
                    getClass().getName()
                            + " is generic, so that the type of its records is not known. Give the type"
                            + " to the constructor of AbstractDeserializationSchema.",
                    e);
        }
    }

    /** Of that class. */
    protected AbstractDeserializationSchema(Class<T> type) {
        this(TypeInformation.of(type));
    }

    /** Of that type. */
    protected AbstractDeserializationSchema(TypeHint<T> typeHint) {
        this(typeHint.getTypeInfo());
    }

    /** Of that type. */
    protected AbstractDeserializationSchema(TypeInformation<T> typeInfo) {
        this.type = Objects.requireNonNull(typeInfo, "typeInfo");
    }

    @Override
    public abstract T deserialize(byte[] message) throws IOException;

    @Override
    public boolean isEndOfStream(T nextElement) {
        return false;
    }

    @Override
    public TypeInformation<T> getProducedType() {
        return type;
    }
}
