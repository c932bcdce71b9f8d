// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.core.execution;

import io.millrace.annotation.Internal;
import io.millrace.annotation.PublicEvolving;
import io.millrace.configuration.DescribedEnum;
import io.millrace.configuration.description.InlineElement;
import io.millrace.configuration.description.TextElement;

/** How much a checkpoint asked for by hand writes. */
@PublicEvolving
public enum CheckpointType implements DescribedEnum {
    /** As the job is set up to. */
    CONFIGURED("As the job is set up to."),
    /** All state. */
    FULL("All state."),
    /** What has changed. */
    INCREMENTAL("What has changed.");

    /** As the job is set up to. */
    public static final CheckpointType DEFAULT = CONFIGURED;

    private final InlineElement description;

    CheckpointType(String description) {
        this.description = TextElement.text(description);
    }

    @Override
    @Internal
    public InlineElement getDescription() {
        return description;
    }
}
