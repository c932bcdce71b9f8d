// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.configuration.description;

import io.millrace.annotation.PublicEvolving;

/** A line break. */
@PublicEvolving
public class LineBreakElement implements InlineElement, BlockElement {

    private LineBreakElement() {}

    /** A line break. */
    public static LineBreakElement linebreak() {
        return new LineBreakElement();
    }

    @Override
    public void format(Formatter formatter) {
        formatter.format(this);
    }
}
