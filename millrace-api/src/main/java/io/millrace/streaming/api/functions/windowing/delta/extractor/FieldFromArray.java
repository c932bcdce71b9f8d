// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.functions.windowing.delta.extractor;

import io.millrace.annotation.Internal;
import java.lang.reflect.Array;

/** One entry of an array. */
@Internal
public class FieldFromArray<OUT> implements Extractor<Object, OUT> {

    private static final long serialVersionUID = -5161386546695574359L;

    private final int fieldId;

    /** The first. */
    public FieldFromArray() {
        this(0);
    }

    /** The one at this position. */
    public FieldFromArray(int fieldId) {
        this.fieldId = fieldId;
    }

    @Override
    @SuppressWarnings("unchecked") // who makes the extractor knows the array
    public OUT extract(Object in) {
        return (OUT) Array.get(in, fieldId);
    }
}
