// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.operators;

import io.millrace.annotation.Internal;
import io.millrace.spi.ChosenOperators;
import io.millrace.spi.OperatorSpec;
import io.millrace.streaming.api.functions.sink.SinkFunction;
import io.millrace.streaming.runtime.streamrecord.StreamRecord;

/**
 * Chooses a sink function, as {@code DataStream.addSink} does.
 *
 * @param <IN> the records
 */
@Internal
public class StreamSink<IN> extends AbstractUdfStreamOperator<Object, SinkFunction<IN>>
        implements OneInputStreamOperator<IN, Object> {

    private static final long serialVersionUID = 1L;

    static {
        ChosenOperators.leave(StreamSink.class, SinkFunction.class, OperatorSpec.FunctionSink::new);
    }

    public StreamSink(SinkFunction<IN> sinkFunction) {
        super(sinkFunction);
        chainingStrategy = ChainingStrategy.ALWAYS;
    }

    /** Never called: the engine's own operator is. */
    @Override
    public void processElement(StreamRecord<IN> element) throws Exception {
        throw ChosenOperators.notRunHere(this);
    }
}
