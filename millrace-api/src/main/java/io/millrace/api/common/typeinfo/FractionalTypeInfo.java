// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.typeinfo;

import io.millrace.annotation.Public;
import io.millrace.api.common.typeutils.TypeSerializer;

/** A number with a fraction. */
@Public
public class FractionalTypeInfo<T> extends NumericTypeInfo<T> {

    private static final long serialVersionUID = 554334260950199994L;

    FractionalTypeInfo(
            Class<T> clazz, Class<?>[] possibleCastTargets, TypeSerializer<T> serializer) {
        super(clazz, possibleCastTargets, serializer);
    }
}
