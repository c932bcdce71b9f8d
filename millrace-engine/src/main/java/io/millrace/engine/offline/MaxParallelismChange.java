// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.offline;

import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.core.memory.DataOutputViewStreamWrapper;
import io.millrace.engine.checkpoint.CheckpointManifest;
import io.millrace.engine.checkpoint.CheckpointManifest.Operator;
import io.millrace.engine.checkpoint.CheckpointManifest.Subtask;
import io.millrace.engine.keys.KeyGroupRange;
import io.millrace.engine.keys.KeyGroups;
import io.millrace.engine.state.IncompatibleShape;
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
import java.util.Locale;

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
 * <p>Streams: memory holds a block of each file that is being written. The old snapshot is not
 * changed, and the new one does not refer to it.
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

    private final String from;
    private final int maxParallelism;
    private final Progress progress;
    private final SavepointFiles files;
    private long entries;

    private MaxParallelismChange(
            String from, int maxParallelism, Progress progress, SavepointFiles files) {
        this.from = from;
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
     * @param progress told after each block
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
        CheckpointManifest old = CheckpointManifest.decode(StoredSnapshots.manifest(from), from);
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
                    new MaxParallelismChange(from, maxParallelism, progress, files);
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
        for (Subtask subtask : operator.subtasks()) {
            for (StateHandle handle : subtask.handles()) {
                switch (handle.kind()) {
                    case KEYED, OPERATOR -> {}
                    case KEYED_LAYERS, KEYED_ROCKSDB ->
                            throw new IOException(
                                    "The keyed state of operator "
                                            + label(operator)
                                            + " is in the form of its backend ("
                                            + handle.kind()
                                                    .name()
                                                    .toLowerCase(Locale.ROOT)
                                                    .replace('_', ' ')
                                            + "). Only snapshots in the canonical form can be"
                                            + " rewritten: start the job from this one and take a"
                                            + " canonical savepoint.");
                    case IN_FLIGHT ->
                            throw new IOException(
                                    "The snapshot was taken unaligned: records that were on their"
                                            + " way to operator "
                                            + label(operator)
                                            + " are in it. Start the job from it and take a"
                                            + " savepoint, which has none.");
                }
                if (changes) {
                    handle.states().forEach(state -> refuse(operator, state));
                }
            }
        }
    }

    private static void refuse(Operator operator, StateSummary state) {
        if (state.entries() == 0) {
            return;
        }
        if (state.name().equals(MARKS_OF_SLICES)) {
            throw new IllegalArgumentException(
                    "Operator "
                            + label(operator)
                            + " has sliding windows that are kept in slices, and remembers for each"
                            + " key group which were shown; that can't be dealt to other groups. Set"
                            + " millrace.window.slices to OFF before the state begins, or let these"
                            + " windows begin anew.");
        } else if (state.kind().equals(RAW_KEYED)) {
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
                if (regroup && handle.kind() == StateHandle.Kind.KEYED) {
                    handles.addAll(regrouped(operator, handle, name));
                } else {
                    StoredState bytes = files.copy(handle.bytes(), from, name);
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

    /** Null where the keys' type is not to be had. */
    private static TypeSerializer<?> keys(StateFileReader reader) {
        try {
            return reader.header().keyShape().restore(0);
        } catch (IncompatibleShape e) {
            return null; // then the files hold all groups, which is as right
        }
    }

    private List<StateHandle> regrouped(Operator operator, StateHandle handle, String name)
            throws IOException {
        try (StateFileReader reader =
                StateFileReader.keyed(StoredSnapshots.open(handle.bytes(), from))) {
            TypeSerializer<?> keys = keys(reader);
            int parts = keys == null ? 1 : operator.parallelism();
            List<Part> written = new ArrayList<>();
            try {
                for (int part = 0; part < parts; part++) {
                    written.add(
                            new Part(
                                    files.create(name + "-" + part),
                                    reader,
                                    KeyGroups.range(part, parts, maxParallelism)));
                }
                while (reader.nextState()) {
                    for (Part part : written) {
                        part.begin(reader);
                    }
                    for (StateBlock block = reader.nextBlock();
                            block != null;
                            block = reader.nextBlock()) {
                        deal(block, keys, written);
                        entries += block.entries();
                        progress.written(label(operator), entries);
                    }
                    for (Part part : written) {
                        part.writer.endState();
                    }
                }
                List<StateHandle> handles = new ArrayList<>();
                for (Part part : written) {
                    StateHandle sealed = part.seal();
                    if (sealed != null) {
                        handles.add(sealed);
                    }
                }
                return handles;
            } finally {
                for (Part part : written) {
                    part.output.close();
                }
            }
        }
    }

    private void deal(StateBlock block, TypeSerializer<?> keys, List<Part> parts)
            throws IOException {
        if (keys == null) {
            parts.get(0).writer.carry(block);
            return;
        }
        block.forEach(
                (in, length) -> {
                    int start = in.getPosition();
                    int hash = keys.deserialize(in).hashCode();
                    int group = KeyGroups.keyGroup(hash, maxParallelism);
                    Part part = parts.get(KeyGroups.subtask(group, parts.size(), maxParallelism));
                    part.writer.beginEntry().write(block.bytes(), start, length);
                    part.writer.endEntry();
                    in.skipBytesToRead(start + length - in.getPosition());
                });
    }

    /** A file that is being written. */
    private final class Part {
        private final StateOutput output;
        private final DataOutputViewStreamWrapper view;
        private final StateFileWriter writer;
        private final KeyGroupRange range;

        Part(StateOutput output, StateFileReader reader, KeyGroupRange range) throws IOException {
            this.output = output;
            this.range = range;
            this.view = new DataOutputViewStreamWrapper(new BufferedOutputStream(output));
            this.writer =
                    StateFileWriter.keyed(
                            view,
                            StateCompression.NONE,
                            reader.header().keyType(),
                            reader.header().keyShape(),
                            maxParallelism,
                            range);
        }

        void begin(StateFileReader reader) throws IOException {
            writer.beginState(
                    reader.state().name(),
                    reader.state().kind(),
                    reader.state().type(),
                    reader.state().shape(),
                    reader.state().namespaces());
        }

        /** Null if there is nothing in it. */
        StateHandle seal() throws IOException {
            List<StateSummary> summaries = writer.finish();
            if (summaries.stream().allMatch(summary -> summary.entries() == 0)) {
                return null;
            }
            view.flush();
            return new StateHandle(StateHandle.Kind.KEYED, range, summaries, output.seal());
        }
    }
}
