// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.configuration.description;

import io.millrace.annotation.PublicEvolving;

/** A link with a text. */
@PublicEvolving
public class LinkElement implements InlineElement {

    private final String link;
    private final String text;

    private LinkElement(String link, String text) {
        this.link = link;
        this.text = text;
    }

    /** A link with a text. */
    public static LinkElement link(String link, String text) {
        return new LinkElement(link, text);
    }

    /** A link that is its own text. */
    public static LinkElement link(String link) {
        return new LinkElement(link, link);
    }

    /** Where it leads. */
    public String getLink() {
        return link;
    }

    /** What is shown. */
    public String getText() {
        return text;
    }

    @Override
    public void format(Formatter formatter) {
        formatter.format(this);
    }
}
