// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.task;

import io.millrace.engine.chain.Operator;
import io.millrace.engine.chain.Output;
import io.millrace.engine.exchange.OutputGate;
import io.millrace.util.OutputTag;
import java.util.List;

/**
 * One operator's place in a chain, before it is built: how to make it, and where what it emits
 * goes.
 *
 * @param context what the operator is told; its backends are made when the task initializes
 * @param maker makes the operator once its output is known
 * @param simple whether the operator will be a SimpleLink without key: then its records do not pass
 *     through it
 * @param routes where its records go; empty when nobody listens
 */
public record ChainLink(TaskContext context, Maker maker, boolean simple, List<Route> routes) {

    public ChainLink {
        routes = List.copyOf(routes);
    }

    /** Makes the operator. */
    public interface Maker {
        Operator make(TaskContext context, Output<Object> output) throws Exception;
    }

    /**
     * One listener of an operator: either a later link of the same chain or a gate.
     *
     * @param tag the side output listened to, null for the main output
     * @param link index of the link in the chain, -1 when the listener is a gate
     * @param gate the gate, null when the listener is a link
     * @param copier makes the chained listener's own object; null to pass by reference (a gate has
     *     its own)
     */
    public record Route(OutputTag<?> tag, int link, OutputGate gate, OutputGate.Copier copier) {}
}
