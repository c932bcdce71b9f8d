// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.operators;

import io.millrace.annotation.Internal;
import io.millrace.api.common.functions.ReduceFunction;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.spi.ChosenOperators;
import io.millrace.spi.OperatorSpec;
import io.millrace.streaming.runtime.streamrecord.StreamRecord;
import java.util.Objects;

/**
 * Chooses a rolling reduce per key, as {@code KeyedStream.reduce} does.
 *
 * @param <IN> the records
 */
@Internal
public class StreamGroupedReduceOperator<IN>
        extends AbstractUdfStreamOperator<IN, ReduceFunction<IN>>
        implements OneInputStreamOperator<IN, IN> {

    private static final long serialVersionUID = 1L;

    static {
        ChosenOperators.leave(
                StreamGroupedReduceOperator.class, ReduceFunction.class, OperatorSpec.Reduce::new);
    }

    /**
     * @param serializer of the records; the engine takes that of the stream's type
     */
    public StreamGroupedReduceOperator(ReduceFunction<IN> reducer, TypeSerializer<IN> serializer) {
        super(reducer);
        Objects.requireNonNull(serializer, "serializer");
        chainingStrategy = ChainingStrategy.ALWAYS;
    }

    /** Never called: the engine's own operator is. */
    @Override
    public void processElement(StreamRecord<IN> element) throws Exception {
        throw ChosenOperators.notRunHere(this);
    }
}
