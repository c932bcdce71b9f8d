// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.accumulators;

import io.millrace.annotation.Public;
import java.util.ArrayList;

/**
 * All objects that were added. Not safe from several threads.
 *
 * @param <T> the objects, which must be serializable
 */
@Public
public class ListAccumulator<T> implements Accumulator<T, ArrayList<T>> {

    private static final long serialVersionUID = 1L;

    private ArrayList<T> localValue = new ArrayList<>();

    @Override
    public void add(T value) {
        localValue.add(value);
    }

    @Override
    public ArrayList<T> getLocalValue() {
        return localValue;
    }

    @Override
    public void resetLocal() {
        localValue.clear();
    }

    @Override
    public void merge(Accumulator<T, ArrayList<T>> other) {
        localValue.addAll(other.getLocalValue());
    }

    @Override
    public Accumulator<T, ArrayList<T>> clone() {
        ListAccumulator<T> copy = new ListAccumulator<>();
        copy.localValue = new ArrayList<>(localValue);
        return copy;
    }

    @Override
    public String toString() {
        return "List Accumulator " + localValue;
    }
}
