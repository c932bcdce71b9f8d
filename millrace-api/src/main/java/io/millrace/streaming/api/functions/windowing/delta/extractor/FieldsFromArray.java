// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.functions.windowing.delta.extractor;

import io.millrace.annotation.Internal;
import java.lang.reflect.Array;

/** Some entries of an array. */
@Internal
public class FieldsFromArray<OUT> implements Extractor<Object, OUT[]> {

    private static final long serialVersionUID = 8075055384516397670L;

    private final Class<OUT> type;
    private final int[] indexes;

    /** The entries at these positions, as an array of this class. */
    public FieldsFromArray(Class<OUT> clazz, int... indexes) {
        this.type = clazz;
        this.indexes = indexes.clone();
    }

    @Override
    @SuppressWarnings("unchecked") // an array made for this class
    public OUT[] extract(Object in) {
        OUT[] out = (OUT[]) Array.newInstance(type, indexes.length);
        for (int i = 0; i < out.length; i++) {
            out[i] = (OUT) Array.get(in, indexes[i]);
        }
        return out;
    }
}
