// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.typeinfo;

import io.millrace.annotation.Public;
import io.millrace.api.common.typeutils.TypeSerializer;

/** A whole number. */
@Public
public class IntegerTypeInfo<T> extends NumericTypeInfo<T> {

    private static final long serialVersionUID = -8068827354966766955L;

    IntegerTypeInfo(Class<T> clazz, Class<?>[] possibleCastTargets, TypeSerializer<T> serializer) {
        super(clazz, possibleCastTargets, serializer);
    }
}
