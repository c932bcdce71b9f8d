// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.formats.json;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.serialization.AbstractDeserializationSchema;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.util.function.SerializableSupplier;
import java.io.IOException;
import java.util.Objects;

/**
 * A record from JSON, by Jackson's rules and annotations.
 *
 * @param <T> the records
 */
@PublicEvolving
public class JsonDeserializationSchema<T> extends AbstractDeserializationSchema<T> {

    private static final long serialVersionUID = 1L;

    private final Class<T> recordClass;
    private final SerializableSupplier<ObjectMapper> mapperFactory;

    /** Made when the schema is opened. */
    protected transient ObjectMapper mapper;

    /** With a mapper that knows {@code Optional} and {@code java.time}. */
    public JsonDeserializationSchema(Class<T> clazz) {
        this(clazz, JsonMappers::create);
    }

    /** With a mapper that knows {@code Optional} and {@code java.time}. */
    public JsonDeserializationSchema(TypeInformation<T> typeInformation) {
        this(typeInformation, JsonMappers::create);
    }

    /** With the program's own mapper, made once in each task. */
    public JsonDeserializationSchema(
            Class<T> clazz, SerializableSupplier<ObjectMapper> mapperFactory) {
        super(clazz);
        this.recordClass = clazz;
        this.mapperFactory = Objects.requireNonNull(mapperFactory, "mapperFactory");
    }

    /** With the program's own mapper, made once in each task. */
    public JsonDeserializationSchema(
            TypeInformation<T> typeInformation, SerializableSupplier<ObjectMapper> mapperFactory) {
        super(typeInformation);
        this.recordClass = typeInformation.getTypeClass();
        this.mapperFactory = Objects.requireNonNull(mapperFactory, "mapperFactory");
    }

    @Override
    public void open(InitializationContext context) {
        mapper = mapperFactory.get();
    }

    /** The record, or null where there is no message, as in a message that says "deleted". */
    @Override
    public T deserialize(byte[] message) throws IOException {
        if (message == null) {
            return null;
        }
        if (mapper == null) {
            mapper = mapperFactory.get();
        }
        return mapper.readValue(message, recordClass);
    }
}
