// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.task;

import io.millrace.api.common.functions.FilterFunction;
import io.millrace.api.common.functions.Function;
import io.millrace.api.common.functions.MapFunction;
import io.millrace.engine.chain.SimpleLink;
import io.millrace.engine.exchange.OutputGate;

/**
 * One step of a fused run: exactly one of the first three is set.
 *
 * @param operator whose it is, for messages
 * @param uid that operator's uid; null when it has none
 */
record FusedStep(
        MapFunction<Object, Object> map,
        FilterFunction<Object> filter,
        OutputGate.Copier copier,
        String operator,
        String uid) {

    /** A copy made for this operator. */
    static FusedStep copy(OutputGate.Copier copier, TaskContext receiver) {
        return new FusedStep(null, null, copier, receiver.operatorName(), receiver.uid());
    }

    /** What a simple operator does. */
    @SuppressWarnings("unchecked") // records are untyped here
    static FusedStep of(SimpleLink link, TaskContext context) {
        Function function = link.simpleFunction();
        return link.isFilter()
                ? new FusedStep(
                        null,
                        (FilterFunction<Object>) function,
                        null,
                        context.operatorName(),
                        context.uid())
                : new FusedStep(
                        (MapFunction<Object, Object>) function,
                        null,
                        null,
                        context.operatorName(),
                        context.uid());
    }
}
