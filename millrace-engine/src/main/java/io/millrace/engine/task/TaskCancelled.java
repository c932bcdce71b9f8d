// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.task;

/** Unwinds a call that waits, or goes on for long, when its task is to end. */
public final class TaskCancelled extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public TaskCancelled() {
        super("The task was cancelled in the middle of a call", null, false, false);
    }
}
