// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.inspect;

import io.millrace.core.memory.DataInputDeserializer;
import io.millrace.engine.checkpoint.CheckpointManifest;
import io.millrace.engine.checkpoint.CheckpointManifest.Operator;
import io.millrace.engine.state.CanonicalReader;
import io.millrace.engine.state.EntryVisitor;
import io.millrace.engine.state.HandleReader;
import io.millrace.engine.state.LayersReader;
import io.millrace.engine.state.RestoredState;
import io.millrace.engine.state.SharedFile;
import io.millrace.engine.state.StateHandle;
import io.millrace.engine.state.StateHead;
import io.millrace.engine.state.StateSummary;
import io.millrace.engine.storage.StoredSnapshots;
import io.millrace.engine.storage.StoredState;
import io.millrace.spi.types.ProgramClasses;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A checkpoint or savepoint that lies in files, with its manifest read. The state itself is read
 * when asked for, piece by piece, and never held as a whole. Immutable.
 */
public final class Snapshot {

    private final String pointer;
    private final CheckpointManifest manifest;
    private final long manifestBytes;

    private Snapshot(String pointer, CheckpointManifest manifest, long manifestBytes) {
        this.pointer = pointer;
        this.manifest = manifest;
        this.manifestBytes = manifestBytes;
    }

    /** Of other modules, too: beside the engine, or with the program's classes. */
    private static Optional<HandleReader> reader(StateHandle.Kind kind) {
        List<HandleReader> readers = new ArrayList<>();
        readers.add(new CanonicalReader());
        readers.add(new LayersReader());
        if (readers.stream().noneMatch(reader -> reader.reads(kind))) {
            ServiceLoader.load(HandleReader.class, ProgramClasses.loader(Snapshot.class))
                    .forEach(readers::add);
        }
        return readers.stream().filter(reader -> reader.reads(kind)).findFirst();
    }

    /**
     * Reads the manifest.
     *
     * @param pointer a checkpoint's directory or its manifest, as a path or URI
     * @throws IOException there is none, or it is damaged; naming the file
     */
    public static Snapshot open(String pointer) throws IOException {
        byte[] sealed = StoredSnapshots.manifest(pointer);
        CheckpointManifest manifest = CheckpointManifest.decode(sealed, pointer);
        return new Snapshot(StoredSnapshots.directory(pointer), manifest, sealed.length);
    }

    /** Its directory. */
    public String pointer() {
        return pointer;
    }

    public CheckpointManifest manifest() {
        return manifest;
    }

    /** Whether it refers to files that were written for earlier checkpoints. */
    public boolean isIncremental() {
        return manifest.handles().stream()
                .flatMap(handle -> handle.files().stream())
                .anyMatch(file -> file.checkpointId() != manifest.checkpointId());
    }

    /** In which forms its keyed state lies; empty where there is none. */
    public Set<StateHandle.Kind> keyedForms() {
        Set<StateHandle.Kind> forms = EnumSet.noneOf(StateHandle.Kind.class);
        manifest.handles().stream()
                .map(StateHandle::kind)
                .filter(StateHandle.Kind::isKeyed)
                .forEach(forms::add);
        return forms;
    }

    /** Bytes that were written for it, the manifest included. */
    public long ownBytes() {
        long sum = manifestBytes;
        for (StateHandle handle : manifest.handles()) {
            sum += handle.writtenFor(manifest.checkpointId());
            // what lies in the manifest has been counted with it
            sum -= handle.bytes() instanceof StoredState.Inline inline ? inline.length() : 0;
        }
        return sum;
    }

    /** Bytes in files that were written for earlier checkpoints. */
    public long sharedBytes() {
        long sum = 0;
        for (StateHandle handle : manifest.handles()) {
            sum += handle.length() - handle.writtenFor(manifest.checkpointId());
        }
        return sum;
    }

    /** The first file that is seen to be missing or cut short without reading any; else empty. */
    public Optional<String> lack() throws IOException {
        for (StoredState piece : manifest.pieces()) {
            Optional<String> lack = StoredSnapshots.lack(piece, pointer);
            if (lack.isPresent()) {
                return lack;
            }
        }
        return Optional.empty();
    }

    /**
     * The operator with this uid, or this id, or, where only one is called so, this name.
     *
     * @throws NoSuchState listing those there are
     */
    public Operator operator(String uid) throws NoSuchState {
        for (Operator operator : manifest.operators()) {
            if (uid.equals(operator.uid()) || uid.equals(operator.id().value())) {
                return operator;
            }
        }
        List<Operator> named =
                manifest.operators().stream().filter(each -> each.name().equals(uid)).toList();
        if (named.size() == 1) {
            return named.get(0);
        }
        throw new NoSuchState(
                pointer
                        + " has "
                        + (named.isEmpty() ? "no operator" : named.size() + " operators")
                        + " '"
                        + uid
                        + "'"
                        + (named.isEmpty() ? "" : "; tell them apart by their ids")
                        + ". With state there are: "
                        + manifest.operators().stream()
                                .filter(Operator::hasState)
                                .map(Snapshot::called)
                                .collect(Collectors.joining(", ")));
    }

    /** An operator for messages: its uid, or id where it has none, and its name. */
    public static String called(Operator operator) {
        return "'"
                + (operator.uid() == null ? operator.id() : operator.uid())
                + "' ("
                + operator.name()
                + ")";
    }

    /**
     * Shows the states of one piece.
     *
     * @throws IOException it can't be read: damaged, missing, or of a form for which no reader is
     *     there; naming file or jar
     */
    public void read(StateHandle handle, EntryVisitor visitor, Progress progress)
            throws IOException {
        Optional<HandleReader> reader = reader(handle.kind());
        if (reader.isPresent()) {
            reader.get().read(restored(handle, progress), visitor);
            return;
        }
        throw new IOException(
                "State in the form "
                        + handle.kind()
                        + " can't be read here"
                        + (handle.kind() == StateHandle.Kind.KEYED_ROCKSDB
                                ? ": millrace-rocksdb is not on the class path; give --classpath"
                                        + " 'opt/rocksdb/*' (opt/ is in the distribution)"
                                : "")
                        + ".");
    }

    /** Shows what was on its way to a subtask, each channel like a state. */
    void readInFlight(StateHandle handle, EntryVisitor visitor, Progress progress)
            throws IOException {
        CanonicalReader.readInFlight(restored(handle, progress), visitor);
    }

    /**
     * What an operator's state says of its keys, by the beginning of one piece of it; empty where
     * it has no keyed state, or none that can be read here.
     */
    public Optional<StateHead> keys(Operator operator) throws IOException {
        FirstState first = new FirstState();
        for (StateHandle handle : operator.handles()) {
            if (!first.isDone() && handle.kind().isKeyed() && canRead(handle.kind())) {
                read(handle, first, Progress.NONE);
            }
        }
        return Optional.ofNullable(first.head);
    }

    /**
     * What one state of an operator is, as some subtask has written it.
     *
     * @param summary of which the entries are of that subtask only
     * @param head null where there is no reader for its form here
     */
    public record Held(StateSummary summary, StateHead head) {}

    /**
     * The states of an operator. Reads no more pieces than are needed to see each of them once, and
     * of those no entry, as far as the form lets it.
     */
    public List<Held> states(Operator operator, Progress progress) throws IOException {
        Map<String, Held> states = new LinkedHashMap<>();
        for (StateHandle handle : operator.handles()) {
            if (InFlight.is(handle)) {
                continue;
            }
            Map<String, StateSummary> wanted = new LinkedHashMap<>();
            for (StateSummary state : handle.states()) {
                String name = handle.kind().isKeyed() + nameOf(state.kind(), state.name());
                if (!states.containsKey(name + state.type())) {
                    wanted.put(name + state.type(), state);
                }
            }
            if (wanted.isEmpty()) {
                continue;
            }
            Heads heads = new Heads(handle.kind().isKeyed(), wanted.keySet());
            if (canRead(handle.kind())) {
                read(handle, heads, progress);
            }
            wanted.forEach(
                    (name, summary) -> states.put(name, new Held(summary, heads.found.get(name))));
        }
        return List.copyOf(states.values());
    }

    private static String nameOf(String kind, String name) {
        return " " + kind + " " + name + " ";
    }

    /** Is done when it has seen what it wants. */
    private static final class Heads implements EntryVisitor {
        private final boolean keyed;
        private final Set<String> wanted;
        private final Map<String, StateHead> found = new LinkedHashMap<>();

        Heads(boolean keyed, Set<String> wanted) {
            this.keyed = keyed;
            this.wanted = wanted;
        }

        @Override
        public boolean begin(StateHead state) {
            String name = keyed + nameOf(state.kind(), state.name()) + state.type();
            if (wanted.contains(name)) {
                found.putIfAbsent(name, state);
            }
            return false;
        }

        @Override
        public boolean entry(DataInputDeserializer in, int length) {
            return false;
        }

        @Override
        public boolean isDone() {
            return found.size() == wanted.size();
        }
    }

    /** Is done when the first state was begun. */
    private static final class FirstState implements EntryVisitor {
        private StateHead head;

        @Override
        public boolean begin(StateHead state) {
            head = state;
            return false;
        }

        @Override
        public boolean entry(DataInputDeserializer in, int length) {
            return false;
        }

        @Override
        public boolean isDone() {
            return head != null;
        }
    }

    /** Whether there is a reader for this form. */
    public static boolean canRead(StateHandle.Kind kind) {
        return reader(kind).isPresent();
    }

    private RestoredState restored(StateHandle handle, Progress progress) {
        return new RestoredState(
                handle,
                () -> Progress.watched(StoredSnapshots.open(handle.bytes(), pointer), progress),
                new RestoredState.Files() {
                    @Override
                    public InputStream open(SharedFile file) throws IOException {
                        return Progress.watched(
                                StoredSnapshots.open(file.place(), pointer), progress);
                    }

                    @Override
                    public Optional<Path> local(SharedFile file) throws IOException {
                        return StoredSnapshots.local(file.place(), pointer);
                    }
                });
    }
}
