// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.typeinfo;

import io.millrace.annotation.Public;
import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.serialization.SerializerConfig;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.api.common.typeutils.base.LocalDateSerializer;
import io.millrace.api.common.typeutils.base.LocalDateTimeSerializer;
import io.millrace.api.common.typeutils.base.LocalTimeSerializer;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.temporal.Temporal;
import java.util.Objects;

/** The local dates and times of java.time. */
@Public
public class LocalTimeTypeInfo<T extends Temporal> extends TypeInformation<T>
        implements AtomicType<T> {

    private static final long serialVersionUID = 1L;

    /** The type of LocalDate. */
    public static final LocalTimeTypeInfo<LocalDate> LOCAL_DATE =
            new LocalTimeTypeInfo<>(LocalDate.class, LocalDateSerializer.INSTANCE);

    /** The type of LocalTime. */
    public static final LocalTimeTypeInfo<LocalTime> LOCAL_TIME =
            new LocalTimeTypeInfo<>(LocalTime.class, LocalTimeSerializer.INSTANCE);

    /** The type of LocalDateTime. */
    public static final LocalTimeTypeInfo<LocalDateTime> LOCAL_DATE_TIME =
            new LocalTimeTypeInfo<>(LocalDateTime.class, LocalDateTimeSerializer.INSTANCE);

    private final Class<T> clazz;
    private final TypeSerializer<T> serializer;

    LocalTimeTypeInfo(Class<T> clazz, TypeSerializer<T> serializer) {
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
    @SuppressWarnings("rawtypes") // the mirrored signature
    public static LocalTimeTypeInfo getInfoFor(Class type) {
        Objects.requireNonNull(type, "type");
        if (type == LocalDate.class) {
            return LOCAL_DATE;
        }
        if (type == LocalTime.class) {
            return LOCAL_TIME;
        }
        if (type == LocalDateTime.class) {
            return LOCAL_DATE_TIME;
        }
        return null;
    }

    @Override
    public String toString() {
        return clazz.getSimpleName();
    }

    @Override
    public boolean equals(Object obj) {
        return obj instanceof LocalTimeTypeInfo<?> other
                && other.canEqual(this)
                && clazz == other.clazz;
    }

    @Override
    public int hashCode() {
        return 31 * clazz.hashCode() + serializer.hashCode();
    }

    @Override
    public boolean canEqual(Object obj) {
        return obj instanceof LocalTimeTypeInfo;
    }
}
