// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.functions;

import io.millrace.annotation.Public;
import io.millrace.annotation.PublicEvolving;
import io.millrace.configuration.Configuration;

/**
 * A function with a life: it is told where it runs, opened before its first record and closed after
 * its last. All calls come from the task that runs it, one at a time.
 */
@Public
public interface RichFunction extends Function {

    /**
     * The older form of {@link #open(OpenContext)}.
     *
     * @param parameters always empty
     * @deprecated override {@link #open(OpenContext)}
     */
    @Deprecated
    void open(Configuration parameters) throws Exception;

    /**
     * Called once per attempt, after state has been restored and before the first record. Calls the
     * older form unless overridden, so that functions written for it go on working.
     *
     * @throws Exception fails the task, and the job goes through its restart strategy
     */
    @PublicEvolving
    default void open(OpenContext openContext) throws Exception {
        open(new Configuration());
    }

    /**
     * Called once at the end of an attempt: after the last record, and also on failure and
     * cancellation, even where {@code open} failed half way.
     */
    void close() throws Exception;

    /**
     * Where this function runs.
     *
     * @throws IllegalStateException before the engine has set it
     */
    RuntimeContext getRuntimeContext();

    /**
     * The context inside a batch iteration.
     *
     * @throws IllegalStateException always, in a stream
     */
    IterationRuntimeContext getIterationRuntimeContext();

    /** Called by the engine before {@code open}. */
    void setRuntimeContext(RuntimeContext t);
}
