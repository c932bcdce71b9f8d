// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.spi.types;

import io.millrace.api.common.typeutils.CompositeTypeSerializerSnapshot;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.api.common.typeutils.TypeSerializerSnapshot;
import io.millrace.api.common.typeutils.base.EnumSerializer;
import io.millrace.api.common.typeutils.base.GenericArraySerializer;
import io.millrace.api.common.typeutils.base.GenericArraySerializerSnapshot;
import io.millrace.api.common.typeutils.base.ListSerializer;
import io.millrace.api.common.typeutils.base.ListSerializerSnapshot;
import io.millrace.api.common.typeutils.base.MapSerializer;
import io.millrace.api.common.typeutils.base.MapSerializerSnapshot;
import io.millrace.api.common.typeutils.base.TypeSerializerSingleton;
import io.millrace.api.java.tuple.Tuple;
import io.millrace.api.java.typeutils.runtime.JavaEitherSerializerSnapshot;
import io.millrace.api.java.typeutils.runtime.PojoSerializer;
import io.millrace.api.java.typeutils.runtime.TupleSerializerBase;
import io.millrace.api.java.typeutils.runtime.TupleSerializerSnapshot;
import io.millrace.api.java.typeutils.runtime.kryo.KryoSerializer;
import io.millrace.streaming.api.datastream.CoGroupedStreams;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A serializer's type as a person would write it: {@code Long}, {@code Tuple2<String, Long>},
 * {@code POJO com.acme.Order{id: Long, name: String}}, {@code List<Long>}, {@code Kryo
 * com.acme.Foo}.
 *
 * <p>The text stands in checkpoints and in messages. It names the user's classes but never ours, so
 * that it stays the same when ours are renamed: two serializers whose texts are equal write the
 * same form, unless the user wrote one of them.
 */
public final class TypeDescription {

    private static final String OWN = "io.millrace.";

    private static final String OWN_TUPLE = "tuple " + Tuple.class.getName();

    private static final Map<String, String> SIMPLE =
            Map.of(
                    "Int", "Integer",
                    "Char", "Character",
                    "BigInt", "BigInteger",
                    "BigDec", "BigDecimal",
                    "SqlDate", "java.sql.Date",
                    "SqlTime", "java.sql.Time",
                    "SqlTimestamp", "java.sql.Timestamp",
                    "RuntimeType", "Any");

    /** With these begins the text of a snapshot that describes itself. */
    private static final String[] DESCRIBED = {"POJO ", "Kryo ", "Enum ", "Avro "};

    private TypeDescription() {}

    /** The text. */
    public static String of(TypeSerializer<?> serializer) {
        String className = serializer.getClass().getName();
        if (serializer instanceof TypeSerializerSingleton && className.startsWith(OWN)) {
            return ofOwn(className); // first, for the other questions load large classes
        }
        if (serializer instanceof TupleSerializerBase<?> tuple) {
            return ofTuple(tuple);
        } else if (serializer instanceof ListSerializer<?> list) {
            return "List<" + of(list.getElementSerializer()) + ">";
        } else if (serializer instanceof MapSerializer<?, ?> map) {
            return "Map<" + of(map.getKeySerializer()) + ", " + of(map.getValueSerializer()) + ">";
        } else if (serializer instanceof GenericArraySerializer<?> array) {
            return of(array.getComponentSerializer()) + "[]";
        } else if (serializer instanceof CoGroupedStreams.UnionSerializer<?, ?> union) {
            return ofUnion(union);
        } else if (serializer instanceof PojoSerializer
                || serializer instanceof KryoSerializer
                || serializer instanceof EnumSerializer) {
            return serializer.toString();
        }
        return className.startsWith(OWN) ? ofOwn(className) : "by " + className;
    }

    /**
     * The same of what a checkpoint remembers of a serializer. The class of the serializer itself
     * need not be known, nor be able to read.
     */
    public static String of(TypeSerializerSnapshot<?> snapshot) {
        String text = snapshot.toString();
        for (String kind : DESCRIBED) {
            if (text.startsWith(kind)) {
                return text;
            }
        }
        if (snapshot instanceof ListSerializerSnapshot<?> list) {
            return "List<" + nested(list, ", ") + ">";
        } else if (snapshot instanceof MapSerializerSnapshot<?, ?> map) {
            return "Map<" + nested(map, ", ") + ">";
        } else if (snapshot instanceof GenericArraySerializerSnapshot<?> array) {
            return nested(array, ", ") + "[]";
        } else if (snapshot instanceof JavaEitherSerializerSnapshot<?, ?> either) {
            return "Either<" + nested(either, ", ") + ">";
        } else if (snapshot instanceof TupleSerializerSnapshot<?> tuple) {
            String outer = text.startsWith(OWN_TUPLE) ? "Tuple" + arity(tuple) : text;
            return outer + "<" + nested(tuple, ", ") + ">";
        }
        try {
            return of(snapshot.restoreSerializer());
        } catch (RuntimeException | LinkageError e) {
            return "by "
                    + snapshot.getClass().getName(); // all that is certain without its serializer
        }
    }

    private static int arity(CompositeTypeSerializerSnapshot<?, ?> snapshot) {
        return snapshot.getNestedSerializerSnapshots().length;
    }

    private static String nested(CompositeTypeSerializerSnapshot<?, ?> snapshot, String between) {
        return Arrays.stream(snapshot.getNestedSerializerSnapshots())
                .map(TypeDescription::of)
                .collect(Collectors.joining(between));
    }

    private static String ofUnion(CoGroupedStreams.UnionSerializer<?, ?> union) {
        CompositeTypeSerializerSnapshot<?, ?> snapshot =
                (CompositeTypeSerializerSnapshot<?, ?>) union.snapshotConfiguration();
        return Arrays.stream(snapshot.getNestedSerializerSnapshots())
                .map(nested -> of(nested.restoreSerializer()))
                .collect(Collectors.joining(" or ", "One<", ">"));
    }

    private static String ofTuple(TupleSerializerBase<?> tuple) {
        Class<?> type = tuple.getTupleClass();
        String name =
                type.getSuperclass() == Tuple.class && type.getName().startsWith(OWN)
                        ? type.getSimpleName()
                        : "tuple " + type.getName();
        return tuple.getArity() == 0
                ? name
                : Arrays.stream(tuple.getFieldSerializers())
                        .map(TypeDescription::of)
                        .collect(Collectors.joining(", ", name + "<", ">"));
    }

    /** {@code LongSerializer} is Long, {@code LongPrimitiveArraySerializer} long[]. */
    private static String ofOwn(String className) {
        String simple = className.substring(className.lastIndexOf('.') + 1).replace('$', '.');
        String kind =
                simple.endsWith(".Serializer")
                        ? simple.substring(0, simple.length() - ".Serializer".length())
                        : simple.endsWith("Serializer")
                                ? simple.substring(0, simple.length() - "Serializer".length())
                                : simple;
        if (kind.endsWith("PrimitiveArray")) {
            return kind.substring(0, kind.length() - "PrimitiveArray".length())
                            .toLowerCase(java.util.Locale.ROOT)
                    + "[]";
        } else if (kind.endsWith("Array")) {
            return kind.substring(0, kind.length() - "Array".length()) + "[]";
        }
        return SIMPLE.getOrDefault(kind, kind);
    }
}
