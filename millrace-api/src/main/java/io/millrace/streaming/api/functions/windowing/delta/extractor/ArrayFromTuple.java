// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.functions.windowing.delta.extractor;

import io.millrace.annotation.Internal;
import io.millrace.api.java.tuple.Tuple;

/** Fields of a tuple as an array. */
@Internal
public class ArrayFromTuple implements Extractor<Tuple, Object[]> {

    private static final long serialVersionUID = -6076121226427616818L;

    /** Null for all. */
    private final int[] indexes;

    /** All fields. */
    public ArrayFromTuple() {
        this.indexes = null;
    }

    /** The fields at these positions. */
    public ArrayFromTuple(int... indexes) {
        this.indexes = indexes.clone();
    }

    @Override
    public Object[] extract(Tuple in) {
        Object[] out = new Object[indexes == null ? in.getArity() : indexes.length];
        for (int i = 0; i < out.length; i++) {
            out[i] = in.getField(indexes == null ? i : indexes[i]);
        }
        return out;
    }
}
