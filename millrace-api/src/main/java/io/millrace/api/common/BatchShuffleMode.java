// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common;

import io.millrace.annotation.PublicEvolving;
import io.millrace.configuration.DescribedEnum;
import io.millrace.configuration.description.InlineElement;
import io.millrace.configuration.description.TextElement;

/** How a cluster moves records between the tasks of a batch job; without meaning in one process. */
@PublicEvolving
public enum BatchShuffleMode implements DescribedEnum {
    ALL_EXCHANGES_PIPELINED("Both sides run at once."),
    ALL_EXCHANGES_BLOCKING("The receivers begin when the senders have ended."),
    ALL_EXCHANGES_HYBRID_FULL("The receivers begin when they can; everything is kept."),
    ALL_EXCHANGES_HYBRID_SELECTIVE("The receivers begin when they can.");

    private final InlineElement description;

    BatchShuffleMode(String description) {
        this.description = TextElement.text(description);
    }

    @Override
    public InlineElement getDescription() {
        return description;
    }
}
