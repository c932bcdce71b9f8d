// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.functions.co;

import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.functions.AbstractRichFunction;
import io.millrace.util.Collector;
import io.millrace.util.OutputTag;

/**
 * What is done with each pair of records that an interval join has found: of one key, and with
 * timestamps as far apart as wanted.
 *
 * @param <IN1> records of the left stream
 * @param <IN2> records of the right stream
 * @param <OUT> what comes out
 */
@PublicEvolving
public abstract class ProcessJoinFunction<IN1, IN2, OUT> extends AbstractRichFunction {

    private static final long serialVersionUID = -2444626938039012398L;

    public ProcessJoinFunction() {}

    /**
     * Called for each pair, when the second of the two has come.
     *
     * @param left may come in other pairs too, so it must not be changed
     * @param right may come in other pairs too, so it must not be changed
     * @param ctx good during the call only
     * @param out what is emitted here has the greater of the two timestamps
     */
    public abstract void processElement(IN1 left, IN2 right, Context ctx, Collector<OUT> out)
            throws Exception;

    /** What surrounds the pair. */
    public abstract class Context {

        public Context() {}

        /** Timestamp of the left record, in milliseconds. */
        public abstract long getLeftTimestamp();

        /** Timestamp of the right record, in milliseconds. */
        public abstract long getRightTimestamp();

        /** Timestamp of what is emitted: the greater of the two. */
        public abstract long getTimestamp();

        /** Emits to a side output, with the same timestamp. */
        public abstract <X> void output(OutputTag<X> outputTag, X value);
    }
}
