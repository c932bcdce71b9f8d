// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.configuration.description;

import io.millrace.annotation.PublicEvolving;
import java.util.ArrayList;
import java.util.List;

/** A description: blocks, one below the other. */
@PublicEvolving
public class Description {

    private final List<BlockElement> blocks;

    private Description(List<BlockElement> blocks) {
        this.blocks = blocks;
    }

    /** Begins a description. */
    public static DescriptionBuilder builder() {
        return new DescriptionBuilder();
    }

    /** The blocks. */
    public List<BlockElement> getBlocks() {
        return blocks;
    }

    /** Collects blocks. */
    @PublicEvolving
    public static class DescriptionBuilder {

        private final List<BlockElement> blocks = new ArrayList<>();

        /** Adds text with elements in place of each {@code %s}. */
        public DescriptionBuilder text(String format, InlineElement... elements) {
            return add(TextElement.text(format, elements));
        }

        /** Adds plain text. */
        public DescriptionBuilder text(String text) {
            return add(TextElement.text(text));
        }

        /** Adds a block. */
        public DescriptionBuilder add(BlockElement block) {
            blocks.add(block);
            return this;
        }

        /** Adds a line break. */
        public DescriptionBuilder linebreak() {
            return add(LineBreakElement.linebreak());
        }

        /** Adds a list. */
        public DescriptionBuilder list(InlineElement... elements) {
            return add(ListElement.list(elements));
        }

        /** The description. */
        public Description build() {
            return new Description(List.copyOf(blocks));
        }
    }
}
