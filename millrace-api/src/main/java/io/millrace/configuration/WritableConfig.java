// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.configuration;

import io.millrace.annotation.PublicEvolving;

/** Settings to write. */
@PublicEvolving
public interface WritableConfig {

    /** Sets an option; null is refused. */
    <T> WritableConfig set(ConfigOption<T> option, T value);
}
