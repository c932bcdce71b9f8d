// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.functions.co;

import io.millrace.annotation.Public;
import io.millrace.api.common.functions.Function;
import io.millrace.util.Collector;
import java.io.Serializable;

/** One record in from either of two streams, any number out. */
@Public
public interface CoFlatMapFunction<IN1, IN2, OUT> extends Function, Serializable {

    /** Called for each record of the first stream. */
    void flatMap1(IN1 value, Collector<OUT> out) throws Exception;

    /** Called for each record of the second stream. */
    void flatMap2(IN2 value, Collector<OUT> out) throws Exception;
}
