// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state;

import io.millrace.api.common.typeutils.TypeSerializer;

/** The logical name under which a type is written to a snapshot and compared at restore. */
public final class TypeText {

    private TypeText() {}

    public static String of(TypeSerializer<?> serializer) {
        return serializer.getClass().getSimpleName().replace("Serializer", "");
    }
}
