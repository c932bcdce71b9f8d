// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.datastream;

import io.millrace.api.common.functions.MapFunction;
import io.millrace.api.java.tuple.Tuple;

/** Makes a tuple of chosen fields of another. */
final class FieldsOfTuple<OUT extends Tuple> implements MapFunction<Tuple, OUT> {

    private static final long serialVersionUID = 1L;

    private final int[] fields;

    FieldsOfTuple(int[] fields) {
        this.fields = fields.clone();
    }

    @Override
    @SuppressWarnings("unchecked") // the arity is right, and the fields come from typed ones
    public OUT map(Tuple value) {
        Tuple chosen = Tuple.newInstance(fields.length);
        for (int i = 0; i < fields.length; i++) {
            chosen.setField(value.getField(fields[i]), i);
        }
        return (OUT) chosen;
    }
}
