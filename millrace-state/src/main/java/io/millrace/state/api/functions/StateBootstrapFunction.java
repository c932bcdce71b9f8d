// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.state.api.functions;

import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.functions.AbstractRichFunction;
import io.millrace.streaming.api.checkpoint.CheckpointedFunction;

/**
 * Makes operator state of data: lists, which it registers in {@code initializeState}. What it
 * collected elsewhere it puts into them in {@code snapshotState}, after the last record.
 *
 * @param <IN> the data
 */
@PublicEvolving
public abstract class StateBootstrapFunction<IN> extends AbstractRichFunction
        implements CheckpointedFunction {

    private static final long serialVersionUID = 1L;

    /** For subclasses. */
    public StateBootstrapFunction() {}

    /**
     * Takes a record.
     *
     * @param ctx only valid during the call
     */
    public abstract void processElement(IN value, Context ctx) throws Exception;

    /** What a function can ask. */
    public interface Context {

        /** The time of day, in milliseconds since 1970. */
        long currentProcessingTime();
    }
}
