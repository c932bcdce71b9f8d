// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.inspect;

import java.lang.reflect.Method;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Avro's records, by what they tell of themselves: their own fields are Avro's business, with the
 * whole schema among them. Asked by name, for the engine does not stand on Avro.
 */
final class AvroRecord {

    private static final String NAME = "org.apache.avro.generic.IndexedRecord";

    private AvroRecord() {}

    /** Whether objects of the class are such records. */
    static boolean is(Class<?> type) {
        return find(type) != null;
    }

    private static Class<?> find(Class<?> type) {
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            for (Class<?> each : at.getInterfaces()) {
                Class<?> found = each.getName().equals(NAME) ? each : find(each);
                if (found != null) {
                    return found;
                }
            }
        }
        return null;
    }

    /** The values of a record by the names of its schema, in order. */
    static Map<String, Object> fields(Object value) {
        Class<?> type = find(value.getClass());
        Map<String, Object> fields = new LinkedHashMap<>();
        try {
            // By the classes that are public, which those of the objects need not be.
            Method schema = type.getMethod("getSchema");
            Method told = schema.getReturnType().getMethod("getFields");
            int place = 0;
            for (Object field : (List<?>) told.invoke(schema.invoke(value))) {
                fields.put(
                        (String) field.getClass().getMethod("name").invoke(field),
                        type.getMethod("get", int.class).invoke(value, place++));
            }
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(
                    "The Avro record of class "
                            + value.getClass().getName()
                            + " does not tell its fields: "
                            + e,
                    e);
        }
        return fields;
    }
}
