// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.formats.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.serialization.SerializationSchema;
import io.millrace.util.function.SerializableSupplier;
import java.util.Objects;

/**
 * A record as JSON, by Jackson's rules and annotations.
 *
 * @param <T> the records
 */
@PublicEvolving
public class JsonSerializationSchema<T> implements SerializationSchema<T> {

    private static final long serialVersionUID = 1L;

    private final SerializableSupplier<ObjectMapper> mapperFactory;

    /** Made when the schema is opened. */
    @SuppressWarnings("serial") // made anew after the schema has travelled
    protected transient ObjectMapper mapper;

    /** With a mapper that knows {@code Optional} and {@code java.time}. */
    public JsonSerializationSchema() {
        this(JsonMappers::create);
    }

    /** With the program's own mapper, made once in each task. */
    public JsonSerializationSchema(SerializableSupplier<ObjectMapper> mapperFactory) {
        this.mapperFactory = Objects.requireNonNull(mapperFactory, "mapperFactory");
    }

    @Override
    public void open(InitializationContext context) {
        mapper = mapperFactory.get();
    }

    /**
     * The JSON text in UTF-8.
     *
     * @throws IllegalStateException when Jackson can't write the record
     */
    @Override
    public byte[] serialize(T element) {
        if (mapper == null) {
            mapper = mapperFactory.get();
        }
        try {
            return mapper.writeValueAsBytes(element);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("A record can't be written as JSON: " + element, e);
        }
    }
}
