// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.configuration;

import io.millrace.annotation.PublicEvolving;
import java.util.Map;
import java.util.Optional;

/** Settings to read. */
@PublicEvolving
public interface ReadableConfig {

    /**
     * The value of an option: as set, else its default, which may be null.
     *
     * @throws IllegalArgumentException when the value set is malformed; the message has the key,
     *     the value and the accepted form
     */
    <T> T get(ConfigOption<T> option);

    /**
     * The value of an option if it is set.
     *
     * @throws IllegalArgumentException when the value set is malformed; the message has the key,
     *     the value and the accepted form
     */
    <T> Optional<T> getOptional(ConfigOption<T> option);

    /** All settings in the form of a file. */
    Map<String, String> toMap();
}
