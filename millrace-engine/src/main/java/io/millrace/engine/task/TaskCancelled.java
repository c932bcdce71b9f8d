// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.task;

/** Unwinds a call that waits for room in the output when the task is to end. */
public final class TaskCancelled extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public TaskCancelled() {
        super("The task was cancelled while it waited for room in its output", null, false, false);
    }
}
