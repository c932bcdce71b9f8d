// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.format.avro;

import java.util.Collection;
import java.util.Map;
import org.apache.avro.Conversion;
import org.apache.avro.Schema;
import org.apache.avro.reflect.ReflectData;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.util.ClassSecurityValidator;

/**
 * Avro's models of the program's classes. Avro loads a class that a schema names only where its
 * package is listed as trusted, for schemas may come from anywhere; these models are used with the
 * schemas of classes that the program itself has named, so what those name is the program's own.
 *
 * <p>A reader by reflection asks no model which collection a field has, but a list of trusted
 * classes that the whole process has in common. The JDK's collections are added to it, since
 * nothing can be done with them that a schema could not say anyway.
 */
public final class RecordModels {

    static {
        ClassSecurityValidator.setGlobal(
                ClassSecurityValidator.composite(
                        ClassSecurityValidator.getGlobal(), RecordModels::isCollection));
    }

    private RecordModels() {}

    private static boolean isCollection(Class<?> type) {
        return type.getName().startsWith("java.util.")
                && (Collection.class.isAssignableFrom(type) || Map.class.isAssignableFrom(type));
    }

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
