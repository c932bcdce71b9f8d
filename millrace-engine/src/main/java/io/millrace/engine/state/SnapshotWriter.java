// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state;

import io.millrace.core.memory.DataOutputViewStreamWrapper;
import io.millrace.engine.storage.CheckpointStorage;
import io.millrace.engine.storage.StateOutput;
import io.millrace.engine.storage.StoredState;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
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
    private final StateCompression compression;
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

    /**
     * Lets a snapshot that nobody needs any more be given up while it is written. It ends between
     * two buffers, or before the next piece; a call into the file system is never interrupted. Any
     * thread.
     */
    public static final class Stop {
        private volatile boolean asked;

        /** Asks the writer to end. Idempotent. */
        public void ask() {
            asked = true;
        }

        public boolean isAsked() {
            return asked;
        }

        void check() throws Stopped {
            if (asked) {
                throw new Stopped();
            }
        }
    }

    /** The snapshot was not written to its end, because that was asked for. */
    public static final class Stopped extends IOException {
        private static final long serialVersionUID = 1L;

        Stopped() {
            super("The snapshot is not needed any more");
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
    public SnapshotWriter(
            CheckpointStorage storage, StateCompression compression, LongSupplier nanos) {
        this.storage = storage;
        this.compression = compression;
        this.nanos = nanos;
    }

    /**
     * Writes a task's snapshot. Whatever happens, each frozen state is released exactly once and no
     * output stays open; pieces sealed before a failure or a stop are left to the discarding of the
     * checkpoint, and the one that was being written is gone.
     *
     * @param parts one per operator of the chain, head first; operators without state included
     * @param syncNanos how long freezing took
     * @param stop asked when nobody needs the snapshot any more
     * @throws PartFailure when a piece cannot be serialized or stored: names operator and
     *     checkpoint
     * @throws Stopped when it was asked to stop before all was written
     */
    public TaskSnapshot write(
            SnapshotOrder order,
            int vertex,
            int subtask,
            List<Part> parts,
            long syncNanos,
            Stop stop)
            throws PartFailure, Stopped {
        long begin = nanos.getAsLong();
        try {
            stop.check();
            List<OperatorSnapshot> operators = new ArrayList<>();
            for (Part part : parts) {
                List<StateHandle> handles = new ArrayList<>();
                for (FrozenState frozen : part.frozen) {
                    if (!frozen.isEmpty()) {
                        handles.add(write(order, subtask, part, frozen, handles.size(), stop));
                    }
                }
                operators.add(new OperatorSnapshot(part.operator, handles));
            }
            return new TaskSnapshot(
                    order.checkpointId(),
                    vertex,
                    subtask,
                    operators,
                    syncNanos,
                    nanos.getAsLong() - begin);
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
            SnapshotOrder order, int subtask, Part part, FrozenState frozen, int before, Stop stop)
            throws PartFailure, Stopped {
        stop.check();
        long checkpointId = order.checkpointId();
        String kind = frozen.kind().name().toLowerCase(Locale.ROOT).replace('_', '-');
        String owner = part.operator.value() + "-" + subtask + "-";
        String name = owner + kind;
        if (isFurther(part, frozen)) {
            name += "-" + before;
        }
        try {
            List<SharedFile> files = frozen.writeFiles(new Files(order, owner, stop));
            return write(checkpointId, name, frozen, files, stop);
        } catch (Stopped e) {
            throw e;
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

    private StateHandle write(
            long checkpointId, String name, FrozenState frozen, List<SharedFile> files, Stop stop)
            throws IOException {
        try (StateOutput output = storage.create(checkpointId, name)) {
            // Closing the view would close the output; sealing it comes first.
            @SuppressWarnings("resource")
            DataOutputViewStreamWrapper view =
                    new DataOutputViewStreamWrapper(
                            new BufferedOutputStream(new Stoppable(output, stop)));
            frozen.write(view, compression);
            view.flush();
            stop.check();
            StoredState bytes = output.seal();
            return new StateHandle(
                    frozen.kind(), frozen.keyGroups(), frozen.summaries(), bytes, files);
        }
    }

    /** The files of one operator's subtask. */
    private final class Files implements SnapshotFiles {
        private final SnapshotOrder order;
        private final String owner;
        private final Stop stop;

        Files(SnapshotOrder order, String owner, Stop stop) {
            this.order = order;
            this.owner = owner;
            this.stop = stop;
        }

        @Override
        public SnapshotOrder order() {
            return order;
        }

        @Override
        public StateCompression compression() {
            return compression;
        }

        @Override
        public StateOutput create(String name) throws IOException {
            stop.check();
            return storage.createShared(order.checkpointId(), owner + name);
        }

        @Override
        public StoredState take(String name, Path file) throws IOException {
            stop.check();
            return storage.takeShared(order.checkpointId(), owner + name, file);
        }

        @Override
        public void check() throws Stopped {
            stop.check();
        }
    }

    /** Looks before each buffer whether the writing goes on. Closing it closes nothing. */
    private static final class Stoppable extends OutputStream {
        private final OutputStream output;
        private final Stop stop;

        Stoppable(OutputStream output, Stop stop) {
            this.output = output;
            this.stop = stop;
        }

        @Override
        public void write(int b) throws IOException {
            stop.check();
            output.write(b);
        }

        @Override
        public void write(byte[] bytes, int offset, int count) throws IOException {
            stop.check();
            output.write(bytes, offset, count);
        }

        @Override
        public void flush() throws IOException {
            output.flush();
        }
    }
}
