// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.operators;

import io.millrace.annotation.Internal;
import io.millrace.spi.ChosenOperator;
import io.millrace.spi.OperatorSpec;
import io.millrace.streaming.api.functions.sink.SinkFunction;
import io.millrace.streaming.runtime.streamrecord.StreamRecord;

/**
 * Chooses a sink function, as {@code DataStream.addSink} does.
 *
 * @param <IN> the records
 */
@Internal
public class StreamSink<IN> extends ChosenOperator<Object, SinkFunction<IN>>
        implements OneInputStreamOperator<IN, Object> {

    private static final long serialVersionUID = 1L;

    public StreamSink(SinkFunction<IN> sinkFunction) {
        super(sinkFunction, new OperatorSpec.FunctionSink(sinkFunction));
    }

    /** Never called: the engine's own operator is. */
    @Override
    public void processElement(StreamRecord<IN> element) throws Exception {
        throw notRunHere();
    }
}
