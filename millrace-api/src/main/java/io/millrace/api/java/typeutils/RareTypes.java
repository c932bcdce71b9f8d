// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.java.typeutils;

import io.millrace.api.common.typeinfo.BasicArrayTypeInfo;
import io.millrace.api.common.typeinfo.BasicTypeInfo;
import io.millrace.api.common.typeinfo.LocalTimeTypeInfo;
import io.millrace.api.common.typeinfo.PrimitiveArrayTypeInfo;
import io.millrace.api.common.typeinfo.SqlTimeTypeInfo;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.types.Value;

/**
 * Types that most programs have none of. They stand apart from {@link TypeReader} because verifying
 * a class loads the ones it makes, and every start would pay for all of these.
 */
final class RareTypes {

    private RareTypes() {}

    static TypeInformation<?> generic(Class<?> type) {
        return new GenericTypeInfo<>(type);
    }

    /** The type of a class of {@code java.sql} or {@code java.time}; null for no such type. */
    static TypeInformation<?> time(Class<?> type) {
        TypeInformation<?> sql = SqlTimeTypeInfo.getInfoFor(type);
        return sql != null ? sql : LocalTimeTypeInfo.getInfoFor(type);
    }

    /** An array of primitives or of their boxes, dates and the like; null for another. */
    static TypeInformation<?> arrayOfSimple(Class<?> array) {
        TypeInformation<?> primitive = PrimitiveArrayTypeInfo.getInfoFor(array);
        return primitive != null ? primitive : BasicArrayTypeInfo.getInfoFor(array);
    }

    static <C> TypeInformation<?> arrayOf(TypeInformation<C> component) {
        Class<?> array = component.getTypeClass().arrayType();
        TypeInformation<?> basic = BasicArrayTypeInfo.getInfoFor(array);
        return basic != null && component instanceof BasicTypeInfo
                ? basic
                : ObjectArrayTypeInfo.getInfoFor(component);
    }

    static TypeInformation<?> array(Class<?> array, TypeInformation<?> component) {
        return ObjectArrayTypeInfo.getInfoFor(array, component);
    }

    static TypeInformation<?> value(Class<?> type) {
        return ValueTypeInfo.getValueTypeInfo(type.asSubclass(Value.class));
    }

    @SuppressWarnings({
        "unchecked",
        "rawtypes"
    }) // checked to be an enum; a constant's class is below it
    static TypeInformation<?> enumOf(Class<?> type) {
        return new EnumTypeInfo(type.isEnum() ? type : type.getSuperclass());
    }

    static TypeInformation<?> list(TypeInformation<?> element) {
        return new ListTypeInfo<>(element);
    }

    static TypeInformation<?> map(TypeInformation<?> key, TypeInformation<?> value) {
        return new MapTypeInfo<>(key, value);
    }
}
