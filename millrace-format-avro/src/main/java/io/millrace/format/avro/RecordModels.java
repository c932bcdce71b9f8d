// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.format.avro;

import org.apache.avro.Conversion;
import org.apache.avro.Schema;
import org.apache.avro.reflect.ReflectData;
import org.apache.avro.specific.SpecificData;

/**
 * Avro's models of the program's classes. Avro loads a class that a schema names only where its
 * package is listed as trusted, for schemas may come from anywhere; these models are used with the
 * schemas of classes that the program itself has named, so what those name is the program's own.
 */
public final class RecordModels {

    private RecordModels() {}

    /**
     * Of a class that Avro's compiler made.
     *
     * @param own the class's own, with its conversions of dates and decimals; null for none
     */
    public static SpecificData specific(Class<?> type, SpecificData own) {
        ClassLoader loader = type.getClassLoader();
        SpecificData model =
                new SpecificData(loader) {
                    @Override
                    public Class<?> getClass(Schema schema) {
                        Class<?> named = named(schema, loader);
                        return named != null ? named : super.getClass(schema);
                    }
                };
        if (own != null) {
            for (Conversion<?> conversion : own.getConversions()) {
                model.addLogicalTypeConversion(conversion);
            }
        }
        return model;
    }

    /** Of any class that Avro's reflection understands. */
    public static ReflectData reflect(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        return new ReflectData(loader) {
            @Override
            public Class<?> getClass(Schema schema) {
                Class<?> named = named(schema, loader);
                return named != null ? named : super.getClass(schema);
            }
        };
    }

    /** Null for what is no class, and for a class that is not there. */
    private static Class<?> named(Schema schema, ClassLoader loader) {
        return switch (schema.getType()) {
            case RECORD, ENUM, FIXED -> {
                String name = SpecificData.getClassName(schema);
                Class<?> found = name == null ? null : load(name, loader);
                // The schema of a class within a class has that one's name as its namespace.
                yield found != null || schema.getNamespace() == null
                        ? found
                        : load(schema.getNamespace() + '$' + schema.getName(), loader);
            }
            default -> null;
        };
    }

    private static Class<?> load(String name, ClassLoader loader) {
        try {
            return Class.forName(name, true, loader);
        } catch (ClassNotFoundException e) {
            return null; // Avro's own way of dealing with it
        }
    }
}
