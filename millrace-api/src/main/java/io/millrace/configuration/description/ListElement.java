// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.configuration.description;

import io.millrace.annotation.PublicEvolving;
import java.util.List;

/** A list with bullets. */
@PublicEvolving
public class ListElement implements BlockElement {

    private final List<InlineElement> entries;

    private ListElement(List<InlineElement> entries) {
        this.entries = entries;
    }

    /** A list of entries. */
    public static ListElement list(InlineElement... elements) {
        return new ListElement(List.of(elements));
    }

    /** The entries. */
    public List<InlineElement> getEntries() {
        return entries;
    }

    @Override
    public void format(Formatter formatter) {
        formatter.format(this);
    }
}
