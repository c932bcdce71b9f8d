// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.metrics;

import io.millrace.annotation.Public;

/** Replaces characters that some system of metrics does not take. */
@Public
public interface CharacterFilter {

    /** Replaces nothing. */
    CharacterFilter NO_OP_FILTER = input -> input;

    /** The text with such characters replaced. */
    String filterCharacters(String input);
}
