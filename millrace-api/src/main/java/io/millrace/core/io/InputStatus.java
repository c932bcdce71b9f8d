// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.core.io;

import io.millrace.annotation.PublicEvolving;

/** What a reader says after it was asked for a record. */
@PublicEvolving
public enum InputStatus {
    /** Ask again at once. */
    MORE_AVAILABLE,
    /** Ask again when the reader's future of availability completes. */
    NOTHING_AVAILABLE,
    /** Never ask again: the input has ended. */
    END_OF_INPUT
}
