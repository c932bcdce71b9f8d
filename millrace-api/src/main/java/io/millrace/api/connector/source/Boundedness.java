// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.connector.source;

import io.millrace.annotation.Public;

/** Whether a source ends by itself. */
@Public
public enum Boundedness {
    /** It has an end. */
    BOUNDED,
    /** It goes on until it is stopped. */
    CONTINUOUS_UNBOUNDED
}
