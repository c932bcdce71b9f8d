// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.functions.windowing.delta.extractor;

import io.millrace.annotation.Internal;
import io.millrace.api.java.tuple.Tuple;

/** One field of a tuple. */
@Internal
public class FieldFromTuple<OUT> implements Extractor<Tuple, OUT> {

    private static final long serialVersionUID = -5161386546695574359L;

    private final int fieldId;

    /** The field at this position. */
    public FieldFromTuple(int fieldId) {
        this.fieldId = fieldId;
    }

    @Override
    public OUT extract(Tuple in) {
        return in.getField(fieldId);
    }
}
