// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.spi;

import java.util.List;
import java.util.Objects;

/** The same records, dealt to the receiver's subtasks in a stated way. */
public final class PartitionTransformation<T> extends Transformation<T> {

    private final Transformation<T> input;
    private final Partitioning partitioning;

    public PartitionTransformation(Transformation<T> input, Partitioning partitioning) {
        super(input.outputType());
        this.input = input;
        this.partitioning = Objects.requireNonNull(partitioning, "partitioning");
    }

    public Partitioning partitioning() {
        return partitioning;
    }

    @Override
    public List<Transformation<?>> inputs() {
        return List.of(input);
    }

    @Override
    public int parallelism() {
        return input.parallelism();
    }
}
