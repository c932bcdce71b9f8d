// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.io;

import io.millrace.annotation.Public;
import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.functions.RuntimeContext;
import io.millrace.core.io.InputSplit;
import java.io.IOException;

/**
 * An input format that knows its task, and is told when the task begins and ends.
 *
 * @param <OT> the records
 * @param <T> the parts
 */
@Public
public abstract class RichInputFormat<OT, T extends InputSplit> implements InputFormat<OT, T> {

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
                    "The runtime context of an input format is there in its task only, not where the"
                            + " input is cut into parts.");
        }
        return runtimeContext;
    }

    /** Once in a task, before its first part. */
    @PublicEvolving
    public void openInputFormat() throws IOException {}

    /** Once in a task, after its last part. */
    @PublicEvolving
    public void closeInputFormat() throws IOException {}
}
