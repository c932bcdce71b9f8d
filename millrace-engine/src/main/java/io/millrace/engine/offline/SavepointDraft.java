// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.offline;

import io.millrace.api.common.JobID;
import io.millrace.engine.checkpoint.CheckpointManifest;
import io.millrace.engine.checkpoint.CheckpointManifest.Operator;
import io.millrace.engine.checkpoint.CheckpointManifest.Subtask;
import io.millrace.engine.state.OperatorId;
import io.millrace.engine.state.StateHandle;
import io.millrace.engine.storage.SavepointFiles;
import io.millrace.engine.storage.StoredSnapshots;
import io.millrace.engine.storage.StoredState;
import io.millrace.engine.time.Clock;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A savepoint to be written: the operators of one that is there, some of them removed or renamed,
 * and others that are built. What it takes over is copied, so that the new one stands alone.
 */
public final class SavepointDraft {

    /** Builds an operator when it is asked for. */
    public interface Builder {
        /** The caller closes it. */
        BuiltOperator build() throws Exception;
    }

    private final String from;
    private final CheckpointManifest old;
    private final Map<OperatorId, Operator> kept = new LinkedHashMap<>();
    private final Map<OperatorId, Builder> built = new LinkedHashMap<>();

    private SavepointDraft(String from, CheckpointManifest old) {
        this.from = from;
        this.old = old;
        if (old != null) {
            old.operators().forEach(each -> kept.put(each.id(), each));
        }
    }

    /** An empty one. */
    public static SavepointDraft empty() {
        return new SavepointDraft(null, null);
    }

    /**
     * All that is in a snapshot.
     *
     * @param pointer its directory, or its manifest
     * @throws IOException if it can't be read, or its form is only for its backend
     */
    public static SavepointDraft from(String pointer) throws IOException {
        CheckpointManifest manifest =
                CheckpointManifest.decode(StoredSnapshots.manifest(pointer), pointer);
        for (Operator operator : manifest.operators()) {
            for (StateHandle handle : operator.handles()) {
                if (handle.kind() != StateHandle.Kind.KEYED
                        && handle.kind() != StateHandle.Kind.OPERATOR) {
                    throw new IOException(
                            "The snapshot at "
                                    + pointer
                                    + " can't be taken over: operator "
                                    + MaxParallelismChange.label(operator)
                                    + " has state in the form of its backend, or records that were on"
                                    + " their way. Start the job from it and take a canonical"
                                    + " savepoint.");
                }
            }
        }
        return new SavepointDraft(pointer, manifest);
    }

    /** The largest number of key groups of its operators that are kept; 0 if there are none. */
    public int maxParallelism() {
        return kept.values().stream().mapToInt(Operator::maxParallelism).max().orElse(0);
    }

    /** Whether there is such an operator. */
    public boolean has(OperatorId id) {
        return kept.containsKey(id) || built.containsKey(id);
    }

    /** Leaves an operator out. */
    public void remove(OperatorId id) {
        kept.remove(id);
        built.remove(id);
    }

    /** Gives the state of an operator that is kept to another. */
    public void rename(OperatorId id, OperatorId to, String uid) {
        Operator operator = kept.remove(id);
        kept.put(
                to,
                new Operator(
                        uid,
                        to,
                        operator.name(),
                        operator.maxParallelism(),
                        operator.coordinatorState(),
                        operator.subtasks()));
    }

    /** Adds an operator. */
    public void add(OperatorId id, Builder builder) {
        built.put(id, builder);
    }

    /**
     * Writes it.
     *
     * @param directory must not be there, or be empty
     * @return what {@code -s} takes
     */
    public String write(String directory) throws Exception {
        long now = Clock.SYSTEM.millis();
        long checkpointId = old == null ? 1 : old.checkpointId();
        try (SavepointFiles files = SavepointFiles.into(directory)) {
            List<Operator> operators = new ArrayList<>();
            for (Operator each : kept.values()) {
                operators.add(copied(each, files));
            }
            for (Builder each : built.values()) {
                BuiltOperator operator = each.build();
                try {
                    operators.add(operator.write(files, checkpointId, now));
                } finally {
                    operator.close();
                }
            }
            CheckpointManifest manifest =
                    Manifests.savepoint(
                            checkpointId,
                            now,
                            old == null ? "savepoint from data" : old.jobName(),
                            old == null ? new JobID().toHexString() : old.jobId(),
                            operators);
            return files.publish(manifest.encode());
        }
    }

    private Operator copied(Operator operator, SavepointFiles files) throws IOException {
        List<Subtask> subtasks = new ArrayList<>();
        for (int i = 0; i < operator.parallelism(); i++) {
            Subtask subtask = operator.subtasks().get(i);
            List<StateHandle> handles = new ArrayList<>();
            for (StateHandle handle : subtask.handles()) {
                String name = operator.id() + "-" + i + "-" + handles.size();
                StoredState bytes = files.copy(handle.bytes(), from, name);
                handles.add(
                        new StateHandle(handle.kind(), handle.keyGroups(), handle.states(), bytes));
            }
            subtasks.add(new Subtask(subtask.phase(), handles));
        }
        return new Operator(
                operator.uid(),
                operator.id(),
                operator.name(),
                operator.maxParallelism(),
                operator.coordinatorState(),
                subtasks);
    }
}
