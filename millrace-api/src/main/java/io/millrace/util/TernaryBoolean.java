// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.util;

import io.millrace.annotation.PublicEvolving;
import io.millrace.configuration.ConfigOption;
import io.millrace.configuration.ReadableConfig;

/** True, false, or not said. */
@PublicEvolving
public enum TernaryBoolean {
    /** True. */
    TRUE,
    /** False. */
    FALSE,
    /** Not said. */
    UNDEFINED;

    /** What is said, else the default. */
    public boolean getOrDefault(boolean defaultValue) {
        return this == UNDEFINED ? defaultValue : this == TRUE;
    }

    /** This if it is said, else what is given. */
    public TernaryBoolean resolveUndefined(boolean valueForUndefined) {
        return this == UNDEFINED ? fromBoolean(valueForUndefined) : this;
    }

    /** What is said, null if nothing is. */
    public Boolean getAsBoolean() {
        return this == UNDEFINED ? null : Boolean.valueOf(this == TRUE);
    }

    /** What is said, else what is set. */
    public static TernaryBoolean mergeTernaryBooleanWithConfig(
            TernaryBoolean original, ConfigOption<Boolean> configOption, ReadableConfig config) {
        return original == UNDEFINED ? fromBoolean(config.get(configOption)) : original;
    }

    /** True or false. */
    public static TernaryBoolean fromBoolean(boolean bool) {
        return bool ? TRUE : FALSE;
    }

    /** True, false, or not said if null. */
    public static TernaryBoolean fromBoxedBoolean(Boolean bool) {
        return bool == null ? UNDEFINED : fromBoolean(bool);
    }
}
