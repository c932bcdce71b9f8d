// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import java.util.Collection;

/** A record about which an asynchronous function has been asked. Used by its operator only. */
final class Question<I, O> {

    final I value;
    final long timestamp;

    /** How often the function has been called for it. */
    int tries;

    /** The future of the try that is under way; null while the next one is waited for. */
    OneAnswer<O> current;

    /** When its time is up, by the clock; not set where there is no limit. */
    long deadlineMs = Long.MAX_VALUE;

    boolean timedOut;

    /** Null until it is answered. */
    Collection<O> answer;

    /** Used by {@link UnorderedQuestions}. */
    Object segment;

    Question(I value, long timestamp) {
        this.value = value;
        this.timestamp = timestamp;
    }

    boolean isAnswered() {
        return answer != null;
    }
}
