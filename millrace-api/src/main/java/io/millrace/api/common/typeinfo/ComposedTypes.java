// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.typeinfo;

import io.millrace.api.java.tuple.Tuple;
import io.millrace.api.java.typeutils.EitherTypeInfo;
import io.millrace.api.java.typeutils.EnumTypeInfo;
import io.millrace.api.java.typeutils.GenericTypeInfo;
import io.millrace.api.java.typeutils.ListTypeInfo;
import io.millrace.api.java.typeutils.MapTypeInfo;
import io.millrace.api.java.typeutils.ObjectArrayTypeInfo;
import io.millrace.api.java.typeutils.PojoField;
import io.millrace.api.java.typeutils.PojoTypeInfo;
import io.millrace.api.java.typeutils.RowTypeInfo;
import io.millrace.api.java.typeutils.TupleTypeInfo;
import io.millrace.api.java.typeutils.ValueTypeInfo;
import io.millrace.types.Either;
import io.millrace.types.Row;
import io.millrace.types.Value;
import java.util.List;
import java.util.Map;

/**
 * Types made of others. Apart from {@link Types}, which every job has, for to verify this class
 * loads all of these.
 */
final class ComposedTypes {

    private ComposedTypes() {}

    static <T extends Tuple> TypeInformation<T> tuple(TypeInformation<?>... types) {
        return new TupleTypeInfo<>(types);
    }

    static <T> TypeInformation<T> pojo(Class<T> type, List<PojoField> fields) {
        return new PojoTypeInfo<>(type, fields);
    }

    static <T> TypeInformation<T> generic(Class<T> type) {
        return new GenericTypeInfo<>(type);
    }

    static <K, V> TypeInformation<Map<K, V>> map(
            TypeInformation<K> keyType, TypeInformation<V> valueType) {
        return new MapTypeInfo<>(keyType, valueType);
    }

    static <E> TypeInformation<List<E>> list(TypeInformation<E> elementType) {
        return new ListTypeInfo<>(elementType);
    }

    static <E> TypeInformation<E[]> array(TypeInformation<E> elementType) {
        return ObjectArrayTypeInfo.getInfoFor(elementType);
    }

    static TypeInformation<?> primitiveArray(Class<?> type) {
        return PrimitiveArrayTypeInfo.getInfoFor(type);
    }

    static <E extends Enum<E>> TypeInformation<E> enumeration(Class<E> type) {
        return new EnumTypeInfo<>(type);
    }

    static <L, R> TypeInformation<Either<L, R>> either(
            TypeInformation<L> leftType, TypeInformation<R> rightType) {
        return new EitherTypeInfo<>(leftType, rightType);
    }

    static <V extends Value> TypeInformation<V> value(Class<V> type) {
        return new ValueTypeInfo<>(type);
    }

    static TypeInformation<Row> row(TypeInformation<?>... types) {
        return new RowTypeInfo(types);
    }

    static TypeInformation<Row> row(TypeInformation<?>[] types, String[] names) {
        return new RowTypeInfo(types, names);
    }
}
