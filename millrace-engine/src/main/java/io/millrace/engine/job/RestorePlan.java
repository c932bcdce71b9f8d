// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.job;

import io.millrace.engine.checkpoint.CheckpointManifest;
import io.millrace.engine.checkpoint.CompletedCheckpoint;
import io.millrace.engine.plan.ExecutionPlan;
import io.millrace.engine.state.OperatorId;
import io.millrace.engine.state.RestoredState;
import io.millrace.engine.state.StateHandle;
import io.millrace.engine.storage.StoredState;
import io.millrace.engine.task.Task;
import io.millrace.util.FlinkRuntimeException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Deals the state of a completed checkpoint to the subtasks of a new attempt. Made once per
 * attempt; pure: how bytes are opened is told to it, and done by whoever restores.
 */
public final class RestorePlan {

    /**
     * Opens the bytes of a piece of state of the checkpoint at a pointer, verified while they are
     * read.
     */
    public interface Opener {
        InputStream open(StoredState bytes, String checkpoint) throws IOException;
    }

    /** The start without a checkpoint. */
    public static final RestorePlan EMPTY = new RestorePlan(null, null, Map.of());

    private final CompletedCheckpoint checkpoint;
    private final Opener opener;
    private final Map<OperatorId, CheckpointManifest.Operator> operators;

    private RestorePlan(
            CompletedCheckpoint checkpoint,
            Opener opener,
            Map<OperatorId, CheckpointManifest.Operator> operators) {
        this.checkpoint = checkpoint;
        this.opener = opener;
        this.operators = operators;
    }

    /**
     * The plan for restoring {@code checkpoint} into {@code plan}.
     *
     * @param opener opens a piece of state of a checkpoint, as {@code CheckpointStorage.read} does
     * @param dropped receives what the program no longer has, when that is allowed
     * @throws IllegalStateException the checkpoint holds state the program has no operator for, and
     *     that is not allowed (CK-82); or a parallelism differs from what state was written with
     * @throws FlinkRuntimeException what had come to its end in the checkpoint would not be at its
     *     end in the program (CK-60)
     */
    public static RestorePlan of(
            CompletedCheckpoint checkpoint,
            Opener opener,
            ExecutionPlan plan,
            boolean allowNonRestored,
            List<String> dropped) {
        Map<OperatorId, ExecutionPlan.PlannedOperator> known = new HashMap<>();
        for (ExecutionPlan.Vertex vertex : plan.vertices()) {
            for (ExecutionPlan.PlannedOperator operator : vertex.operators()) {
                known.put(operator.id(), operator);
            }
        }
        Map<OperatorId, CheckpointManifest.Operator> operators = new HashMap<>();
        List<String> lost = new ArrayList<>();
        for (CheckpointManifest.Operator operator : checkpoint.manifest().operators()) {
            ExecutionPlan.PlannedOperator planned = known.get(operator.id());
            if (planned == null) {
                if (operator.hasState()) {
                    lost.add(describe(operator));
                }
                continue;
            }
            checkParallelism(checkpoint, operator, planned);
            operators.put(operator.id(), operator);
        }
        if (!lost.isEmpty()) {
            if (!allowNonRestored) {
                throw new IllegalStateException(
                        "The checkpoint "
                                + checkpoint.pointer()
                                + " holds state of "
                                + String.join(", ", lost)
                                + ", and the program has no such operator. Give the operator its uid back, or"
                                + " drop its state by setting"
                                + " execution.state-recovery.ignore-unclaimed-state: true (option -n,"
                                + " allowNonRestoredState)");
            }
            dropped.addAll(lost);
        }
        new PhaseCheck(checkpoint.pointer(), plan, operators).check();
        LoopCheck.check(checkpoint.pointer(), plan, operators);
        return new RestorePlan(checkpoint, opener, operators);
    }

    private static void checkParallelism(
            CompletedCheckpoint checkpoint,
            CheckpointManifest.Operator operator,
            ExecutionPlan.PlannedOperator planned) {
        int parallelism = planned.transformation().parallelism();
        if (operator.parallelism() != parallelism
                || operator.maxParallelism() != planned.maxParallelism()) {
            throw new IllegalStateException(
                    "The checkpoint "
                            + checkpoint.pointer()
                            + " was taken with parallelism "
                            + operator.parallelism()
                            + " (maximum "
                            + operator.maxParallelism()
                            + ") of "
                            + describe(operator)
                            + ", and the program runs it with "
                            + parallelism
                            + " (maximum "
                            + planned.maxParallelism()
                            + "). Restoring with another parallelism is not supported by this version; run it with"
                            + " the old one");
        }
    }

    private static String describe(CheckpointManifest.Operator operator) {
        return "'"
                + operator.name()
                + "' ("
                + (operator.uid() == null
                        ? "without uid, id " + operator.id()
                        : "uid '" + operator.uid() + "'")
                + ")";
    }

    boolean isEmpty() {
        return checkpoint == null;
    }

    /** 0 when there is none. */
    long checkpointId() {
        return checkpoint == null ? 0 : checkpoint.id();
    }

    /** Whether this operator's state was in the checkpoint. */
    boolean contains(OperatorId operator) {
        return operators.containsKey(operator);
    }

    /** The keyed state of one subtask. */
    List<RestoredState> keyedStates(OperatorId operator, int subtask) {
        CheckpointManifest.Operator found = operators.get(operator);
        return found == null
                ? List.of()
                : handles(found.subtasks().get(subtask), StateHandle.Kind.KEYED);
    }

    /** The operator state of all old subtasks, a list for each; to be dealt by its mode. */
    List<List<RestoredState>> operatorStates(OperatorId operator) {
        CheckpointManifest.Operator found = operators.get(operator);
        return found == null
                ? List.of()
                : found.subtasks().stream()
                        .map(old -> handles(old, StateHandle.Kind.OPERATOR))
                        .toList();
    }

    private List<RestoredState> handles(CheckpointManifest.Subtask old, StateHandle.Kind kind) {
        List<RestoredState> handles = new ArrayList<>();
        for (StateHandle handle : old.handles()) {
            if (handle.kind() == kind) {
                String pointer = checkpoint.pointer();
                handles.add(new RestoredState(handle, () -> opener.open(handle.bytes(), pointer)));
            }
        }
        return handles;
    }

    /** What the coordinator of a source wants back; null for none. */
    byte[] coordinatorState(OperatorId operator) {
        CheckpointManifest.Operator found = operators.get(operator);
        return found == null ? null : found.coordinatorState();
    }

    /** How far a subtask of a vertex had come: as far as the head of its chain, like all of it. */
    Task.Beginning beginning(ExecutionPlan.Vertex vertex, int subtask) {
        CheckpointManifest.Operator head = operators.get(vertex.operators().get(0).id());
        return switch (PhaseCheck.phase(head, subtask)) {
            case RUNNING -> Task.Beginning.RUNNING;
            case ENDED -> Task.Beginning.ENDED;
            case FINISHED -> Task.Beginning.FINISHED;
        };
    }
}
