// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.configuration;

import io.millrace.annotation.PublicEvolving;
import io.millrace.configuration.description.InlineElement;
import io.millrace.configuration.description.TextElement;

/** What becomes of completed checkpoints when the job ends other than by finishing. */
@PublicEvolving
public enum ExternalizedCheckpointRetention implements DescribedEnum {
    /** They are deleted when the job is cancelled, and kept when it fails. */
    DELETE_ON_CANCELLATION("They are deleted when the job is cancelled, and kept when it fails."),
    /** They are kept when the job is cancelled or fails; the user has to delete them. */
    RETAIN_ON_CANCELLATION(
            "They are kept when the job is cancelled or fails; the user has to delete them."),
    /** They are deleted however the job ends. */
    NO_EXTERNALIZED_CHECKPOINTS("They are deleted however the job ends.");

    private final String meaning;

    ExternalizedCheckpointRetention(String meaning) {
        this.meaning = meaning;
    }

    /** Whether they are deleted when the job is cancelled. */
    public boolean deleteOnCancellation() {
        return this == DELETE_ON_CANCELLATION;
    }

    @Override
    public InlineElement getDescription() {
        return TextElement.text(meaning);
    }
}
