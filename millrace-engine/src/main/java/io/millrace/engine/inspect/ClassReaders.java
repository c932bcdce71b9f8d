// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.inspect;

import io.millrace.api.common.serialization.SerializerConfigImpl;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.api.java.typeutils.TypeExtractor;
import io.millrace.api.java.typeutils.runtime.kryo.KryoSerializer;
import java.util.HashMap;
import java.util.Map;

/**
 * Finds what needs a class of the program, where one was given. Where there is none, or it does not
 * do, it answers a reader that says what is lacking.
 */
final class ClassReaders {

    private final ClassLoader loader;
    private final Map<String, ValueReader> known = new HashMap<>();

    /**
     * @param loader finds the program's classes
     */
    ClassReaders(ClassLoader loader) {
        this.loader = loader;
    }

    ClassLoader loader() {
        return loader;
    }

    /** Values of a class, as the type it would have in a program of today. */
    ValueReader ofClass(String name) {
        return known.computeIfAbsent(name, this::findOfClass);
    }

    private ValueReader findOfClass(String name) {
        try {
            Class<?> type = Class.forName(name, false, loader);
            return new ValueReader.BySerializer(
                    TypeExtractor.getForClass(type).createSerializer(new SerializerConfigImpl()));
        } catch (ClassNotFoundException | LinkageError e) {
            return new ValueReader.Unreadable(lacking("the class " + name));
        } catch (RuntimeException e) {
            return new ValueReader.Unreadable(
                    "the class "
                            + name
                            + " alone does not tell how its values are written: "
                            + e.getMessage());
        }
    }

    /** Values that Kryo wrote for a class, whose length is known in any case. */
    ValueReader ofKryo(String name) {
        return known.computeIfAbsent("Kryo " + name, unused -> findOfKryo(name));
    }

    private ValueReader findOfKryo(String name) {
        try {
            Class<?> type = Class.forName(name, false, loader);
            return new ValueReader.Measured(
                    new ValueReader.BySerializer(
                            new KryoSerializer<>(type, new SerializerConfigImpl())),
                    null);
        } catch (ClassNotFoundException | LinkageError e) {
            return new ValueReader.Measured(null, lacking("the class " + name));
        }
    }

    /** Values that a serializer of the program's own wrote. */
    ValueReader ofSerializer(String name) {
        return known.computeIfAbsent("by " + name, unused -> findOfSerializer(name));
    }

    private ValueReader findOfSerializer(String name) {
        try {
            Class<?> type = Class.forName(name, true, loader);
            var constructor = type.getDeclaredConstructor();
            constructor.setAccessible(true);
            return new ValueReader.BySerializer((TypeSerializer<?>) constructor.newInstance());
        } catch (ClassNotFoundException | LinkageError e) {
            return new ValueReader.Unreadable(lacking("the serializer " + name));
        } catch (ReflectiveOperationException | ClassCastException e) {
            return new ValueReader.Unreadable(
                    "the serializer " + name + " can't be made without the program that used it");
        }
    }

    static String lacking(String what) {
        return what + " is not here; name the program's jar with --classpath";
    }
}
