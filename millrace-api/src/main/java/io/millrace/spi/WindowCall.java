// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.spi;

import io.millrace.api.common.functions.CoGroupFunction;
import io.millrace.api.common.functions.FlatJoinFunction;
import io.millrace.api.common.functions.Function;
import io.millrace.api.common.functions.JoinFunction;
import io.millrace.streaming.api.functions.windowing.AllWindowFunction;
import io.millrace.streaming.api.functions.windowing.ProcessAllWindowFunction;
import io.millrace.streaming.api.functions.windowing.ProcessWindowFunction;
import io.millrace.streaming.api.functions.windowing.WindowFunction;

/** What is called with the contents of a window when it is shown. A closed family. */
public sealed interface WindowCall {

    /** The user's function, null where there is none. */
    Function function();

    /** Nothing: the contents are emitted as they are. */
    record PassOn() implements WindowCall {
        @Override
        public Function function() {
            return null;
        }
    }

    /** A function of key, window and contents. */
    record Apply(WindowFunction<?, ?, ?, ?> function) implements WindowCall {}

    /** The same with a context. */
    record Process(ProcessWindowFunction<?, ?, ?, ?> function) implements WindowCall {}

    /** A function of window and contents, for a stream without keys. */
    record ApplyAll(AllWindowFunction<?, ?, ?> function) implements WindowCall {}

    /** The same with a context. */
    record ProcessAll(ProcessAllWindowFunction<?, ?, ?> function) implements WindowCall {}

    /** A function of the records of two streams, which are the contents, tagged. */
    record CoGroup(CoGroupFunction<?, ?, ?> function) implements WindowCall {}

    /** A function of each pair of records of two streams, which are the contents, tagged. */
    record Join(JoinFunction<?, ?, ?> function) implements WindowCall {}

    /** The same with any number of results. */
    record FlatJoin(FlatJoinFunction<?, ?, ?> function) implements WindowCall {}
}
