// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common;

import io.millrace.annotation.PublicEvolving;

/** Whether a program runs as a stream or as a batch. */
@PublicEvolving
public enum RuntimeExecutionMode {
    /** As a stream: all at once, results as they come. */
    STREAMING,
    /** As a batch: step by step, results at the end. */
    BATCH,
    /** As a batch if all sources are bounded, else as a stream. */
    AUTOMATIC
}
