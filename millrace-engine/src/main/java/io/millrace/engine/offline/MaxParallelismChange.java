// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.offline;

import io.millrace.core.memory.DataOutputViewStreamWrapper;
import io.millrace.engine.checkpoint.CheckpointManifest;
import io.millrace.engine.checkpoint.CheckpointManifest.Operator;
import io.millrace.engine.checkpoint.CheckpointManifest.Subtask;
import io.millrace.engine.inspect.Snapshot;
import io.millrace.engine.keys.KeyGroups;
import io.millrace.engine.state.InFlightLog;
import io.millrace.engine.state.StateBlock;
import io.millrace.engine.state.StateCompression;
import io.millrace.engine.state.StateFileReader;
import io.millrace.engine.state.StateFileWriter;
import io.millrace.engine.state.StateHandle;
import io.millrace.engine.state.StateSummary;
import io.millrace.engine.storage.SavepointFiles;
import io.millrace.engine.storage.StateOutput;
import io.millrace.engine.storage.StoredSnapshots;
import io.millrace.engine.storage.StoredState;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes a snapshot anew, as a savepoint, for another maximum parallelism: the number of key groups
 * that keys are dealt to, which a job can't change.
 *
 * <p>A key's group follows from its hash, so the keys must be read, and nothing else. Where their
 * type can be read (any type of the library, and classes of the program that the thread's class
 * loader finds) they are dealt to files by their new groups, one for each subtask there was. Where
 * it can't, each file is said to hold all groups, and the first restore looks through all of them
 * in each subtask; what comes out is the same.
 *
 * <p>Whatever form keyed state is in (canonical, layers, RocksDB's own), it is read as entries and
 * written in the canonical form, also that of operators that don't change: the new snapshot needs
 * neither the old one nor the backend that wrote it.
 *
 * <p>What was on its way by key, when a barrier overtook it, is marked, so that a restore deals it
 * by key anew, even where the parallelism is the same.
 *
 * <p>Streams: memory holds a block of each file that is being written. Layers have a state in
 * several runs, which are brought together on local disk ({@link StatesInRuns}). The old snapshot
 * is not changed, and the new one does not refer to it.
 */
public final class MaxParallelismChange {

    /** Told how far it is. */
    public interface Progress {
        /**
         * @param operator the operator whose state is being written, as people know it
         * @param entries of it that are written
         */
        void written(String operator, long entries);
    }

    /**
     * What was done.
     *
     * @param pointer where the new savepoint lies
     * @param changed the operators that have another maximum parallelism now, as people know them
     * @param entries of keyed state in them, timers included
     */
    public record Result(String pointer, List<String> changed, long entries) {}

    private static final String MARKS_OF_SLICES = "window-slices-shown";
    private static final String RAW_KEYED = "raw-keyed";

    /** How channels are called whose records are dealt by key. */
    private static final String KEYED = "keyed";

    private static final int TOLD_EVERY = 4096;

    private final Snapshot snapshot;
    private final int maxParallelism;
    private final Progress progress;
    private final SavepointFiles files;
    private long entries;

    private MaxParallelismChange(
            Snapshot snapshot, int maxParallelism, Progress progress, SavepointFiles files) {
        this.snapshot = snapshot;
        this.maxParallelism = maxParallelism;
        this.progress = progress;
        this.files = files;
    }

    /**
     * Writes it.
     *
     * @param from the snapshot: its directory, or its manifest
     * @param to a directory that is not there yet, or empty
     * @param maxParallelism 1 to 32768
     * @param uid the only operator to change; null for all
     * @param progress told now and then, and after each piece
     * @throws IOException if the snapshot can't be read, or not be changed: the message says why,
     *     and what to do
     */
    public static Result write(
            String from, String to, int maxParallelism, String uid, Progress progress)
            throws IOException {
        if (maxParallelism < 1 || maxParallelism > KeyGroups.UPPER_BOUND) {
            throw new IllegalArgumentException(
                    "The max parallelism must be between 1 and "
                            + KeyGroups.UPPER_BOUND
                            + ", not "
                            + maxParallelism);
        }
        Snapshot snapshot = Snapshot.open(from);
        CheckpointManifest old = snapshot.manifest();
        List<Operator> chosen =
                old.operators().stream()
                        .filter(each -> uid == null || uid.equals(each.uid()))
                        .toList();
        if (chosen.isEmpty()) {
            throw new IOException(
                    uid == null
                            ? "The snapshot at " + from + " has no operators."
                            : "The snapshot at "
                                    + from
                                    + " has no operator with the uid '"
                                    + uid
                                    + "'. It has: "
                                    + String.join(
                                            ", ",
                                            old.operators().stream()
                                                    .map(MaxParallelismChange::label)
                                                    .toList())
                                    + ".");
        }
        List<Operator> changing =
                chosen.stream().filter(each -> each.maxParallelism() != maxParallelism).toList();
        for (Operator each : old.operators()) {
            check(each, changing.contains(each), maxParallelism);
        }
        try (SavepointFiles files = SavepointFiles.into(to)) {
            MaxParallelismChange change =
                    new MaxParallelismChange(snapshot, maxParallelism, progress, files);
            List<Operator> operators = new ArrayList<>();
            for (Operator each : old.operators()) {
                operators.add(changing.contains(each) ? change.changed(each) : change.copied(each));
            }
            String pointer = files.publish(Manifests.savepoint(old, operators).encode());
            return new Result(
                    pointer,
                    changing.stream().map(MaxParallelismChange::label).toList(),
                    change.entries);
        }
    }

    static String label(Operator operator) {
        return operator.uid() == null
                ? operator.name() + " (id " + operator.id() + ")"
                : "'" + operator.uid() + "' (" + operator.name() + ")";
    }

    private static void check(Operator operator, boolean changes, int maxParallelism)
            throws IOException {
        if (changes && operator.parallelism() > maxParallelism) {
            throw new IOException(
                    "Operator "
                            + label(operator)
                            + " had a parallelism of "
                            + operator.parallelism()
                            + ", more than the max parallelism asked for: "
                            + maxParallelism
                            + ". Choose a larger one.");
        }
        if (changes) {
            for (StateHandle handle : operator.handles()) {
                for (StateSummary state : handle.states()) {
                    // What a backend says of its own form may be too much: its entries tell.
                    if (handle.kind() != StateHandle.Kind.KEYED_ROCKSDB && state.entries() > 0) {
                        refuse(operator, state.name(), state.kind());
                    }
                }
            }
        }
    }

    private static void refuse(Operator operator, String state, String kind) {
        if (state.equals(MARKS_OF_SLICES)) {
            throw new IllegalArgumentException(
                    "Operator "
                            + label(operator)
                            + " has sliding windows that are kept in slices, and remembers for each"
                            + " key group which were shown; that can't be dealt to other groups. Set"
                            + " millrace.window.slices to OFF before the state begins, or let these"
                            + " windows begin anew.");
        } else if (kind.equals(RAW_KEYED)) {
            throw new IllegalArgumentException(
                    "Operator "
                            + label(operator)
                            + " has raw keyed state, of which only the operator knows to which key it"
                            + " belongs.");
        }
    }

    private Operator copied(Operator operator) throws IOException {
        return with(operator, operator.maxParallelism(), false);
    }

    private Operator changed(Operator operator) throws IOException {
        return with(operator, maxParallelism, true);
    }

    private Operator with(Operator operator, int max, boolean regroup) throws IOException {
        List<Subtask> subtasks = new ArrayList<>();
        for (int i = 0; i < operator.parallelism(); i++) {
            Subtask old = operator.subtasks().get(i);
            List<StateHandle> handles = new ArrayList<>();
            for (StateHandle handle : old.handles()) {
                String name = operator.id() + "-" + i + "-" + handles.size();
                boolean carried = handle.kind() == StateHandle.Kind.KEYED && !regroup;
                if (handle.kind().isKeyed() && !carried) {
                    handles.addAll(canonical(operator, handle, name, max, regroup));
                } else if (handle.kind() == StateHandle.Kind.IN_FLIGHT && regroup) {
                    handles.add(onItsWay(handle, name));
                } else {
                    StoredState bytes = files.copy(handle.bytes(), snapshot.pointer(), name);
                    handles.add(
                            new StateHandle(
                                    handle.kind(), handle.keyGroups(), handle.states(), bytes));
                }
            }
            subtasks.add(new Subtask(old.phase(), handles));
        }
        return new Operator(
                operator.uid(),
                operator.id(),
                operator.name(),
                max,
                operator.coordinatorState(),
                subtasks);
    }

    /** In the canonical form, which every backend restores, whatever form it was in. */
    private List<StateHandle> canonical(
            Operator operator, StateHandle handle, String name, int max, boolean regroup)
            throws IOException {
        DealtFiles.Told told =
                state -> {
                    if (regroup) {
                        refuse(operator, state.name(), state.kind());
                        if (++entries % TOLD_EVERY == 0) {
                            progress.written(label(operator), entries);
                        }
                    }
                };
        try (DealtFiles dealt =
                regroup
                        ? DealtFiles.byGroup(files, name, max, operator.parallelism(), told)
                        : DealtFiles.one(files, name, max, handle.keyGroups(), told)) {
            if (handle.kind() == StateHandle.Kind.KEYED_LAYERS) {
                try (StatesInRuns runs = new StatesInRuns()) {
                    snapshot.read(handle, runs, bytes -> {});
                    runs.show(dealt);
                }
            } else {
                snapshot.read(handle, dealt, bytes -> {});
            }
            List<StateHandle> handles = dealt.seal();
            if (regroup) {
                progress.written(label(operator), entries);
            }
            return handles;
        }
    }

    /**
     * What was on its way by key is marked, since other subtasks receive it from here on; what was
     * dealt otherwise stays with its channels.
     */
    private StateHandle onItsWay(StateHandle handle, String name) throws IOException {
        try (StateFileReader reader =
                        StateFileReader.inFlight(
                                StoredSnapshots.open(handle.bytes(), snapshot.pointer()));
                StateOutput output = files.create(name)) {
            DataOutputViewStreamWrapper view =
                    new DataOutputViewStreamWrapper(new BufferedOutputStream(output));
            StateFileWriter writer = StateFileWriter.inFlight(view, StateCompression.NONE);
            while (reader.nextState()) {
                writer.beginState(
                        reader.name(),
                        reader.kind().equals(KEYED) ? InFlightLog.RESCALED : reader.kind(),
                        reader.type(),
                        reader.shape());
                for (StateBlock block = reader.nextBlock();
                        block != null;
                        block = reader.nextBlock()) {
                    writer.carry(block);
                }
                writer.endState();
            }
            List<StateSummary> channels = writer.finish();
            view.flush();
            return new StateHandle(
                    StateHandle.Kind.IN_FLIGHT, handle.keyGroups(), channels, output.seal());
        }
    }
}
