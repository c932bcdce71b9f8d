// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.functions.windowing.delta.extractor;

import io.millrace.annotation.Internal;
import io.millrace.api.java.tuple.Tuple;

/** Some fields of a tuple that are doubles. */
@Internal
public class FieldsFromTuple implements Extractor<Tuple, double[]> {

    private static final long serialVersionUID = -2554079091050273761L;

    private final int[] indexes;

    /** The fields at these positions. */
    public FieldsFromTuple(int... indexes) {
        this.indexes = indexes.clone();
    }

    @Override
    public double[] extract(Tuple in) {
        double[] out = new double[indexes.length];
        for (int i = 0; i < out.length; i++) {
            out[i] = in.<Double>getField(indexes[i]);
        }
        return out;
    }
}
