// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.typeinfo;

import io.millrace.annotation.Public;
import io.millrace.api.common.typeutils.TypeSerializer;

/** A number. */
@Public
public abstract class NumericTypeInfo<T> extends BasicTypeInfo<T> {

    private static final long serialVersionUID = -5937777910658986986L;

    NumericTypeInfo(Class<T> clazz, Class<?>[] possibleCastTargets, TypeSerializer<T> serializer) {
        super(clazz, possibleCastTargets, serializer);
    }
}
