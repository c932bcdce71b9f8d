// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.job;

import io.millrace.engine.task.Flow;
import io.millrace.engine.task.TaskKey;
import io.millrace.engine.task.TaskListener;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * Decides when a loop has come to its end. Pure: it is told answers and the time, and says what is
 * to be done next.
 *
 * <h2>Why counting</h2>
 *
 * Everywhere else the end is passed on from task to task: who has heard from all before him that no
 * more will come can say so himself. In a loop everybody would wait for himself. A mark that is
 * sent round proves nothing either: a record may have been processed behind it and have left three
 * others before it. What does prove it is Mattern's four-counter method (<em>Algorithms for
 * distributed termination detection</em>, 1987). Each task counts what it has sent within the loop
 * and what it has processed of it. All are asked, one after the other, at no common moment. When
 * all that enters has entered, nobody holds anything, the sums are equal, and a second round of
 * questions, begun after the last answer of the first, brings the same answers, then nothing was on
 * its way between the two rounds.
 *
 * <h2>Four steps to the end</h2>
 *
 * Quiet for {@code maxWaitMs}: the last watermark may pass, which the beginning of the loop has
 * held back so that nothing that goes round is late. That may fire timers, whose records may go
 * round. Quiet again: the ways back are closed. From then on a record that is fed back (by a timer
 * of processing time, say, that fired too late) is an error, for nobody would take it any more.
 * Still quiet: the beginning of the loop takes the end of what enters for the end of the loop, and
 * the end is passed on as everywhere.
 *
 * <p>While records enter nobody is asked anything: each task says by itself when all that enters by
 * it has entered.
 */
final class LoopEnds {

    static final long SHORTEST_PAUSE_MS = 1;
    static final long LONGEST_PAUSE_MS = 50;

    /** What is to be done. */
    enum Act {
        /** Nothing now. */
        WAIT,
        /** All tasks are to be asked the {@link #question}. */
        ASK,
        /** The last watermark may pass. */
        RELEASE,
        /** The ways back are to be closed. */
        CLOSE,
        /** The loop ends. */
        END
    }

    private final Set<TaskKey> tasks;
    private final long maxWaitMs;
    private final Set<TaskKey> entered = new HashSet<>();

    /**
     * What was said by tasks that are over: they were at their end before this attempt, in a
     * checkpoint that cut some tasks of the loop before its end and some behind it.
     */
    private final Map<TaskKey, Flow> lastWords = new HashMap<>();

    /** What comes after quiet; null when the end is decided. */
    private Act next = Act.RELEASE;

    private boolean isDue;
    private long question;
    private boolean asking;
    private Map<TaskKey, Flow> answers = new HashMap<>();
    private Map<TaskKey, Flow> before = Map.of();
    private long quietSinceMs;
    private long askAtMs = Long.MIN_VALUE;
    private long pauseMs = SHORTEST_PAUSE_MS;

    /**
     * @param tasks of one loop region
     * @param maxWaitMs how long it must have been quiet before its last watermark passes
     */
    LoopEnds(Set<TaskKey> tasks, long maxWaitMs) {
        this.tasks = new LinkedHashSet<>(tasks);
        this.maxWaitMs = maxWaitMs;
    }

    Set<TaskKey> tasks() {
        return tasks;
    }

    /** The number of the question that is asked now, from 1. */
    long question() {
        return question;
    }

    /**
     * A task of the region tells how its flow stands, asked or, with question 0, unasked; with
     * {@link TaskListener#LAST_WORD} for the last time.
     */
    void told(TaskKey task, long of, Flow flow, long nowMs) {
        if (flow.entered()) {
            entered.add(task);
        }
        if (of == TaskListener.LAST_WORD) {
            lastWords.put(task, flow);
        }
        if (!asking || of != question && of != TaskListener.LAST_WORD) {
            return;
        }
        answers.put(task, flow);
        if (answers.size() == tasks.size()) {
            asking = false;
            judge(nowMs);
        }
    }

    private void judge(long nowMs) {
        if (!mayBeQuiet()) {
            before = Map.of();
            askAtMs = nowMs + pauseMs;
            pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2);
            return;
        }
        boolean proved = answers.equals(before);
        if (!proved) {
            quietSinceMs = nowMs;
            before = Map.copyOf(answers);
        }
        long waitMs = next == Act.RELEASE ? quietSinceMs + maxWaitMs - nowMs : 0;
        if (proved && waitMs <= 0) {
            isDue = true;
            before = Map.of();
            pauseMs = SHORTEST_PAUSE_MS;
            askAtMs = nowMs;
        } else {
            askAtMs = nowMs + Math.max(0, Math.min(LONGEST_PAUSE_MS, waitMs));
        }
    }

    private boolean mayBeQuiet() {
        long onTheirWay = 0;
        for (Flow flow : answers.values()) {
            if (!flow.entered() || !flow.resting()) {
                return false;
            }
            onTheirWay += flow.sent() - flow.processed();
        }
        return onTheirWay == 0;
    }

    /** What is to be done now; to be asked again until it is {@link Act#WAIT}. */
    Act next(long nowMs) {
        if (isDue) {
            isDue = false;
            Act due = next;
            next = due == Act.RELEASE ? Act.CLOSE : due == Act.CLOSE ? Act.END : null;
            return due;
        }
        if (!mayAsk() || nowMs < askAtMs) {
            return Act.WAIT;
        }
        asking = true;
        question++;
        answers = new HashMap<>(lastWords);
        return Act.ASK;
    }

    private boolean mayAsk() {
        return next != null
                && !asking
                && entered.size() == tasks.size()
                && lastWords.size() < tasks.size();
    }

    /** When {@link #next} must be asked at the latest; {@link Long#MAX_VALUE} for not by itself. */
    long nextWakeAtMs() {
        return isDue ? Long.MIN_VALUE : mayAsk() ? askAtMs : Long.MAX_VALUE;
    }
}
