// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine;

import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.api.java.typeutils.MissingTypeInfo;
import io.millrace.engine.checkpoint.CheckpointManifest;
import io.millrace.engine.checkpoint.CompletedCheckpoint;
import io.millrace.engine.inspect.Snapshot;
import io.millrace.engine.job.RestorePlan;
import io.millrace.engine.plan.ExecutionPlan;
import io.millrace.engine.plan.ExecutionPlan.PlannedOperator;
import io.millrace.engine.state.StateFit;
import io.millrace.engine.state.StateHandle;
import io.millrace.engine.state.StateHead;
import io.millrace.engine.state.TypeFit;
import io.millrace.spi.Pipeline;
import io.millrace.spi.types.RuntimeTypeSerializer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Whether a program could begin from a checkpoint, found out without starting it: no function is
 * opened, no state is restored, nothing is written.
 *
 * <p>What is compared: the operators by their ids, which come from their uids; the maximum
 * parallelism; what had come to its end; and the types of the keys, fields of their classes
 * included. What is not, because only a function that is opened tells it: the states that functions
 * ask for. Their names and types are in the report, as the checkpoint has them.
 *
 * @param jobName the program's job
 * @param operators all of either side
 * @param problems why it can't begin from it though each operator for itself fits; empty for none
 */
public record FitCheck(String jobName, List<OperatorFit> operators, List<String> problems) {

    public FitCheck {
        operators = List.copyOf(operators);
        problems = List.copyOf(problems);
    }

    /** How one operator fits. */
    public enum Verdict {
        /** It is on both sides, and what is compared fits. */
        MATCHED,
        /** The checkpoint does not know it: it begins without state. */
        NEW,
        /** The program does not have it, and its state would be lost. */
        DROPPED,
        /** It is on both sides, and something does not fit. */
        INCOMPATIBLE
    }

    /**
     * One operator.
     *
     * @param uid its uid, or its id where it has none
     * @param why what does not fit; empty for nothing
     * @param states the checkpoint has of it, by name
     */
    public record OperatorFit(
            String uid, String name, Verdict verdict, String why, List<String> states) {}

    /** Whether the program could begin from it without giving up any state. */
    public boolean fits(boolean allowNonRestored) {
        return problems.isEmpty()
                && operators.stream()
                        .allMatch(
                                each ->
                                        each.verdict == Verdict.MATCHED
                                                || each.verdict == Verdict.NEW
                                                || each.verdict == Verdict.DROPPED
                                                        && allowNonRestored);
    }

    /**
     * Compares a program with a checkpoint. The thread's class loader finds the program's classes.
     *
     * @throws IOException the checkpoint can't be read
     */
    public static FitCheck of(Pipeline pipeline, Snapshot snapshot) throws IOException {
        CompletedCheckpoint checkpoint =
                new CompletedCheckpoint(
                        snapshot.manifest().checkpointId(),
                        snapshot.pointer(),
                        snapshot.manifest(),
                        snapshot.ownBytes());
        Engine engine = new Engine(pipeline, () -> 0);
        List<String> problems = new ArrayList<>();
        ExecutionPlan plan = engine.firstPlan();
        try {
            plan = engine.fitting(checkpoint);
            RestorePlan.of(
                    checkpoint,
                    (bytes, pointer) -> {
                        throw new IOException("Nothing is restored by a dry run");
                    },
                    plan,
                    true,
                    new ArrayList<>());
        } catch (RuntimeException e) {
            problems.add(String.valueOf(e.getMessage()));
        }
        List<OperatorFit> fits = new ArrayList<>();
        Set<String> planned = new LinkedHashSet<>();
        for (ExecutionPlan.Vertex vertex : plan.vertices()) {
            for (PlannedOperator operator : vertex.operators()) {
                planned.add(operator.id().value());
                fits.add(fit(operator, snapshot, pipeline));
            }
        }
        for (CheckpointManifest.Operator old : snapshot.manifest().operators()) {
            if (!planned.contains(old.id().value()) && old.hasState()) {
                fits.add(
                        new OperatorFit(
                                uid(old.uid(), old.id().value()),
                                old.name(),
                                Verdict.DROPPED,
                                "the program has no operator with this "
                                        + (old.uid() == null
                                                ? "id; it had no uid, so that its place in the"
                                                        + " program counts"
                                                : "uid"),
                                states(old)));
            }
        }
        return new FitCheck(pipeline.jobName(), fits, problems);
    }

    private static OperatorFit fit(PlannedOperator operator, Snapshot snapshot, Pipeline pipeline)
            throws IOException {
        String uid = uid(operator.transformation().uid(), operator.id().value());
        String name = operator.transformation().name();
        for (CheckpointManifest.Operator old : snapshot.manifest().operators()) {
            if (old.id().equals(operator.id())) {
                String why = why(operator, old, snapshot, pipeline);
                return new OperatorFit(
                        uid,
                        name,
                        why.isEmpty() ? Verdict.MATCHED : Verdict.INCOMPATIBLE,
                        why,
                        states(old));
            }
        }
        return new OperatorFit(uid, name, Verdict.NEW, "", List.of());
    }

    private static String why(
            PlannedOperator operator,
            CheckpointManifest.Operator old,
            Snapshot snapshot,
            Pipeline pipeline)
            throws IOException {
        if (old.hasState() && old.maxParallelism() != operator.maxParallelism()) {
            return "its max parallelism was "
                    + old.maxParallelism()
                    + " and is now "
                    + operator.maxParallelism();
        }
        Optional<StateHead> keyed = snapshot.keys(old);
        TypeInformation<?> keyType = operator.transformation().keyType();
        if (keyed.isEmpty()) {
            return "";
        } else if (keyType == null) {
            return "it has state of keys of type "
                    + keyed.get().keyType()
                    + ", and has no keys now";
        }
        TypeSerializer<?> keys =
                keyType instanceof MissingTypeInfo
                        ? new RuntimeTypeSerializer<>(
                                pipeline.executionConfig().getSerializerConfig())
                        : keyType.createSerializer(
                                pipeline.executionConfig().getSerializerConfig());
        StateFit fit = StateFit.ofKeys(keyed.get().keyType(), keyed.get().keyShape(), keys);
        return fit.outcome() == TypeFit.Outcome.INCOMPATIBLE
                ? "its keys were of type " + keyed.get().keyType() + ". " + fit.why()
                : "";
    }

    private static List<String> states(CheckpointManifest.Operator operator) {
        Set<String> names = new LinkedHashSet<>();
        for (StateHandle handle : operator.handles()) {
            handle.states().forEach(state -> names.add(state.name()));
        }
        return List.copyOf(names);
    }

    private static String uid(String uid, String id) {
        return uid == null ? id : uid;
    }
}
