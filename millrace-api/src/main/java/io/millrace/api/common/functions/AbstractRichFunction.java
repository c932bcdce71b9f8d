// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.functions;

import io.millrace.annotation.Public;
import io.millrace.configuration.Configuration;
import java.io.Serializable;

/** A rich function that does nothing when opened or closed, and remembers its context. */
@Public
public abstract class AbstractRichFunction implements RichFunction, Serializable {

    private static final long serialVersionUID = 1L;

    /** Belongs to the place the function runs in, so it does not travel with it. */
    private transient RuntimeContext runtimeContext;

    @Override
    public void setRuntimeContext(RuntimeContext t) {
        this.runtimeContext = t;
    }

    @Override
    public RuntimeContext getRuntimeContext() {
        if (runtimeContext == null) {
            throw new IllegalStateException(
                    getClass().getName()
                            + " has no runtime context yet: the engine sets it before it calls "
                            + "open()."
                            + " Ask for it in open() or later, not in a constructor or field"
                            + " initializer.");
        }
        return runtimeContext;
    }

    @Override
    public IterationRuntimeContext getIterationRuntimeContext() {
        if (runtimeContext instanceof IterationRuntimeContext iteration) {
            return iteration;
        }
        if (runtimeContext == null) {
            getRuntimeContext();
        }
        throw new IllegalStateException(
                getClass().getName() + " does not run in a batch iteration: streams have none.");
    }

    @Deprecated
    @Override
    public void open(Configuration parameters) throws Exception {}

    @Override
    public void close() throws Exception {}
}
