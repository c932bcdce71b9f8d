// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.typeinfo;

import io.millrace.annotation.Public;
import java.lang.reflect.Type;
import java.util.Map;

/**
 * Gives the type information of a class that has its own; see {@link TypeInfo}.
 *
 * @param <T> the class
 */
@Public
public abstract class TypeInfoFactory<T> {

    /** For subclasses. */
    public TypeInfoFactory() {}

    /**
     * The type information of a use of the class.
     *
     * @param t the type as it is used
     * @param genericParameters what is known of its parameters, by name; a value is null if it is
     *     not known
     */
    public abstract TypeInformation<T> createTypeInfo(
            Type t, Map<String, TypeInformation<?>> genericParameters);
}
