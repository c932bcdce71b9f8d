// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.core.execution;

import io.millrace.annotation.Public;

/** What is promised of the effects of each record on state after a failure. */
@Public
public enum CheckpointingMode {
    /** Each record takes effect once. */
    EXACTLY_ONCE,
    /** Each record takes effect, some perhaps more than once; barriers hold nothing up. */
    AT_LEAST_ONCE
}
