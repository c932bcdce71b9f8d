// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.typeinfo;

import io.millrace.annotation.Public;
import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.serialization.SerializerConfig;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.api.common.typeutils.base.SqlDateSerializer;
import io.millrace.api.common.typeutils.base.SqlTimeSerializer;
import io.millrace.api.common.typeutils.base.SqlTimestampSerializer;
import java.sql.Date;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.Objects;

/** The dates and times of java.sql. */
@Public
public class SqlTimeTypeInfo<T> extends TypeInformation<T> implements AtomicType<T> {

    private static final long serialVersionUID = -132955295409131880L;

    /** The type of Date. */
    public static final SqlTimeTypeInfo<Date> DATE =
            new SqlTimeTypeInfo<>(Date.class, SqlDateSerializer.INSTANCE);

    /** The type of Time. */
    public static final SqlTimeTypeInfo<Time> TIME =
            new SqlTimeTypeInfo<>(Time.class, SqlTimeSerializer.INSTANCE);

    /** The type of Timestamp. */
    public static final SqlTimeTypeInfo<Timestamp> TIMESTAMP =
            new SqlTimeTypeInfo<>(Timestamp.class, SqlTimestampSerializer.INSTANCE);

    private final Class<T> clazz;
    private final TypeSerializer<T> serializer;

    SqlTimeTypeInfo(Class<T> clazz, TypeSerializer<T> serializer) {
        this.clazz = clazz;
        this.serializer = serializer;
    }

    @Override
    @PublicEvolving
    public boolean isBasicType() {
        return false;
    }

    @Override
    @PublicEvolving
    public boolean isTupleType() {
        return false;
    }

    @Override
    @PublicEvolving
    public int getArity() {
        return 1;
    }

    @Override
    @PublicEvolving
    public int getTotalFields() {
        return 1;
    }

    @Override
    @PublicEvolving
    public Class<T> getTypeClass() {
        return clazz;
    }

    @Override
    @PublicEvolving
    public boolean isKeyType() {
        return true;
    }

    @Override
    @PublicEvolving
    public TypeSerializer<T> createSerializer(SerializerConfig config) {
        return serializer;
    }

    @Override
    @PublicEvolving
    public TypeSerializer<T> createSerializer(ExecutionConfig config) {
        return serializer;
    }

    /** The type of a class, or null if it is none of these. */
    @PublicEvolving
    @SuppressWarnings("unchecked") // each class is asked for with its own type
    public static <X> SqlTimeTypeInfo<X> getInfoFor(Class<X> type) {
        Objects.requireNonNull(type, "type");
        if (type == Date.class) {
            return (SqlTimeTypeInfo<X>) DATE;
        }
        if (type == Time.class) {
            return (SqlTimeTypeInfo<X>) TIME;
        }
        if (type == Timestamp.class) {
            return (SqlTimeTypeInfo<X>) TIMESTAMP;
        }
        return null;
    }

    @Override
    public String toString() {
        return clazz.getSimpleName();
    }

    @Override
    public boolean equals(Object obj) {
        return obj instanceof SqlTimeTypeInfo<?> other
                && other.canEqual(this)
                && clazz == other.clazz;
    }

    @Override
    public int hashCode() {
        return 31 * clazz.hashCode() + serializer.hashCode();
    }

    @Override
    public boolean canEqual(Object obj) {
        return obj instanceof SqlTimeTypeInfo;
    }
}
