// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state;

import io.millrace.core.memory.DataOutputViewStreamWrapper;
import io.millrace.engine.storage.CheckpointStorage;
import io.millrace.engine.storage.StateOutput;
import io.millrace.engine.storage.StoredState;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.LongSupplier;

/**
 * The second half of a task's snapshot: writes what was frozen to the storage, one piece per
 * operator and kind of state. I/O threads; one call is one snapshot and shares nothing with others.
 */
public final class SnapshotWriter {

    private final CheckpointStorage storage;
    private final LongSupplier nanos;

    /**
     * What was frozen of one operator.
     *
     * @param operatorName for messages
     */
    public record Part(OperatorId operator, String operatorName, List<FrozenState> frozen) {
        public Part {
            frozen = List.copyOf(frozen);
        }
    }

    /** A piece of state could not be serialized or stored. */
    public static final class PartFailure extends IOException {
        private static final long serialVersionUID = 1L;
        private final String operatorName;

        PartFailure(String operatorName, String message, Throwable cause) {
            super(message, cause);
            this.operatorName = operatorName;
        }

        /** Whose state it was. */
        public String operatorName() {
            return operatorName;
        }
    }

    /**
     * @param nanos the clock that measures how long it took
     */
    public SnapshotWriter(CheckpointStorage storage, LongSupplier nanos) {
        this.storage = storage;
        this.nanos = nanos;
    }

    /**
     * Writes a task's snapshot. Whatever happens, each frozen state is released exactly once and no
     * output stays open; pieces sealed before a failure are left to the discarding of the
     * checkpoint.
     *
     * @param parts one per operator of the chain, head first; operators without state included
     * @param syncNanos how long freezing took
     * @throws PartFailure when a piece cannot be serialized or stored: names operator and
     *     checkpoint
     */
    public TaskSnapshot write(
            long checkpointId, int vertex, int subtask, List<Part> parts, long syncNanos)
            throws PartFailure {
        long begin = nanos.getAsLong();
        try {
            List<OperatorSnapshot> operators = new ArrayList<>();
            for (Part part : parts) {
                List<StateHandle> handles = new ArrayList<>();
                for (FrozenState frozen : part.frozen) {
                    if (!frozen.isEmpty()) {
                        handles.add(
                                write(checkpointId, subtask, part, frozen, handles.size()));
                    }
                }
                operators.add(new OperatorSnapshot(part.operator, handles));
            }
            return new TaskSnapshot(
                    checkpointId, vertex, subtask, operators, syncNanos, nanos.getAsLong() - begin);
        } finally {
            for (Part part : parts) {
                part.frozen.forEach(FrozenState::release);
            }
        }
    }

    private static boolean isFurther(Part part, FrozenState frozen) {
        for (FrozenState each : part.frozen) {
            if (each == frozen) {
                return false;
            }
            if (each.kind() == frozen.kind()) {
                return true;
            }
        }
        return false;
    }

    /**
     * @param before pieces of the operator that are written already; its first of a kind have the
     *     plain name
     */
    private StateHandle write(
            long checkpointId, int subtask, Part part, FrozenState frozen, int before)
            throws PartFailure {
        String kind = frozen.kind().name().toLowerCase(Locale.ROOT);
        String name = part.operator.value() + "-" + subtask + "-" + kind;
        if (isFurther(part, frozen)) {
            name += "-" + before;
        }
        try (StateOutput output = storage.create(checkpointId, name)) {
            // Closing the view would close the output; sealing it comes first.
            @SuppressWarnings("resource")
            DataOutputViewStreamWrapper view =
                    new DataOutputViewStreamWrapper(new BufferedOutputStream(output));
            frozen.write(view);
            view.flush();
            StoredState bytes = output.seal();
            return new StateHandle(frozen.kind(), frozen.keyGroups(), frozen.summaries(), bytes);
        } catch (IOException | RuntimeException e) {
            throw new PartFailure(
                    part.operatorName,
                    "The "
                            + kind
                            + " state of operator '"
                            + part.operatorName
                            + "' (id "
                            + part.operator
                            + "), subtask "
                            + subtask
                            + ", could not be written for checkpoint "
                            + checkpointId
                            + ": "
                            + e,
                    e);
        }
    }
}
