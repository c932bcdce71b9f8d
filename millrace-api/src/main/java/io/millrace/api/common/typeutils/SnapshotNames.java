// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.typeutils;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/**
 * How a snapshot class is called in a checkpoint: ours by a logical name that outlives the class's
 * own name, a user's by the name of the class.
 */
final class SnapshotNames {

    /** No class name begins with it. */
    private static final String LOGICAL = ":";

    private static final String BASE = "io.millrace.api.common.typeutils.base.";
    private static final String RUNTIME = "io.millrace.api.java.typeutils.runtime.";
    private static final Map<String, String> CLASS_OF = new HashMap<>();
    private static final Map<String, String> NAME_OF = new HashMap<>();

    static {
        for (String kind :
                new String[] {
                    "Boolean", "Byte", "Short", "Int", "Long", "Float", "Double", "Char"
                }) {
            singleton(kind.toLowerCase(java.util.Locale.ROOT), BASE + kind + "Serializer");
            singleton(
                    kind.toLowerCase(java.util.Locale.ROOT) + "[]",
                    BASE + "array." + kind + "PrimitiveArraySerializer");
        }
        singleton("string", BASE + "StringSerializer");
        singleton("string[]", BASE + "array.StringArraySerializer");
        singleton("void", BASE + "VoidSerializer");
        singleton("date", BASE + "DateSerializer");
        singleton("sql-date", BASE + "SqlDateSerializer");
        singleton("sql-time", BASE + "SqlTimeSerializer");
        singleton("sql-timestamp", BASE + "SqlTimestampSerializer");
        singleton("local-date", BASE + "LocalDateSerializer");
        singleton("local-time", BASE + "LocalTimeSerializer");
        singleton("local-date-time", BASE + "LocalDateTimeSerializer");
        singleton("instant", BASE + "InstantSerializer");
        singleton("big-integer", BASE + "BigIntSerializer");
        singleton("big-decimal", BASE + "BigDecSerializer");
        name("enum", BASE + "EnumSerializer$EnumSerializerSnapshot");
        name("list", BASE + "ListSerializerSnapshot");
        name("map", BASE + "MapSerializerSnapshot");
        name("array", BASE + "GenericArraySerializerSnapshot");
        name("tuple", RUNTIME + "TupleSerializerSnapshot");
        name("tuple0", RUNTIME + "Tuple0SerializerSnapshot");
        name("pojo", RUNTIME + "PojoSerializerSnapshot");
        name("kryo", RUNTIME + "kryo.KryoSerializerSnapshot");
        name("either", RUNTIME + "JavaEitherSerializerSnapshot");
        name("row", RUNTIME + "RowSerializer$RowSerializerSnapshot");
        name("value", RUNTIME + "ValueSerializer$ValueSerializerSnapshot");
        name("copyable-value", RUNTIME + "CopyableValueSerializer$CopyableValueSerializerSnapshot");
        for (String kind :
                new String[] {
                    "Boolean", "Byte", "Short", "Int", "Long", "Float", "Double", "Char", "String",
                    "Null"
                }) {
            singleton(
                    kind.toLowerCase(java.util.Locale.ROOT) + "-value",
                    BASE + kind + "ValueSerializer");
        }
        name(
                "union",
                "io.millrace.streaming.api.datastream.CoGroupedStreams$UnionSerializerSnapshot");
        name("runtime", "io.millrace.spi.types.RuntimeTypeSerializer$Snapshot");
    }

    private SnapshotNames() {}

    private static void singleton(String name, String serializer) {
        name(
                name,
                serializer
                        + "$"
                        + serializer.substring(serializer.lastIndexOf('.') + 1)
                        + "Snapshot");
    }

    private static void name(String name, String className) {
        CLASS_OF.put(LOGICAL + name, className);
        NAME_OF.put(className, LOGICAL + name);
    }

    static String nameOf(TypeSerializerSnapshot<?> snapshot) {
        String className = snapshot.getClass().getName();
        return NAME_OF.getOrDefault(className, className);
    }

    @SuppressWarnings("unchecked") // the reader of a checkpoint names the type of what it reads
    static <T> TypeSerializerSnapshot<T> instantiate(String name, ClassLoader loader)
            throws IOException {
        String className = CLASS_OF.getOrDefault(name, name);
        if (className.startsWith(LOGICAL)) {
            throw new IOException(
                    "the bytes name a serializer snapshot '"
                            + name
                            + "' that this version does not know; were they written by a newer one?");
        }
        ClassLoader from =
                className.equals(name) ? loader : TypeSerializerSnapshot.class.getClassLoader();
        try {
            return (TypeSerializerSnapshot<T>)
                    Class.forName(className, true, from)
                            .asSubclass(TypeSerializerSnapshot.class)
                            .getConstructor()
                            .newInstance();
        } catch (ClassNotFoundException | ClassCastException e) {
            throw new IOException(
                    "the serializer snapshot class "
                            + className
                            + " named in the bytes is not on the class path, or is no TypeSerializerSnapshot",
                    e);
        } catch (ReflectiveOperationException e) {
            throw new IOException(
                    "the serializer snapshot class "
                            + className
                            + " needs a public constructor without arguments",
                    e);
        }
    }
}
