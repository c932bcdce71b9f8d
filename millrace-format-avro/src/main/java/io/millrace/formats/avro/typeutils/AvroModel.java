// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.formats.avro.typeutils;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.DatumReader;
import org.apache.avro.io.DatumWriter;
import org.apache.avro.reflect.ReflectData;
import org.apache.avro.reflect.ReflectDatumReader;
import org.apache.avro.reflect.ReflectDatumWriter;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificDatumReader;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.avro.specific.SpecificRecord;

/**
 * Avro's model of a class, with its schema: generic for {@code GenericRecord}, specific for what
 * Avro's compiler made, by reflection for all others.
 *
 * @param <T> the class
 */
final class AvroModel<T> {

    private final Class<T> type;
    private final Schema schema;
    private final GenericData data;

    private AvroModel(Class<T> type, Schema schema, GenericData data) {
        this.type = type;
        this.schema = schema;
        this.data = data;
    }

    /**
     * The model of a class.
     *
     * @param given the schema of its records; null for the one that the class has itself
     */
    static <T> AvroModel<T> of(Class<T> type, Schema given) {
        ClassLoader loader = type.getClassLoader();
        if (SpecificRecord.class.isAssignableFrom(type)) {
            // The compiler puts the conversions of dates and decimals into the class.
            SpecificData data =
                    constant(type, "MODEL$") instanceof SpecificData own
                            ? own
                            : new SpecificData(loader);
            return new AvroModel<>(type, given == null ? schemaOf(type, data) : given, data);
        }
        if (GenericRecord.class.isAssignableFrom(type)) {
            if (given == null) {
                throw new IllegalArgumentException(
                        "Generic records need a schema: use new AvroSerializer<>("
                                + type.getSimpleName()
                                + ".class, schema), or GenericRecordAvroTypeInfo");
            }
            return new AvroModel<>(type, given, new GenericData(loader));
        }
        ReflectData data = new ReflectData(loader);
        return new AvroModel<>(type, given == null ? data.getSchema(type) : given, data);
    }

    private static Schema schemaOf(Class<?> type, SpecificData data) {
        return constant(type, "SCHEMA$") instanceof Schema own ? own : data.getSchema(type);
    }

    private static Object constant(Class<?> type, String name) {
        try {
            Field field = type.getDeclaredField(name);
            if (!Modifier.isStatic(field.getModifiers())) {
                return null;
            }
            field.setAccessible(true);
            return field.get(null);
        } catch (NoSuchFieldException e) {
            return null; // made by an older compiler, or by hand
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(
                    "The field " + name + " of " + type.getName() + " can't be read", e);
        }
    }

    Schema schema() {
        return schema;
    }

    GenericData data() {
        return data;
    }

    DatumWriter<T> writer() {
        if (data instanceof ReflectData reflect) {
            return new ReflectDatumWriter<>(schema, reflect);
        } else if (data instanceof SpecificData specific) {
            return new SpecificDatumWriter<>(schema, specific);
        }
        return new GenericDatumWriter<>(schema, data);
    }

    /** A reader of what was written by a schema that may be older than this one. */
    DatumReader<T> reader(Schema written) {
        if (data instanceof ReflectData reflect) {
            return new ReflectDatumReader<>(written, schema, reflect);
        } else if (data instanceof SpecificData specific) {
            return new SpecificDatumReader<>(written, schema, specific);
        }
        return new GenericDatumReader<>(written, schema, data);
    }

    @SuppressWarnings("unchecked") // a new record of this class, by Avro's own model of it
    T newInstance() {
        return (T)
                (data instanceof SpecificData
                        ? SpecificData.newInstance(type, schema)
                        : new GenericData.Record(schema));
    }
}
