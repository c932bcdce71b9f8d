// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common;

import io.millrace.annotation.PublicEvolving;

/** A program that says what it takes. */
@PublicEvolving
public interface ProgramDescription {

    /** What it does and what its arguments are. */
    String getDescription();
}
