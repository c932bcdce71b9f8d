// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.typeinfo;

import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.functions.InvalidTypesException;
import io.millrace.api.java.tuple.Tuple;
import io.millrace.api.java.tuple.Tuple0;
import io.millrace.api.java.typeutils.PojoField;
import io.millrace.api.java.typeutils.PojoTypeInfo;
import io.millrace.api.java.typeutils.TupleTypeInfo;
import io.millrace.api.java.typeutils.TypeExtractor;
import io.millrace.types.Either;
import io.millrace.types.Row;
import io.millrace.types.Value;
import java.lang.reflect.Field;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Date;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The type informations a program names most often. */
@PublicEvolving
public class Types {

    /** Void, of which the only value is null. */
    public static final TypeInformation<Void> VOID = BasicTypeInfo.VOID_TYPE_INFO;

    /** String; may be null. */
    public static final TypeInformation<String> STRING = BasicTypeInfo.STRING_TYPE_INFO;

    /** Byte and byte. */
    public static final TypeInformation<Byte> BYTE = BasicTypeInfo.BYTE_TYPE_INFO;

    /** Boolean and boolean. */
    public static final TypeInformation<Boolean> BOOLEAN = BasicTypeInfo.BOOLEAN_TYPE_INFO;

    /** Short and short. */
    public static final TypeInformation<Short> SHORT = BasicTypeInfo.SHORT_TYPE_INFO;

    /** Integer and int. */
    public static final TypeInformation<Integer> INT = BasicTypeInfo.INT_TYPE_INFO;

    /** Long and long. */
    public static final TypeInformation<Long> LONG = BasicTypeInfo.LONG_TYPE_INFO;

    /** Float and float. */
    public static final TypeInformation<Float> FLOAT = BasicTypeInfo.FLOAT_TYPE_INFO;

    /** Double and double. */
    public static final TypeInformation<Double> DOUBLE = BasicTypeInfo.DOUBLE_TYPE_INFO;

    /** Character and char. */
    public static final TypeInformation<Character> CHAR = BasicTypeInfo.CHAR_TYPE_INFO;

    /** BigDecimal. */
    public static final TypeInformation<BigDecimal> BIG_DEC = BasicTypeInfo.BIG_DEC_TYPE_INFO;

    /** BigInteger. */
    public static final TypeInformation<BigInteger> BIG_INT = BasicTypeInfo.BIG_INT_TYPE_INFO;

    /** java.sql.Date. */
    public static final TypeInformation<Date> SQL_DATE = SqlTimeTypeInfo.DATE;

    /** java.sql.Time. */
    public static final TypeInformation<Time> SQL_TIME = SqlTimeTypeInfo.TIME;

    /** java.sql.Timestamp. */
    public static final TypeInformation<Timestamp> SQL_TIMESTAMP = SqlTimeTypeInfo.TIMESTAMP;

    /** LocalDate. */
    public static final TypeInformation<LocalDate> LOCAL_DATE = LocalTimeTypeInfo.LOCAL_DATE;

    /** LocalTime. */
    public static final TypeInformation<LocalTime> LOCAL_TIME = LocalTimeTypeInfo.LOCAL_TIME;

    /** LocalDateTime. */
    public static final TypeInformation<LocalDateTime> LOCAL_DATE_TIME =
            LocalTimeTypeInfo.LOCAL_DATE_TIME;

    /** Instant. */
    public static final TypeInformation<Instant> INSTANT = BasicTypeInfo.INSTANT_TYPE_INFO;

    /** All members are static. */
    public Types() {}

    /** A tuple with those fields. */
    public static <T extends Tuple> TypeInformation<T> TUPLE(TypeInformation<?>... types) {
        return ComposedTypes.tuple(types);
    }

    /**
     * A class that extends a tuple and says what its fields are.
     *
     * @throws InvalidTypesException if the class does not say
     */
    public static <T extends Tuple> TypeInformation<T> TUPLE(Class<T> tupleSubclass) {
        if (tupleSubclass == Tuple0.class) {
            return ComposedTypes.tuple();
        }
        TypeInformation<T> type = TypeExtractor.createTypeInfo(tupleSubclass);
        if (type instanceof TupleTypeInfo) {
            return type;
        }
        throw new InvalidTypesException(
                tupleSubclass.getName() + " is not treated as a tuple, but as " + type + ".");
    }

    /**
     * A POJO or a record.
     *
     * @throws InvalidTypesException if the class is none
     */
    public static <T> TypeInformation<T> POJO(Class<T> pojoClass) {
        TypeInformation<T> type = TypeExtractor.createTypeInfo(pojoClass);
        if (type instanceof PojoTypeInfo) {
            return type;
        }
        throw new InvalidTypesException(
                pojoClass.getName() + " is not treated as a POJO, but as " + type + ".");
    }

    /**
     * A POJO whose fields have exactly these types.
     *
     * @throws InvalidTypesException if the class has no such field
     */
    public static <T> TypeInformation<T> POJO(
            Class<T> pojoClass, Map<String, TypeInformation<?>> fields) {
        List<PojoField> pojoFields = new ArrayList<>(fields.size());
        fields.forEach(
                (name, type) -> {
                    Field field = TypeExtractor.getDeclaredField(pojoClass, name);
                    if (field == null) {
                        throw new InvalidTypesException(
                                "There is no field '" + name + "' in " + pojoClass.getName() + ".");
                    }
                    pojoFields.add(new PojoField(field, type));
                });
        return ComposedTypes.pojo(pojoClass, pojoFields);
    }

    /** A class serialized by Kryo, whatever else could be known of it. */
    public static <T> TypeInformation<T> GENERIC(Class<T> genericClass) {
        return ComposedTypes.generic(genericClass);
    }

    /**
     * An array of primitives.
     *
     * @throws IllegalArgumentException if the type has no primitive
     */
    public static TypeInformation<?> PRIMITIVE_ARRAY(TypeInformation<?> elementType) {
        Class<?> primitive =
                java.lang.invoke.MethodType.methodType(elementType.getTypeClass())
                        .unwrap()
                        .returnType();
        TypeInformation<?> type =
                primitive == void.class
                        ? null
                        : ComposedTypes.primitiveArray(primitive.arrayType());
        if (type == null) {
            throw new IllegalArgumentException("there is no primitive of type " + elementType);
        }
        return type;
    }

    /** An array of objects. */
    @SuppressWarnings("unchecked") // both kinds of type are of the array E[]
    public static <E> TypeInformation<E[]> OBJECT_ARRAY(TypeInformation<E> elementType) {
        if (elementType == (Object) STRING) {
            return (TypeInformation<E[]>)
                    (TypeInformation<?>) BasicArrayTypeInfo.STRING_ARRAY_TYPE_INFO;
        }
        return ComposedTypes.array(elementType);
    }

    /** A map; keys and values may be null. */
    public static <K, V> TypeInformation<Map<K, V>> MAP(
            TypeInformation<K> keyType, TypeInformation<V> valueType) {
        return ComposedTypes.map(keyType, valueType);
    }

    /** A list; elements may be null. */
    public static <E> TypeInformation<List<E>> LIST(TypeInformation<E> elementType) {
        return ComposedTypes.list(elementType);
    }

    /** An enum. */
    public static <E extends Enum<E>> TypeInformation<E> ENUM(Class<E> enumType) {
        return ComposedTypes.enumeration(enumType);
    }

    /** One of two. */
    public static <L, R> TypeInformation<Either<L, R>> EITHER(
            TypeInformation<L> leftType, TypeInformation<R> rightType) {
        return ComposedTypes.either(leftType, rightType);
    }

    /** A class whose objects write and read themselves. */
    public static <V extends Value> TypeInformation<V> VALUE(Class<V> valueType) {
        return ComposedTypes.value(valueType);
    }

    /** A row whose fields are called f0, f1 and so on; they may be null. */
    public static TypeInformation<Row> ROW(TypeInformation<?>... types) {
        return ComposedTypes.row(types);
    }

    /** A row whose fields have names; they may be null. */
    public static TypeInformation<Row> ROW_NAMED(String[] fieldNames, TypeInformation<?>... types) {
        return ComposedTypes.row(types, fieldNames);
    }
}
