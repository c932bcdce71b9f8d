// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.operators;

import io.millrace.annotation.Internal;
import io.millrace.api.common.functions.FilterFunction;
import io.millrace.spi.ChosenOperator;
import io.millrace.spi.OperatorSpec;
import io.millrace.streaming.runtime.streamrecord.StreamRecord;

/**
 * Chooses the dropping of records by a function, as {@code DataStream.filter} does.
 *
 * @param <IN> the records
 */
@Internal
public class StreamFilter<IN> extends ChosenOperator<IN, FilterFunction<IN>>
        implements OneInputStreamOperator<IN, IN> {

    private static final long serialVersionUID = 1L;

    public StreamFilter(FilterFunction<IN> function) {
        super(function, new OperatorSpec.Filter(function));
    }

    /** Never called: the engine's own operator is. */
    @Override
    public void processElement(StreamRecord<IN> element) throws Exception {
        throw notRunHere();
    }
}
