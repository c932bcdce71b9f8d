// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine;

import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.api.java.typeutils.MissingTypeInfo;
import io.millrace.engine.checkpoint.CheckpointManifest;
import io.millrace.engine.checkpoint.CompletedCheckpoint;
import io.millrace.engine.inspect.Progress;
import io.millrace.engine.inspect.Snapshot;
import io.millrace.engine.job.RestorePlan;
import io.millrace.engine.offline.ProgramStates;
import io.millrace.engine.plan.ExecutionPlan;
import io.millrace.engine.plan.ExecutionPlan.PlannedOperator;
import io.millrace.engine.state.StateFit;
import io.millrace.engine.state.StateHandle;
import io.millrace.engine.state.StateHead;
import io.millrace.engine.state.TypeFit;
import io.millrace.spi.Pipeline;
import io.millrace.spi.types.RuntimeTypeSerializer;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Whether a program could begin from a checkpoint, found out without running it: no record flows,
 * no state is restored, nothing is written, and nothing that reaches outside is opened.
 *
 * <p>What is compared: the operators by their ids, which come from their uids; the maximum
 * parallelism; what had come to its end; the types of the keys; and each state, by what {@link
 * ProgramStates} finds that the program asks for.
 *
 * @param jobName the program's job
 * @param operators all of either side
 * @param problems why it can't begin from it though each operator for itself fits; empty for none
 */
public record FitCheck(String jobName, List<OperatorFit> operators, List<String> problems) {

    /** How long the opening of one function may take. */
    public static final Duration LIMIT = Duration.ofSeconds(30);

    public FitCheck {
        operators = List.copyOf(operators);
        problems = List.copyOf(problems);
    }

    /** How one operator fits. */
    public enum Verdict {
        /** It is on both sides, and nothing is known not to fit. */
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
     * @param why what does not fit of the operator itself; empty for nothing
     * @param states of either side
     */
    public record OperatorFit(
            String uid, String name, Verdict verdict, String why, List<StateVerdict> states) {

        public OperatorFit {
            states = List.copyOf(states);
        }
    }

    /** Whether nothing is known that keeps the program from beginning without giving up state. */
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

    /** Whether of each state it was found out what becomes of it. */
    public boolean isAllKnown() {
        return operators.stream()
                .flatMap(each -> each.states.stream())
                .noneMatch(each -> each.verdict() == StateVerdict.Verdict.UNKNOWN);
    }

    /**
     * How a comparison is made.
     *
     * @param opens whether the program's functions may be opened
     * @param limit how long one may take
     */
    public record Manner(boolean opens, Duration limit) {}

    /**
     * Compares a program with a checkpoint. The thread's class loader finds the program's classes.
     *
     * @throws IOException the checkpoint can't be read
     */
    public static FitCheck of(
            Pipeline pipeline, Snapshot snapshot, Manner manner, Progress progress)
            throws IOException, InterruptedException {
        return new Comparison(pipeline, snapshot, manner, progress).compare();
    }

    /** Of one program with one checkpoint. */
    private static final class Comparison {
        private final Pipeline pipeline;
        private final Snapshot snapshot;
        private final Manner manner;
        private final Progress progress;
        private final Engine engine;

        Comparison(Pipeline pipeline, Snapshot snapshot, Manner manner, Progress progress) {
            this.pipeline = pipeline;
            this.snapshot = snapshot;
            this.manner = manner;
            this.progress = progress;
            this.engine = new Engine(pipeline, () -> 0);
        }

        FitCheck compare() throws IOException, InterruptedException {
            List<String> problems = new ArrayList<>();
            ExecutionPlan plan = plan(problems);
            List<OperatorFit> fits = new ArrayList<>();
            Set<String> planned = new LinkedHashSet<>();
            for (ExecutionPlan.Vertex vertex : plan.vertices()) {
                for (PlannedOperator operator : vertex.operators()) {
                    planned.add(operator.id().value());
                    fits.add(fit(operator, plan));
                }
            }
            for (CheckpointManifest.Operator old : snapshot.manifest().operators()) {
                if (!planned.contains(old.id().value()) && old.hasState()) {
                    fits.add(dropped(old));
                }
            }
            return new FitCheck(pipeline.jobName(), fits, problems);
        }

        private ExecutionPlan plan(List<String> problems) {
            CompletedCheckpoint checkpoint =
                    new CompletedCheckpoint(
                            snapshot.manifest().checkpointId(),
                            snapshot.pointer(),
                            snapshot.manifest(),
                            snapshot.ownBytes());
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
            return plan;
        }

        private OperatorFit fit(PlannedOperator operator, ExecutionPlan plan)
                throws IOException, InterruptedException {
            String uid = uid(operator.transformation().uid(), operator.id().value());
            String name = operator.transformation().name();
            CheckpointManifest.Operator old =
                    snapshot.manifest().operators().stream()
                            .filter(each -> each.id().equals(operator.id()))
                            .findFirst()
                            .orElse(null);
            Map<String, Long> entries = new HashMap<>();
            if (old != null) {
                old.handles().stream()
                        .filter(handle -> handle.kind().isKeyed())
                        .flatMap(handle -> handle.states().stream())
                        .forEach(each -> entries.merge(each.name(), each.entries(), Long::sum));
            }
            ProgramStates program =
                    ProgramStates.of(
                            new ProgramStates.Question(
                                    operator.transformation(),
                                    operator.id(),
                                    pipeline.jobName(),
                                    operator.maxParallelism(),
                                    pipeline.executionConfig(),
                                    pipeline.userClassLoader(),
                                    engine.operatorSettings(plan),
                                    engine.keepsKeyedStateOnHeap(),
                                    entries,
                                    manner.opens(),
                                    manner.limit()));
            if (old == null) {
                return new OperatorFit(uid, name, Verdict.NEW, "", StateVerdict.ofNew(program));
            }
            List<StateVerdict> states = StateVerdict.of(snapshot.states(old, progress), program);
            String why = why(operator, old, program);
            boolean fits =
                    why.isEmpty()
                            && states.stream()
                                    .noneMatch(
                                            each ->
                                                    each.verdict()
                                                            == StateVerdict.Verdict.INCOMPATIBLE);
            return new OperatorFit(
                    uid, name, fits ? Verdict.MATCHED : Verdict.INCOMPATIBLE, why, states);
        }

        private OperatorFit dropped(CheckpointManifest.Operator old) throws IOException {
            return new OperatorFit(
                    uid(old.uid(), old.id().value()),
                    old.name(),
                    Verdict.DROPPED,
                    "the program has no operator with this "
                            + (old.uid() == null
                                    ? "id; it had no uid, so that its place in the program counts"
                                    : "uid"),
                    StateVerdict.ofDropped(snapshot.states(old, progress)));
        }

        private String why(
                PlannedOperator operator, CheckpointManifest.Operator old, ProgramStates program)
                throws IOException {
            if (old.hasState() && old.maxParallelism() != operator.maxParallelism()) {
                return "its max parallelism was "
                        + old.maxParallelism()
                        + " and is now "
                        + operator.maxParallelism();
            }
            if (engine.keepsKeyedStateOnHeap()
                    && old.handles().stream()
                            .anyMatch(each -> each.kind() == StateHandle.Kind.KEYED_ROCKSDB)) {
                return "its keyed state lies in the RocksDB backend's own form, and the program"
                        + " keeps it on the heap: set state.backend.type: rocksdb, or take a"
                        + " canonical savepoint";
            }
            String keys = ofKeys(operator, old);
            return keys.isEmpty() ? program.refused() : keys;
        }

        private String ofKeys(PlannedOperator operator, CheckpointManifest.Operator old)
                throws IOException {
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

        private static String uid(String uid, String id) {
            return uid == null ? id : uid;
        }
    }
}
