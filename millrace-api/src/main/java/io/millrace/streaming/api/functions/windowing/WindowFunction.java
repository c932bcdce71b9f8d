// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.functions.windowing;

import io.millrace.annotation.Public;
import io.millrace.api.common.functions.Function;
import io.millrace.streaming.api.windowing.windows.Window;
import io.millrace.util.Collector;
import java.io.Serializable;

/**
 * Is called with a window of one key whenever it is shown.
 *
 * @param <IN> what the window holds: records, or what they were folded into
 * @param <OUT> what is emitted
 * @param <KEY> the keys
 * @param <W> the windows
 */
@Public
public interface WindowFunction<IN, OUT, KEY, W extends Window> extends Function, Serializable {

    /**
     * A window is shown.
     *
     * @param input its contents, to be gone through during the call
     */
    void apply(KEY key, W window, Iterable<IN> input, Collector<OUT> out) throws Exception;
}
