// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.io;

import io.millrace.annotation.Public;
import io.millrace.api.common.functions.RuntimeContext;

/**
 * An output format that knows its task.
 *
 * @param <IT> the records
 */
@Public
public abstract class RichOutputFormat<IT> implements OutputFormat<IT> {

    private static final long serialVersionUID = 1L;

    private transient RuntimeContext runtimeContext;

    /** Called by the task. */
    public void setRuntimeContext(RuntimeContext t) {
        this.runtimeContext = t;
    }

    /**
     * What the format learns of its task.
     *
     * @throws IllegalStateException outside of a task
     */
    public RuntimeContext getRuntimeContext() {
        if (runtimeContext == null) {
            throw new IllegalStateException(
                    "The runtime context of an output format is there in its task only.");
        }
        return runtimeContext;
    }
}
