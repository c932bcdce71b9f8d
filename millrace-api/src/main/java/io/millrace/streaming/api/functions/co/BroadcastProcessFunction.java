// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.functions.co;

import io.millrace.annotation.PublicEvolving;
import io.millrace.util.Collector;

/**
 * A process function of a stream without keys and a broadcast stream. Elements of the latter come
 * to every subtask and may change broadcast state, records of the former come to one subtask and
 * read it.
 *
 * @param <IN1> records of the stream that is not broadcast
 * @param <IN2> elements of the broadcast stream
 * @param <OUT> what is emitted
 */
@PublicEvolving
public abstract class BroadcastProcessFunction<IN1, IN2, OUT> extends BaseBroadcastProcessFunction {

    private static final long serialVersionUID = 8352559162119034453L;

    public BroadcastProcessFunction() {}

    /** Called for each record of the stream that is not broadcast. */
    public abstract void processElement(IN1 value, ReadOnlyContext ctx, Collector<OUT> out)
            throws Exception;

    /** Called for each element of the broadcast stream, in every subtask. */
    public abstract void processBroadcastElement(IN2 value, Context ctx, Collector<OUT> out)
            throws Exception;

    /** What surrounds an element of the broadcast stream. */
    public abstract class Context extends BaseBroadcastProcessFunction.Context {

        public Context() {}
    }

    /** What surrounds a record of the other stream. */
    public abstract class ReadOnlyContext extends BaseBroadcastProcessFunction.ReadOnlyContext {

        public ReadOnlyContext() {}
    }
}
