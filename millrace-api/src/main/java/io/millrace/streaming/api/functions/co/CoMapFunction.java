// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.functions.co;

import io.millrace.annotation.Public;
import io.millrace.api.common.functions.Function;
import java.io.Serializable;

/** One record in from either of two streams, one record out. */
@Public
public interface CoMapFunction<IN1, IN2, OUT> extends Function, Serializable {

    /** Called for each record of the first stream. */
    OUT map1(IN1 value) throws Exception;

    /** Called for each record of the second stream. */
    OUT map2(IN2 value) throws Exception;
}
