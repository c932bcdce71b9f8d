// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.core.execution;

import io.millrace.annotation.Internal;
import io.millrace.annotation.PublicEvolving;
import io.millrace.configuration.DescribedEnum;
import io.millrace.configuration.description.InlineElement;
import io.millrace.configuration.description.TextElement;

/** What a checkpoint that is asked for may refer to. */
@PublicEvolving
public enum CheckpointType implements DescribedEnum {
    /** As the job's other checkpoints. */
    CONFIGURED("As the job's other checkpoints."),
    /** It refers to nothing that earlier checkpoints have written. */
    FULL("It refers to nothing that earlier checkpoints have written."),
    /** It refers to what earlier checkpoints have written, where the state backend can. */
    INCREMENTAL("It refers to what earlier checkpoints have written, where the state backend can.");

    /** As the job's other checkpoints. */
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
