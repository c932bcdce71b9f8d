// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.job;

import io.millrace.engine.checkpoint.CheckpointManifest;
import io.millrace.engine.checkpoint.CheckpointManifest.Phase;
import io.millrace.engine.checkpoint.CompletedCheckpoint;
import io.millrace.engine.keys.KeyGroupRange;
import io.millrace.engine.plan.ExecutionPlan;
import io.millrace.engine.plan.Planner;
import io.millrace.engine.state.OperatorId;
import io.millrace.engine.state.OperatorStateRedistribution;
import io.millrace.engine.state.RestoredShare;
import io.millrace.engine.state.RestoredState;
import io.millrace.engine.state.SharedFile;
import io.millrace.engine.state.StateHandle;
import io.millrace.engine.state.StateMismatch;
import io.millrace.engine.storage.StoredState;
import io.millrace.engine.task.Task;
import io.millrace.util.FlinkRuntimeException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Deals the state of a completed checkpoint to the subtasks of a new attempt, whatever parallelism
 * either has. Made once per attempt; pure: how bytes are opened is told to it, and done by whoever
 * restores.
 *
 * <p>There is no special road for another parallelism: keyed state goes by ranges of key groups, of
 * which an old and a new subtask share some or none; operator state is dealt by its mode ({@link
 * OperatorStateRedistribution}); what the coordinator of a source knows is the source's as a whole.
 * Only how far a subtask had come belongs to a place that may not exist any more; see {@link
 * Phases}.
 */
public final class RestorePlan {

    /**
     * Opens the bytes of a piece of state of the checkpoint at a pointer, verified while they are
     * read.
     */
    public interface Opener {
        InputStream open(StoredState bytes, String checkpoint) throws IOException;

        /** Where the bytes lie on a local disk, without a seal; else empty. */
        default Optional<Path> local(StoredState bytes, String checkpoint) throws IOException {
            return Optional.empty();
        }

        /** Whether the bytes are a file that the checkpoints of this very job share. */
        default boolean isShared(StoredState bytes, String checkpoint) throws IOException {
            return false;
        }
    }

    /** The files of one handle. */
    private record Files(Opener opener, String pointer) implements RestoredState.Files {
        @Override
        public InputStream open(SharedFile file) throws IOException {
            return opener.open(file.place(), pointer);
        }

        @Override
        public Optional<Path> local(SharedFile file) throws IOException {
            return opener.local(file.place(), pointer);
        }

        @Override
        public boolean isShared(SharedFile file) throws IOException {
            return opener.isShared(file.place(), pointer);
        }
    }

    /** The start without a checkpoint. */
    public static final RestorePlan EMPTY =
            new RestorePlan(null, null, Map.of(), new Phases(Map.of(), Set.of()), false);

    private final CompletedCheckpoint checkpoint;
    private final Opener opener;
    private final Map<OperatorId, CheckpointManifest.Operator> operators;
    private final Phases phases;
    private final boolean onLoan;

    private RestorePlan(
            CompletedCheckpoint checkpoint,
            Opener opener,
            Map<OperatorId, CheckpointManifest.Operator> operators,
            Phases phases,
            boolean onLoan) {
        this.checkpoint = checkpoint;
        this.opener = opener;
        this.operators = operators;
        this.phases = phases;
        this.onLoan = onLoan;
    }

    /** Plans the program, given what the checkpoint has to say about it. */
    public interface Replanner {
        ExecutionPlan plan(Planner.Restored restored);
    }

    /**
     * The plan of a program that begins from {@code checkpoint}: made anew where the checkpoint
     * says something that the program leaves open.
     *
     * @param plan made without the checkpoint
     * @param maxParallelismOfJob what the settings say for operators that say nothing themselves;
     *     -1 for nothing
     * @throws IllegalStateException a parallelism does not fit the checkpoint (CK-89)
     */
    public static ExecutionPlan fitting(
            CompletedCheckpoint checkpoint,
            ExecutionPlan plan,
            int maxParallelismOfJob,
            Replanner replanner) {
        Map<OperatorId, Integer> adopted =
                MaxParallelism.adopted(checkpoint, plan, maxParallelismOfJob);
        Map<OperatorId, CheckpointManifest.Operator> operators = new HashMap<>();
        Set<OperatorId> heads = new HashSet<>();
        for (CheckpointManifest.Operator operator : checkpoint.manifest().operators()) {
            operators.put(operator.id(), operator);
            if (hasInFlight(operator)) {
                heads.add(operator.id());
            }
        }
        ExecutionPlan adopting = replanner.plan(new Planner.Restored(adopted, Set.of(), heads));
        Set<OperatorId> apart = Phases.of(adopting, operators).apart(adopting);
        return apart.isEmpty()
                ? adopting
                : replanner.plan(new Planner.Restored(adopted, apart, heads));
    }

    private static boolean hasInFlight(CheckpointManifest.Operator operator) {
        return operator.handles().stream()
                .anyMatch(handle -> handle.kind() == StateHandle.Kind.IN_FLIGHT);
    }

    /**
     * The plan for restoring {@code checkpoint} into {@code plan}.
     *
     * @param opener opens a piece of state of a checkpoint, as {@code CheckpointStorage.read} does
     * @param plan one that {@link #fitting fits} the checkpoint
     * @param dropped receives what the program no longer has, when that is allowed
     * @throws IllegalStateException the checkpoint holds state the program has no operator for, and
     *     that is not allowed (CK-82); or the maximum parallelism of an operator is not that of its
     *     state (CK-89)
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
            MaxParallelism.check(checkpoint, operator, planned);
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
        Phases phases = Phases.of(plan, operators);
        new PhaseCheck(checkpoint.pointer(), plan, operators, phases).check();
        LoopCheck.check(checkpoint.pointer(), plan, operators);
        return new RestorePlan(checkpoint, opener, operators, phases, false);
    }

    static String describe(CheckpointManifest.Operator operator) {
        return "'"
                + operator.name()
                + "' ("
                + (operator.uid() == null
                        ? "without uid, id " + operator.id()
                        : "uid '" + operator.uid() + "'")
                + ")";
    }

    /** Where the checkpoint lies; empty when the job begins without one. */
    public Optional<String> pointer() {
        return Optional.ofNullable(checkpoint).map(CompletedCheckpoint::pointer);
    }

    /** The same, but nothing may refer to the checkpoint's files, for it belongs to the user. */
    public RestorePlan onLoan() {
        return new RestorePlan(checkpoint, opener, operators, phases, true);
    }

    boolean isOnLoan() {
        return onLoan;
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

    /** All handles of keyed state that hold one of these key groups; they may hold others, too. */
    List<RestoredState> keyedStates(OperatorId operator, KeyGroupRange keyGroups) {
        CheckpointManifest.Operator found = operators.get(operator);
        if (found == null) {
            return List.of();
        }
        List<RestoredState> overlapping = new ArrayList<>();
        for (CheckpointManifest.Subtask old : found.subtasks()) {
            for (RestoredState state : handles(old, StateHandle.Kind::isKeyed)) {
                if (state.handle().keyGroups().overlaps(keyGroups)) {
                    overlapping.add(state);
                }
            }
        }
        return overlapping;
    }

    /**
     * What was on its way to each subtask of old of an operator, by its number; empty lists where
     * nothing was.
     */
    List<List<RestoredState>> inFlight(OperatorId operator) {
        CheckpointManifest.Operator found = operators.get(operator);
        if (found == null || !hasInFlight(found)) {
            return List.of();
        }
        List<List<RestoredState>> old = new ArrayList<>();
        for (CheckpointManifest.Subtask each : found.subtasks()) {
            old.add(handles(each, StateHandle.Kind.IN_FLIGHT::equals));
        }
        return old;
    }

    /** The operator state of one of so many subtasks. */
    List<RestoredShare> operatorStates(
            ExecutionPlan.PlannedOperator operator, int subtask, int parallelism) {
        CheckpointManifest.Operator found = operators.get(operator.id());
        if (found == null) {
            return List.of();
        }
        List<List<RestoredState>> old = new ArrayList<>();
        for (CheckpointManifest.Subtask each : found.subtasks()) {
            old.add(handles(each, StateHandle.Kind.OPERATOR::equals));
        }
        try {
            return OperatorStateRedistribution.shares(
                    old,
                    before -> found.subtasks().get(before).phase() == Phase.FINISHED,
                    subtask,
                    parallelism);
        } catch (IllegalStateException e) {
            throw new StateMismatch(
                    "The state of operator "
                            + describe(found)
                            + " can't be restored from checkpoint "
                            + checkpoint.pointer()
                            + ": "
                            + e.getMessage(),
                    e);
        }
    }

    private List<RestoredState> handles(
            CheckpointManifest.Subtask old, Predicate<StateHandle.Kind> kinds) {
        List<RestoredState> handles = new ArrayList<>();
        for (StateHandle handle : old.handles()) {
            if (kinds.test(handle.kind())) {
                String pointer = checkpoint.pointer();
                handles.add(
                        new RestoredState(
                                handle,
                                () -> opener.open(handle.bytes(), pointer),
                                new Files(opener, pointer)));
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
        return switch (phases.of(vertex.operators().get(0).id(), subtask)) {
            case RUNNING -> Task.Beginning.RUNNING;
            case ENDED -> Task.Beginning.ENDED;
            case FINISHED -> Task.Beginning.FINISHED;
        };
    }
}
