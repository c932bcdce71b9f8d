// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.configuration;

import io.millrace.annotation.PublicEvolving;
import io.millrace.configuration.description.InlineElement;

/** An enum whose constants say what they mean. */
@PublicEvolving
public interface DescribedEnum {

    /** What the constant means. */
    InlineElement getDescription();
}
