// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.operators;

import io.millrace.annotation.PublicEvolving;
import io.millrace.streaming.runtime.streamrecord.StreamRecord;

/**
 * An operator with one input.
 *
 * @param <IN> what comes in
 * @param <OUT> what is emitted
 */
@PublicEvolving
public interface OneInputStreamOperator<IN, OUT> extends StreamOperator<OUT>, Input<IN> {

    @Override
    default void setKeyContextElement(StreamRecord<IN> record) throws Exception {
        setKeyContextElement1(record);
    }
}
