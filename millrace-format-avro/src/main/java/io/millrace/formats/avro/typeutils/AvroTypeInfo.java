// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.formats.avro.typeutils;

import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.serialization.SerializerConfig;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.api.java.typeutils.GenericTypeInfo;
import io.millrace.api.java.typeutils.PojoField;
import io.millrace.api.java.typeutils.PojoTypeInfo;
import io.millrace.api.java.typeutils.TypeExtractor;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.specific.SpecificRecordBase;

/**
 * A class that Avro's compiler made: its fields have names as a POJO's, and its values are written
 * in Avro's encoding. Found by itself for such classes.
 *
 * @param <T> the class
 */
public class AvroTypeInfo<T extends SpecificRecordBase> extends PojoTypeInfo<T> {

    private static final long serialVersionUID = 1L;

    /** Of that class. */
    public AvroTypeInfo(Class<T> typeClass) {
        super(typeClass, fieldsOf(typeClass));
    }

    @Override
    public TypeSerializer<T> createSerializer(SerializerConfig config) {
        return new AvroSerializer<>(getTypeClass());
    }

    @Override
    public TypeSerializer<T> createSerializer(ExecutionConfig config) {
        return createSerializer(config.getSerializerConfig());
    }

    /** The fields that Avro's schema speaks of are the class's own that hold values. */
    private static List<PojoField> fieldsOf(Class<?> type) {
        List<PojoField> fields = new ArrayList<>();
        for (Field field : type.getDeclaredFields()) {
            int modifiers = field.getModifiers();
            if (!Modifier.isStatic(modifiers) && !Modifier.isTransient(modifiers)) {
                fields.add(new PojoField(field, typeOf(type, field)));
            }
        }
        return fields;
    }

    private static TypeInformation<?> typeOf(Class<?> owner, Field field) {
        if (CharSequence.class == field.getType() || field.getType() == owner) {
            // Strings may come as Avro's own; and a record that holds itself must end somewhere.
            return new GenericTypeInfo<>(field.getType());
        }
        return TypeExtractor.createTypeInfo(field.getGenericType());
    }
}
