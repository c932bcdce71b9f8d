// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Answers as they come, but none passes a watermark: the marks part the questions into segments,
 * and only the answers of the first are emitted when they come. Those of later ones wait until
 * theirs is the first.
 */
final class UnorderedQuestions<I, O> implements Questions<I, O> {

    /** Questions between two marks. */
    private static final class Segment<I, O> {
        /** Not emitted yet, in the order in which they came. */
        final Set<Question<I, O>> questions = new LinkedHashSet<>();

        /** Those of them that have answers, in the order of the answers. */
        final List<Question<I, O>> answered = new ArrayList<>();

        /** What follows on it; empty for the last segment. */
        final List<Mark> marks = new ArrayList<>();
    }

    private final Emission<I, O> emission;

    /** Never empty. Of several the first has open questions, and all but the last have marks. */
    private final ArrayDeque<Segment<I, O>> segments = new ArrayDeque<>();

    private int size;

    UnorderedQuestions(Emission<I, O> emission) {
        this.emission = emission;
        segments.add(new Segment<>());
    }

    @Override
    public void add(Question<I, O> question) {
        Segment<I, O> last = segments.peekLast();
        last.questions.add(question);
        question.segment = last;
        size++;
    }

    @Override
    public void mark(Mark mark) {
        if (size == 0) {
            emission.mark(mark);
            return;
        }
        Segment<I, O> last = segments.peekLast();
        if (last.questions.isEmpty()) { // it began with the mark before this one
            segments.removeLast();
            List<Mark> marks = segments.peekLast().marks;
            if (marks.get(marks.size() - 1).isReplacedBy(mark)) {
                marks.remove(marks.size() - 1);
            }
        }
        segments.peekLast().marks.add(mark);
        segments.add(new Segment<>());
    }

    @Override
    public void answered(Question<I, O> question) {
        Segment<I, O> first = segments.peek();
        if (question.segment != first) {
            segmentOf(question).answered.add(question);
            return;
        }
        emit(first, question);
        while (first.questions.isEmpty() && segments.size() > 1) {
            segments.remove();
            first.marks.forEach(emission::mark);
            first = segments.peek();
            List<Question<I, O>> waiting = List.copyOf(first.answered);
            first.answered.clear();
            for (Question<I, O> each : waiting) {
                emit(first, each);
            }
        }
    }

    private void emit(Segment<I, O> segment, Question<I, O> question) {
        segment.questions.remove(question);
        size--;
        emission.answer(question);
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public void forEach(Consumer<Question<I, O>> each) {
        segments.forEach(segment -> segment.questions.forEach(each));
    }

    @SuppressWarnings("unchecked") // segments are made here only
    private Segment<I, O> segmentOf(Question<I, O> question) {
        return (Segment<I, O>) question.segment;
    }
}
