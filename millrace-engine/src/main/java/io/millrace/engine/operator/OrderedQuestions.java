// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import java.util.ArrayDeque;
import java.util.function.Consumer;

/** Answers in the order of the records. */
final class OrderedQuestions<I, O> implements Questions<I, O> {

    private final Emission<I, O> emission;

    /** Questions and marks; the first is always a question. */
    private final ArrayDeque<Object> queue = new ArrayDeque<>();

    private int size;

    OrderedQuestions(Emission<I, O> emission) {
        this.emission = emission;
    }

    @Override
    public void add(Question<I, O> question) {
        queue.add(question);
        size++;
    }

    @Override
    public void mark(Mark mark) {
        if (queue.isEmpty()) {
            emission.mark(mark);
            return;
        }
        if (queue.peekLast() instanceof Mark last && last.isReplacedBy(mark)) {
            queue.removeLast();
        }
        queue.add(mark);
    }

    @Override
    public void answered(Question<I, O> question) {
        while (!queue.isEmpty()) {
            if (queue.peek() instanceof Mark mark) {
                queue.remove();
                emission.mark(mark);
                continue;
            }
            Question<I, O> first = asQuestion(queue.peek());
            if (!first.isAnswered()) {
                return;
            }
            queue.remove();
            size--;
            emission.answer(first);
        }
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public void forEach(Consumer<Question<I, O>> each) {
        for (Object entry : queue) {
            if (!(entry instanceof Mark)) {
                each.accept(asQuestion(entry));
            }
        }
    }

    @SuppressWarnings("unchecked") // what is in the queue is a mark or a question of the operator's
    private Question<I, O> asQuestion(Object entry) {
        return (Question<I, O>) entry;
    }
}
