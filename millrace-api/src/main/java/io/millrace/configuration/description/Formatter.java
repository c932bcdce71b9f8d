// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.configuration.description;

import io.millrace.annotation.PublicEvolving;
import java.util.EnumSet;
import java.util.List;

/** Turns descriptions into text of some kind; subclasses know the kind. */
@PublicEvolving
public abstract class Formatter {

    private final StringBuilder state = new StringBuilder();

    /** The text of a description. */
    public String format(Description description) {
        for (BlockElement block : description.getBlocks()) {
            block.format(this);
        }
        return take();
    }

    /** Writes a link. */
    public void format(LinkElement element) {
        formatLink(state, element.getLink(), element.getText());
    }

    /** Writes text. */
    public void format(TextElement element) {
        formatText(state, element.getFormat(), each(element.getElements()), element.getStyles());
    }

    /** Writes a line break. */
    public void format(LineBreakElement element) {
        formatLineBreak(state);
    }

    /** Writes a list. */
    public void format(ListElement element) {
        formatList(state, each(element.getEntries()));
    }

    private String[] each(List<InlineElement> elements) {
        return elements.stream()
                .map(
                        element -> {
                            Formatter inner = newInstance();
                            element.format(inner);
                            return inner.take();
                        })
                .toArray(String[]::new);
    }

    private String take() {
        String text = state.toString();
        state.setLength(0);
        return text;
    }

    /** Writes a link. */
    protected abstract void formatLink(StringBuilder state, String link, String description);

    /** Writes a line break. */
    protected abstract void formatLineBreak(StringBuilder state);

    /** Writes text; {@code format} is for {@link String#format}. */
    protected abstract void formatText(
            StringBuilder state,
            String format,
            String[] elements,
            EnumSet<TextElement.TextStyle> styles);

    /** Writes a list. */
    protected abstract void formatList(StringBuilder state, String[] entries);

    /** Another of the same kind, for elements within elements. */
    protected abstract Formatter newInstance();
}
