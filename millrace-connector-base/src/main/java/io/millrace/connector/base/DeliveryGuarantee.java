// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.base;

import static io.millrace.configuration.description.TextElement.text;

import io.millrace.annotation.Internal;
import io.millrace.annotation.PublicEvolving;
import io.millrace.configuration.DescribedEnum;
import io.millrace.configuration.description.InlineElement;

/** How often what a sink was given arrives in the system it writes to, failures included. */
@PublicEvolving
public enum DeliveryGuarantee implements DescribedEnum {
    /** Once, as far as readers of that system can see; becomes visible with checkpoints. */
    EXACTLY_ONCE(
            "exactly-once",
            text(
                    "Records are delivered exactly once, also when the job restarts. They become"
                            + " visible when a checkpoint completes.")),
    /** Once or more often: what came after the last checkpoint may come again. */
    AT_LEAST_ONCE(
            "at-least-once",
            text(
                    "No record is lost, but some may be delivered more than once when the job"
                            + " restarts.")),
    /** As it happens: records may be lost, and may be doubled. */
    NONE("none", text("Records are delivered without a guarantee: some may be lost or doubled."));

    private final String name;
    private final InlineElement description;

    DeliveryGuarantee(String name, InlineElement description) {
        this.name = name;
        this.description = description;
    }

    @Internal
    @Override
    public InlineElement getDescription() {
        return description;
    }

    /** As it is written in a configuration. */
    @Override
    public String toString() {
        return name;
    }
}
