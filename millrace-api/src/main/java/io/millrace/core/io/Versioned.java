// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.core.io;

import io.millrace.annotation.PublicEvolving;

/** Has a format whose version is a number. */
@PublicEvolving
public interface Versioned {

    /** The version that is written now. */
    int getVersion();
}
