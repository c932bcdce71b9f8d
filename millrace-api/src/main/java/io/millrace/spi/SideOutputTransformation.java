// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.spi;

import io.millrace.util.OutputTag;
import java.util.List;
import java.util.Objects;

/** What an operator emitted under one tag. */
public final class SideOutputTransformation<T> extends Transformation<T> {

    private final Transformation<?> input;
    private final OutputTag<T> tag;

    public SideOutputTransformation(Transformation<?> input, OutputTag<T> tag) {
        super(tag.getTypeInfo());
        this.input = input;
        this.tag = Objects.requireNonNull(tag, "tag");
    }

    public OutputTag<T> tag() {
        return tag;
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
