// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.inspect;

import io.millrace.core.memory.DataInputDeserializer;
import io.millrace.engine.checkpoint.CheckpointManifest.Operator;
import io.millrace.engine.keys.KeyGroups;
import io.millrace.engine.state.EntryVisitor;
import io.millrace.engine.state.StateHandle;
import io.millrace.engine.state.StateHead;
import io.millrace.engine.state.StateName;
import io.millrace.engine.state.StateSummary;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Shows the entries of one state, as they come from the files: whatever their number, one block of
 * them is in memory.
 *
 * <p>Where one key is asked for, pieces that can't have it are not opened, as far as the type of
 * the key tells its hash, and reading ends with the entry where there can be but one.
 */
public final class StateEntries {

    private final Snapshot snapshot;
    private final Operator operator;
    private final String name;
    private final String kind;
    private final ClassReaders classes;
    private final Progress progress;

    /**
     * Chooses a state.
     *
     * @param kind needed only where several states have the name; else null
     * @param loader finds classes of the program, where they are needed
     * @throws NoSuchState there is none, or more than one, of that name
     */
    public StateEntries(
            Snapshot snapshot,
            Operator operator,
            String name,
            String kind,
            ClassLoader loader,
            Progress progress)
            throws NoSuchState {
        this.snapshot = snapshot;
        this.operator = operator;
        this.name = name;
        this.classes = new ClassReaders(loader);
        this.progress = progress;
        this.kind = kind == null ? onlyKind() : kind;
        if (!kinds().contains(this.kind)) {
            throw none();
        }
    }

    private Set<String> kinds() {
        Set<String> kinds = new LinkedHashSet<>();
        forEachHandle(
                handle ->
                        handle.states().stream()
                                .filter(state -> state.name().equals(name))
                                .map(StateSummary::kind)
                                .forEach(kinds::add));
        return kinds;
    }

    private String onlyKind() throws NoSuchState {
        Set<String> kinds = kinds();
        if (kinds.isEmpty()) {
            throw none();
        } else if (kinds.size() > 1) {
            throw new NoSuchState(
                    "Operator "
                            + Snapshot.called(operator)
                            + " has several states '"
                            + name
                            + "'; say which with --kind: "
                            + String.join(", ", kinds));
        }
        return kinds.iterator().next();
    }

    private NoSuchState none() {
        Set<String> names = new LinkedHashSet<>();
        forEachHandle(
                handle ->
                        handle.states()
                                .forEach(
                                        state ->
                                                names.add(
                                                        "'"
                                                                + state.name()
                                                                + "' ("
                                                                + state.kind()
                                                                + ")")));
        return new NoSuchState(
                "Operator "
                        + Snapshot.called(operator)
                        + " has no state '"
                        + name
                        + "'"
                        + (kind == null ? "" : " of kind " + kind)
                        + " in "
                        + snapshot.pointer()
                        + ". "
                        + (names.isEmpty()
                                ? "It has no state at all."
                                : "It has: " + names.stream().collect(Collectors.joining(", "))));
    }

    private interface HandleUse {
        void use(StateHandle handle);
    }

    private void forEachHandle(HandleUse use) {
        operator.handles().stream().filter(handle -> !InFlight.is(handle)).forEach(use::use);
    }

    /** Bytes of the pieces that will be read. */
    public long bytes() {
        long[] sum = {0};
        forEachHandle(handle -> sum[0] += has(handle) ? handle.length() : 0);
        return sum[0];
    }

    private boolean has(StateHandle handle) {
        return !InFlight.is(handle)
                && handle.states().stream()
                        .anyMatch(state -> state.name().equals(name) && state.kind().equals(kind));
    }

    /**
     * Shows entries until no more are wanted.
     *
     * @param key shown as text, of the entries that are wanted; null for all
     * @throws IOException a piece can't be read; naming the file
     */
    public void read(String key, StateRow.Sink sink) throws IOException {
        Visit visit = new Visit(key, sink);
        if (key != null) {
            visit.keyType = snapshot.keys(operator).map(StateHead::keyType).orElse(null);
        }
        int subtask = 0;
        for (var each : operator.subtasks()) {
            visit.subtask = subtask++;
            for (StateHandle handle : each.handles()) {
                if (!visit.done && has(handle) && visit.mayHave(handle)) {
                    snapshot.read(handle, visit, progress);
                }
            }
        }
        visit.beginOnce();
    }

    private final class Visit implements EntryVisitor {
        private final String key;
        private final StateRow.Sink sink;
        private String keyType;
        private EntryReader reader;
        private boolean begun;
        private boolean done;
        private int subtask;

        Visit(String key, StateRow.Sink sink) {
            this.key = key;
            this.sink = sink;
        }

        /** By the key group, where the text of the key tells its hash; for sure only if so. */
        boolean mayHave(StateHandle handle) {
            if (key == null || !handle.kind().isKeyed() || keyType == null) {
                return true;
            }
            List<Integer> hashes = hashes(keyType, key);
            return hashes.isEmpty()
                    || hashes.stream()
                            .map(hash -> KeyGroups.keyGroup(hash, operator.maxParallelism()))
                            .anyMatch(handle.keyGroups()::contains);
        }

        @Override
        public boolean begin(StateHead state) throws IOException {
            if (!state.name().equals(name) || !state.kind().equals(kind)) {
                return false;
            }
            if (reader == null || !reader.head().equals(state)) {
                reader = new EntryReader(state, classes);
            }
            if (key != null && !reader.readsKeys()) {
                throw new IOException(
                        reader.head().isKeyed()
                                ? "Keys can't be looked for: " + reader.unreadable()
                                : "State '" + name + "' has no keys.");
            }
            beginOnce();
            return true;
        }

        private void beginOnce() {
            if (!begun && reader != null) {
                begun = true;
                sink.begin(StateRow.Columns.of(reader));
            }
        }

        @Override
        public boolean entry(DataInputDeserializer in, int length) throws IOException {
            byte[] entry = new byte[length];
            in.readFully(entry);
            if (key != null) {
                if (!Shown.text(reader.key(entry)).equals(key)) {
                    return true;
                }
                boolean more = reader.read(entry, false, this::take);
                boolean only =
                        !reader.head().namespaces().any()
                                && !reader.head().kind().equals(StateName.TIMERS);
                done = !more || only;
                return !done;
            }
            done = !reader.read(entry, false, this::take);
            return !done;
        }

        private boolean take(EntryReader.Item item) {
            return sink.row(
                    new StateRow(
                            subtask,
                            item.key(),
                            item.namespace(),
                            item.at(),
                            item.value(),
                            item.lastAccess()));
        }

        @Override
        public boolean isDone() {
            return done;
        }
    }

    /** The hashes of the keys of that type that read like this; none where nobody can tell. */
    static List<Integer> hashes(String type, String key) {
        List<Integer> hashes = new ArrayList<>();
        try {
            switch (type) {
                case "String" -> {
                    hashes.add(key.hashCode());
                    if (key.equals("null")) {
                        return List.of();
                    }
                }
                case "Long" -> hashes.add(Long.valueOf(key).hashCode());
                case "Integer" -> hashes.add(Integer.valueOf(key).hashCode());
                case "Short" -> hashes.add(Short.valueOf(key).hashCode());
                case "Byte" -> hashes.add(Byte.valueOf(key).hashCode());
                case "Boolean" -> hashes.add(Boolean.valueOf(key).hashCode());
                default -> {
                    return List.of();
                }
            }
        } catch (NumberFormatException e) {
            return List.of();
        }
        return hashes;
    }
}
