// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.operators;

import io.millrace.annotation.Internal;
import io.millrace.api.common.functions.FlatMapFunction;
import io.millrace.spi.ChosenOperators;
import io.millrace.spi.OperatorSpec;
import io.millrace.streaming.runtime.streamrecord.StreamRecord;

/**
 * Chooses any number of results per record by a function, as {@code DataStream.flatMap} does.
 *
 * @param <IN> what comes in
 * @param <OUT> what is emitted
 */
@Internal
public class StreamFlatMap<IN, OUT> extends AbstractUdfStreamOperator<OUT, FlatMapFunction<IN, OUT>>
        implements OneInputStreamOperator<IN, OUT> {

    private static final long serialVersionUID = 1L;

    static {
        ChosenOperators.leave(
                StreamFlatMap.class, FlatMapFunction.class, OperatorSpec.FlatMap::new);
    }

    public StreamFlatMap(FlatMapFunction<IN, OUT> function) {
        super(function);
        chainingStrategy = ChainingStrategy.ALWAYS;
    }

    /** Never called: the engine's own operator is. */
    @Override
    public void processElement(StreamRecord<IN> element) throws Exception {
        throw ChosenOperators.notRunHere(this);
    }
}
