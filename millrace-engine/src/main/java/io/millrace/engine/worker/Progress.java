// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.worker;

/** What came of one step. */
public enum Progress {
    /** Something was done; there may be more. */
    MADE,
    /** Nothing to do until somebody wakes the step or its time comes. */
    NONE,
    /** There is work, but the output is full; somebody else must go on first. */
    BLOCKED,
    /** Finished for good; the step is never called again. */
    DONE
}
