// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.operators;

import io.millrace.annotation.Internal;
import io.millrace.api.common.functions.FilterFunction;
import io.millrace.spi.ChosenOperators;
import io.millrace.spi.OperatorSpec;
import io.millrace.streaming.runtime.streamrecord.StreamRecord;

/**
 * Chooses the dropping of records by a function, as {@code DataStream.filter} does.
 *
 * @param <IN> the records
 */
@Internal
public class StreamFilter<IN> extends AbstractUdfStreamOperator<IN, FilterFunction<IN>>
        implements OneInputStreamOperator<IN, IN> {

    private static final long serialVersionUID = 1L;

    static {
        ChosenOperators.leave(StreamFilter.class, FilterFunction.class, OperatorSpec.Filter::new);
    }

    public StreamFilter(FilterFunction<IN> function) {
        super(function);
        chainingStrategy = ChainingStrategy.ALWAYS;
    }

    /** Never called: the engine's own operator is. */
    @Override
    public void processElement(StreamRecord<IN> element) throws Exception {
        throw ChosenOperators.notRunHere(this);
    }
}
