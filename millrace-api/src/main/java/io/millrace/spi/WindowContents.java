// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.spi;

import io.millrace.api.common.functions.AggregateFunction;
import io.millrace.api.common.functions.ReduceFunction;
import io.millrace.api.common.typeinfo.TypeInformation;

/**
 * What a window keeps of its records until it is shown. A closed family, so that who runs windows
 * sees what can be folded early, and what must be kept.
 */
public sealed interface WindowContents {

    /**
     * The records themselves, in the order in which they came.
     *
     * @param type of the records; may be a MissingTypeInfo
     */
    record Elements(TypeInformation<?> type) implements WindowContents {}

    /**
     * One record, into which the others are folded. With an evictor, which wants to see records,
     * they are folded only when the window is shown.
     *
     * @param type of the records; may be a MissingTypeInfo
     */
    record Reduced(ReduceFunction<?> function, TypeInformation<?> type) implements WindowContents {}

    /**
     * An accumulator; the function sees its result. With an evictor the records are kept, and
     * accumulated only when the window is shown.
     *
     * @param accumulatorType may be a MissingTypeInfo
     * @param type of the records; may be a MissingTypeInfo
     */
    record Aggregated(
            AggregateFunction<?, ?, ?> function,
            TypeInformation<?> accumulatorType,
            TypeInformation<?> type)
            implements WindowContents {}
}
