// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.configuration.description;

import io.millrace.annotation.PublicEvolving;
import java.util.EnumSet;
import java.util.List;

/** Text, in which {@code %s} stands for further elements. */
@PublicEvolving
public class TextElement implements BlockElement, InlineElement {

    /** How text is set. */
    public enum TextStyle {
        /** As code. */
        CODE
    }

    private final String format;
    private final List<InlineElement> elements;
    private final EnumSet<TextStyle> textStyles = EnumSet.noneOf(TextStyle.class);

    private TextElement(String format, List<InlineElement> elements) {
        this.format = format;
        this.elements = elements;
    }

    /** Text with elements in place of each {@code %s}. */
    public static TextElement text(String format, InlineElement... elements) {
        return new TextElement(format, List.of(elements));
    }

    /** Plain text; a per cent sign in it is one. */
    public static TextElement text(String text) {
        return new TextElement(text.replace("%", "%%"), List.of());
    }

    /** Elements, one after the other. */
    public static InlineElement wrap(InlineElement... elements) {
        return text("%s".repeat(elements.length), elements);
    }

    /** Text set as code. */
    public static TextElement code(String text) {
        TextElement element = text(text);
        element.textStyles.add(TextStyle.CODE);
        return element;
    }

    /** The text, with {@code %s} for each element. */
    public String getFormat() {
        return format;
    }

    /** The elements. */
    public List<InlineElement> getElements() {
        return elements;
    }

    /** How it is set. */
    public EnumSet<TextStyle> getStyles() {
        return EnumSet.copyOf(textStyles);
    }

    @Override
    public void format(Formatter formatter) {
        formatter.format(this);
    }
}
