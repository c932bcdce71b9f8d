// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.checkpoint;

import io.millrace.engine.state.OperatorId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which tasks of an attempt have come to their end, and what follows for the next checkpoint: who
 * gets a letter, who must answer, whether one is wanted at all. Knows no checkpoint and no time.
 */
final class TaskPhases {

    private final CheckpointGraph graph;
    private final boolean afterTasksFinish;
    private final NavigableSet<SubtaskKey> tasks;
    private final NavigableSet<SubtaskKey> finished = new TreeSet<>();
    private final NavigableSet<SubtaskKey> atEndOfData = new TreeSet<>();
    private Set<OperatorId> enumeratorsRunning = Set.of();

    /**
     * @param afterTasksFinish whether checkpoints go on when some tasks have finished
     */
    TaskPhases(CheckpointGraph graph, boolean afterTasksFinish) {
        this.graph = graph;
        this.afterTasksFinish = afterTasksFinish;
        this.tasks = graph.tasks();
    }

    /** An attempt begins, with these tasks over already and these enumerators running. */
    void begin(Collection<SubtaskKey> over, Collection<OperatorId> enumerators) {
        atEndOfData.clear();
        finished.clear();
        finished.addAll(over);
        enumeratorsRunning = Set.copyOf(enumerators);
    }

    void atEndOfData(SubtaskKey task) {
        atEndOfData.add(requireKnown(task));
    }

    void finished(SubtaskKey task) {
        finished.add(requireKnown(task));
    }

    private SubtaskKey requireKnown(SubtaskKey task) {
        if (!tasks.contains(task)) {
            throw new IllegalArgumentException(
                    "No task " + task + " in this job; there are " + tasks);
        }
        return task;
    }

    /** Whether there is anybody to ask, and the policy lets him be asked. */
    boolean mayTrigger() {
        return finished.size() < tasks.size() && (finished.isEmpty() || afterTasksFinish);
    }

    /** Why {@link #mayTrigger} says no. */
    CheckpointFailureReason whyNot() {
        return finished.size() == tasks.size()
                ? CheckpointFailureReason.NOT_ALL_TASKS_RUNNING
                : CheckpointFailureReason.TASKS_FINISHED;
    }

    /** Whether all that still run wait for one last checkpoint. */
    boolean allAtEndOfData() {
        for (SubtaskKey task : tasks) {
            if (!finished.contains(task) && !atEndOfData.contains(task)) {
                return false;
            }
        }
        return true;
    }

    Set<SubtaskKey> finished() {
        return Collections.unmodifiableSet(finished);
    }

    /** The tasks that must answer, in order. */
    List<SubtaskKey> unfinished() {
        List<SubtaskKey> unfinished = new ArrayList<>(tasks);
        unfinished.removeAll(finished);
        return unfinished;
    }

    /** The tasks that get a letter. */
    List<SubtaskKey> roots() {
        return graph.roots(finished);
    }

    /** Operators whose enumerator runs and has a say. */
    List<OperatorId> enumerators() {
        List<OperatorId> enumerators = new ArrayList<>(graph.coordinated(finished));
        enumerators.retainAll(enumeratorsRunning);
        return enumerators;
    }
}
