// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.operators;

import io.millrace.annotation.Internal;
import io.millrace.spi.ChosenOperators;
import io.millrace.spi.OperatorSpec;
import io.millrace.streaming.api.functions.ProcessFunction;
import io.millrace.streaming.runtime.streamrecord.StreamRecord;

/**
 * Chooses a process function on a stream without keys, as {@code DataStream.process} does.
 *
 * @param <IN> what comes in
 * @param <OUT> what is emitted
 */
@Internal
public class ProcessOperator<IN, OUT>
        extends AbstractUdfStreamOperator<OUT, ProcessFunction<IN, OUT>>
        implements OneInputStreamOperator<IN, OUT> {

    private static final long serialVersionUID = 1L;

    static {
        ChosenOperators.leave(
                ProcessOperator.class, ProcessFunction.class, OperatorSpec.Process::new);
    }

    public ProcessOperator(ProcessFunction<IN, OUT> function) {
        super(function);
        chainingStrategy = ChainingStrategy.ALWAYS;
    }

    /** Never called: the engine's own operator is. */
    @Override
    public void processElement(StreamRecord<IN> element) throws Exception {
        throw ChosenOperators.notRunHere(this);
    }
}
