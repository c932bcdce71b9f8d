// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.accumulators;

import io.millrace.annotation.Public;
import java.util.TreeMap;

/** How often each number was added. Not safe from several threads. */
@Public
public class Histogram implements Accumulator<Integer, TreeMap<Integer, Integer>> {

    private static final long serialVersionUID = 1L;

    private TreeMap<Integer, Integer> treeMap = new TreeMap<>();

    @Override
    public void add(Integer value) {
        treeMap.merge(value, 1, Integer::sum);
    }

    @Override
    public TreeMap<Integer, Integer> getLocalValue() {
        return treeMap;
    }

    @Override
    public void merge(Accumulator<Integer, TreeMap<Integer, Integer>> other) {
        other.getLocalValue().forEach((value, times) -> treeMap.merge(value, times, Integer::sum));
    }

    @Override
    public void resetLocal() {
        treeMap.clear();
    }

    @Override
    public String toString() {
        return treeMap.toString();
    }

    @Override
    public Accumulator<Integer, TreeMap<Integer, Integer>> clone() {
        Histogram copy = new Histogram();
        copy.treeMap = new TreeMap<>(treeMap);
        return copy;
    }
}
