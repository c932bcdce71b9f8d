// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.job;

import io.millrace.engine.chain.AccumulatorValue;
import io.millrace.engine.task.TaskKey;
import io.millrace.engine.worker.Workers;
import io.millrace.util.OptionalFailure;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/**
 * What the tasks of the present attempt have told of their accumulators, and who waits to hear it.
 * A new attempt begins anew: what a failed one had counted is forgotten, for its records come
 * again.
 *
 * <p>Questions are numbered. A task answers with the number it was asked with, so that nobody is
 * given what was counted before he asked; what it tells at its end answers every question.
 *
 * <p>Used by the supervisor only; totals are worked out elsewhere, for that runs the user's code.
 */
final class AccumulatorLedger {

    private static final class Question {
        final long number;
        final Set<TaskKey> awaited;
        final CompletableFuture<Map<String, OptionalFailure<Object>>> answer;

        Question(
                long number,
                Set<TaskKey> awaited,
                CompletableFuture<Map<String, OptionalFailure<Object>>> answer) {
            this.number = number;
            this.awaited = awaited;
            this.answer = answer;
        }
    }

    private final Workers workers;

    /** In the order of the plan, so that lists are merged in the same order each time. */
    private final Map<TaskKey, List<AccumulatorValue>> told =
            new TreeMap<>(AccumulatorLedger::inOrderOfPlan);

    private final List<Question> questions = new ArrayList<>();
    private long asked;

    private static int inOrderOfPlan(TaskKey a, TaskKey b) {
        int byVertex = Integer.compare(a.vertex(), b.vertex());
        return byVertex != 0 ? byVertex : Integer.compare(a.subtask(), b.subtask());
    }

    AccumulatorLedger(Workers workers) {
        this.workers = workers;
    }

    /** An attempt begins. */
    void begin() {
        told.clear();
    }

    /**
     * Somebody asks.
     *
     * @param awaited tasks that can still tell something newer
     * @return the number to ask them with
     */
    long ask(Set<TaskKey> awaited, CompletableFuture<Map<String, OptionalFailure<Object>>> answer) {
        asked++;
        questions.add(new Question(asked, new HashSet<>(awaited), answer));
        answerWhatIsComplete();
        return asked;
    }

    /** A task tells how its accumulators stood when it read question {@code number}. */
    void tell(TaskKey task, long number, List<AccumulatorValue> values) {
        told.put(task, values);
        for (Question question : questions) {
            if (question.number <= number) {
                question.awaited.remove(task);
            }
        }
        answerWhatIsComplete();
    }

    /** A task has ended; it has told all it had to tell. */
    void over(TaskKey task) {
        questions.forEach(question -> question.awaited.remove(task));
        answerWhatIsComplete();
    }

    /** Nobody will tell anything any more. */
    void abandon() {
        questions.forEach(question -> question.awaited.clear());
        answerWhatIsComplete();
    }

    /** All that is known of this attempt. */
    List<AccumulatorValue> known() {
        List<AccumulatorValue> all = new ArrayList<>();
        told.values().forEach(all::addAll);
        return all;
    }

    private void answerWhatIsComplete() {
        for (Iterator<Question> each = questions.iterator(); each.hasNext(); ) {
            Question question = each.next();
            if (question.awaited.isEmpty()) {
                each.remove();
                List<AccumulatorValue> known = known();
                workers.io(
                        "totals of accumulators",
                        () -> question.answer.complete(AccumulatorTotals.of(known)));
            }
        }
    }
}
