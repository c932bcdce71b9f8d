// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import java.util.function.Consumer;

/**
 * The questions of an asynchronous operator that are under way, and the watermarks among them;
 * knows what may be emitted when. Used by the operator only.
 */
interface Questions<I, O> {

    /**
     * A watermark, or that the stream is idle or active.
     *
     * @param idle null for a watermark
     */
    record Mark(long watermark, Boolean idle) {

        /**
         * Whether nothing is lost when only the other one, which came right after, is passed on.
         */
        boolean isReplacedBy(Mark next) {
            return (idle == null) == (next.idle == null);
        }
    }

    /** Takes what may be emitted now. */
    interface Emission<I, O> {
        void answer(Question<I, O> question);

        void mark(Mark mark);
    }

    /** A question is under way. */
    void add(Question<I, O> question);

    /** Passed on when all questions before it have been; at once when there are none. */
    void mark(Mark mark);

    /** One that is under way has its answer; emits what may be emitted by that. */
    void answered(Question<I, O> question);

    /** Questions whose answers have not been emitted. */
    int size();

    /** Those, in the order in which they came. */
    void forEach(Consumer<Question<I, O>> each);
}
