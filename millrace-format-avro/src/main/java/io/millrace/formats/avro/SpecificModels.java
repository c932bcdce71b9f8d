// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.formats.avro;

import java.lang.reflect.Field;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificData;

/** What Avro's compiler put into a class: its schema and the conversions of its logical types. */
final class SpecificModels {

    private SpecificModels() {}

    /** The class's own model, or a plain one. */
    static SpecificData of(Class<?> type) {
        return constant(type, "MODEL$") instanceof SpecificData own
                ? own
                : new SpecificData(type.getClassLoader());
    }

    /** The class's own schema, or what the model finds. */
    static Schema schema(Class<?> type, SpecificData model) {
        return constant(type, "SCHEMA$") instanceof Schema own ? own : model.getSchema(type);
    }

    private static Object constant(Class<?> type, String name) {
        try {
            Field field = type.getDeclaredField(name);
            field.setAccessible(true);
            return field.get(null);
        } catch (NoSuchFieldException e) {
            return null; // made by an older compiler, or by hand
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(
                    "The field " + name + " of " + type.getName() + " can't be read", e);
        }
    }
}
