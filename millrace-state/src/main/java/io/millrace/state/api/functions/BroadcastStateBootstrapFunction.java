// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.state.api.functions;

import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.functions.AbstractRichFunction;
import io.millrace.api.common.state.BroadcastState;
import io.millrace.api.common.state.MapStateDescriptor;

/**
 * Makes broadcast state of data.
 *
 * @param <IN> the data
 */
@PublicEvolving
public abstract class BroadcastStateBootstrapFunction<IN> extends AbstractRichFunction {

    private static final long serialVersionUID = 1L;

    /** For subclasses. */
    public BroadcastStateBootstrapFunction() {}

    /**
     * Puts into state what a record says.
     *
     * @param ctx only valid during the call
     */
    public abstract void processElement(IN value, Context ctx) throws Exception;

    /** What a function can ask. */
    public interface Context {

        /** The time of day, in milliseconds since 1970. */
        long currentProcessingTime();

        /** The broadcast state of that descriptor; the same for the same name. */
        <K, V> BroadcastState<K, V> getBroadcastState(MapStateDescriptor<K, V> stateDescriptor);
    }
}
