// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.core.execution;

import io.millrace.annotation.Internal;
import io.millrace.annotation.PublicEvolving;
import io.millrace.configuration.DescribedEnum;
import io.millrace.configuration.description.InlineElement;
import io.millrace.configuration.description.TextElement;

/** The form a savepoint is written in. */
@PublicEvolving
public enum SavepointFormatType implements DescribedEnum {
    /** The same for all state backends. */
    CANONICAL("The same for all state backends."),
    /** That of the state backend: faster to write and to restore, by the same backend. */
    NATIVE("That of the state backend: faster to write and to restore, by the same backend.");

    /** The same for all state backends. */
    public static final SavepointFormatType DEFAULT = CANONICAL;

    private final InlineElement description;

    SavepointFormatType(String description) {
        this.description = TextElement.text(description);
    }

    @Override
    @Internal
    public InlineElement getDescription() {
        return description;
    }
}
