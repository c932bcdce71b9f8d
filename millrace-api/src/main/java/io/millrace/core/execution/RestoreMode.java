// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.core.execution;

import io.millrace.annotation.Internal;
import io.millrace.annotation.PublicEvolving;
import io.millrace.configuration.DescribedEnum;
import io.millrace.configuration.description.InlineElement;
import io.millrace.configuration.description.TextElement;

/** Who owns the snapshot that a job starts from. */
@PublicEvolving
public enum RestoreMode implements DescribedEnum {
    /** The job: it deletes the snapshot when it needs it no longer. */
    CLAIM("The job: it deletes the snapshot when it needs it no longer."),
    /** The user: the job never deletes it, and does not need it after its own first checkpoint. */
    NO_CLAIM(
            "The user: the job never deletes it, and does not need it after its own first"
                    + " checkpoint."),
    /**
     * The user, though the job may go on needing it.
     *
     * @deprecated use {@link #CLAIM} or {@link #NO_CLAIM}
     */
    @Deprecated
    LEGACY("The user, though the job may go on needing it.");

    /** The user owns it. */
    public static final RestoreMode DEFAULT = NO_CLAIM;

    private final String description;

    RestoreMode(String description) {
        this.description = description;
    }

    @Override
    @Internal
    public InlineElement getDescription() {
        return TextElement.text(description);
    }
}
