// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.checkpoint;

import io.millrace.engine.state.OperatorId;
import io.millrace.engine.state.SnapshotOrder;
import io.millrace.engine.state.TaskSnapshot;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * One checkpoint on its way: who must answer, and who has. Knows nothing of time, order or failure
 * counts; that is its coordinator's.
 */
final class PendingCheckpoint {

    /** What became of an answer. */
    enum Answer {
        /** It was waited for. */
        ACCEPTED,
        /** It was here already. */
        DUPLICATE,
        /** Nobody asked this one. */
        UNKNOWN,
        /** The checkpoint was given up before. */
        LATE
    }

    /** How far it has come. */
    enum State {
        /** Answers are missing. */
        COLLECTING,
        /** All answers are here; another checkpoint's manifest is being written. */
        COLLECTED,
        /** Its manifest is being written: it can not be taken back, only awaited. */
        PUBLISHING,
        /** Its manifest is visible. */
        COMPLETED,
        /** Given up. */
        ABORTED
    }

    /** How many subtasks of one vertex are named in a message. */
    private static final int MAX_NAMED = 8;

    private final SnapshotOrder order;
    private final CheckpointKind kind;

    /** Null when nobody asked for it. */
    private final CheckpointRequest request;

    private final int attempt;
    private final long startedAtMs;
    private final NavigableSet<SubtaskKey> finished;
    private final NavigableSet<SubtaskKey> asked;
    private final Set<OperatorId> askedCoordinators;

    private final SortedMap<SubtaskKey, TaskSnapshot> snapshots = new TreeMap<>();
    private final NavigableSet<SubtaskKey> ended = new TreeSet<>();
    private final Map<OperatorId, byte[]> coordinators = new LinkedHashMap<>();
    private State state = State.COLLECTING;

    /** Whether it has the directory it goes to. */
    private boolean placed;

    PendingCheckpoint(
            SnapshotOrder order,
            CheckpointKind kind,
            CheckpointRequest request,
            int attempt,
            long startedAtMs,
            Collection<SubtaskKey> asked,
            Collection<SubtaskKey> finished,
            Collection<OperatorId> askedCoordinators) {
        this.order = order;
        this.kind = kind;
        this.request = request;
        this.placed = !order.form().isSavepoint();
        this.attempt = attempt;
        this.startedAtMs = startedAtMs;
        this.asked = new TreeSet<>(asked);
        this.finished = new TreeSet<>(finished);
        this.askedCoordinators = Set.copyOf(askedCoordinators);
    }

    /**
     * A task's answer.
     *
     * @param afterEnd whether the task had finished its operators before it took the snapshot
     */
    Answer answer(TaskSnapshot snapshot, boolean afterEnd) {
        SubtaskKey task = new SubtaskKey(snapshot.vertex(), snapshot.subtask());
        if (state == State.ABORTED) {
            return Answer.LATE;
        }
        if (!asked.contains(task)) {
            return Answer.UNKNOWN;
        }
        if (state != State.COLLECTING || snapshots.containsKey(task)) {
            return Answer.DUPLICATE;
        }
        snapshots.put(task, snapshot);
        if (afterEnd) {
            ended.add(task);
        }
        return Answer.ACCEPTED;
    }

    /** An enumerator's answer. */
    Answer answer(OperatorId coordinator, byte[] bytes) {
        if (state == State.ABORTED) {
            return Answer.LATE;
        }
        if (!askedCoordinators.contains(coordinator)) {
            return Answer.UNKNOWN;
        }
        if (state != State.COLLECTING || coordinators.containsKey(coordinator)) {
            return Answer.DUPLICATE;
        }
        coordinators.put(coordinator, bytes.clone());
        return Answer.ACCEPTED;
    }

    boolean hasAllAnswers() {
        return snapshots.size() == asked.size() && coordinators.size() == askedCoordinators.size();
    }

    /** Whether this task was asked and has not answered. */
    boolean waitsFor(SubtaskKey task) {
        return state == State.COLLECTING && asked.contains(task) && !snapshots.containsKey(task);
    }

    /**
     * Whether an enumerator has still to say where it stands, or a directory has to be made, so
     * that no task was asked anything yet.
     */
    boolean isSettingUp() {
        return state == State.COLLECTING
                && (!placed || coordinators.size() < askedCoordinators.size());
    }

    void placed() {
        placed = true;
    }

    boolean isPlaced() {
        return placed;
    }

    /** Whom it still waits for, for people: one phrase per enumerator and per vertex. */
    List<String> missing(CheckpointGraph graph) {
        List<String> missing = new ArrayList<>();
        for (OperatorId operator : askedCoordinators) {
            if (!coordinators.containsKey(operator)) {
                missing.add("the enumerator of '" + graph.operatorName(operator) + "'");
            }
        }
        missing.sort(null);
        SortedMap<Integer, List<Integer>> subtasks = new TreeMap<>();
        for (SubtaskKey task : asked) {
            if (!snapshots.containsKey(task)) {
                subtasks.computeIfAbsent(task.vertex(), v -> new ArrayList<>()).add(task.subtask());
            }
        }
        subtasks.forEach(
                (vertex, which) ->
                        missing.add(
                                (which.size() == 1 ? "subtask " : "subtasks ")
                                        + shortened(which)
                                        + " of '"
                                        + graph.vertices().get(vertex).name()
                                        + "'"));
        return missing;
    }

    private static String shortened(List<Integer> subtasks) {
        int shown = Math.min(subtasks.size(), MAX_NAMED);
        String text =
                subtasks.subList(0, shown).stream()
                        .map(String::valueOf)
                        .collect(Collectors.joining(", "));
        return shown == subtasks.size()
                ? text
                : text + " and " + (subtasks.size() - shown) + " more";
    }

    /** Forgets what was collected; from here on only its fate is of interest. */
    void end(State fate) {
        state = fate;
        snapshots.clear();
        coordinators.clear();
    }

    void moveTo(State next) {
        state = next;
    }

    SnapshotOrder order() {
        return order;
    }

    long id() {
        return order.checkpointId();
    }

    CheckpointKind kind() {
        return kind;
    }

    CheckpointRequest request() {
        return request;
    }

    boolean isSavepoint() {
        return order.form().isSavepoint();
    }

    int attempt() {
        return attempt;
    }

    long startedAtMs() {
        return startedAtMs;
    }

    State state() {
        return state;
    }

    NavigableSet<SubtaskKey> finished() {
        return finished;
    }

    NavigableSet<SubtaskKey> asked() {
        return asked;
    }

    NavigableSet<SubtaskKey> ended() {
        return ended;
    }

    Collection<TaskSnapshot> snapshots() {
        return snapshots.values();
    }

    Map<OperatorId, byte[]> coordinators() {
        return coordinators;
    }
}
