// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.spi;

import java.util.List;

/** The records of several streams of one type. */
public final class UnionTransformation<T> extends Transformation<T> {

    private final List<Transformation<?>> inputs;

    public UnionTransformation(List<Transformation<T>> inputs) {
        super(inputs.get(0).outputType());
        this.inputs = List.copyOf(inputs);
    }

    @Override
    public List<Transformation<?>> inputs() {
        return inputs;
    }

    /** The largest of the inputs'; a union has no subtasks of its own. */
    @Override
    public int parallelism() {
        return inputs.stream().mapToInt(Transformation::parallelism).max().orElseThrow();
    }
}
