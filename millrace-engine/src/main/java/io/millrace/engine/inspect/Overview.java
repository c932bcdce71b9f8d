// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.inspect;

import io.millrace.core.memory.DataInputDeserializer;
import io.millrace.engine.checkpoint.CheckpointManifest.Operator;
import io.millrace.engine.checkpoint.CheckpointManifest.Subtask;
import io.millrace.engine.state.EntryVisitor;
import io.millrace.engine.state.StateHandle;
import io.millrace.engine.state.StateHead;
import io.millrace.engine.state.StateSummary;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What one operator has in a checkpoint, summed over its subtasks.
 *
 * @param operator as the manifest tells it
 * @param keyType type of the keys; empty where it has no keyed state, or that can't be read here
 * @param bytes of all its state
 * @param forms bytes by form of state
 * @param states in their order
 * @param channels on which something was on its way to it, when barriers overtook that
 */
public record Overview(
        Operator operator,
        String keyType,
        long bytes,
        Map<StateHandle.Kind, Long> forms,
        List<State> states,
        List<InFlight.Channel> channels) {

    public Overview {
        states = List.copyOf(states);
        channels = List.copyOf(channels);
    }

    /**
     * One state.
     *
     * @param kind as in {@link StateSummary#kind()}
     * @param type logical type
     * @param namespaces type of the namespaces; empty for none, or where nobody looked
     * @param entries keys, timers or elements
     * @param bytes that its entries take; negative where nobody looked
     */
    public record State(
            String name, String kind, String type, String namespaces, long entries, long bytes) {}

    /**
     * The overview of one operator.
     *
     * @param measure whether to read its state, to see how much of it is whose
     */
    public static Overview of(
            Snapshot snapshot, Operator operator, boolean measure, Progress progress)
            throws IOException {
        Map<StateHandle.Kind, Long> forms = new TreeMap<>();
        Map<String, State> states = new LinkedHashMap<>();
        long bytes = operator.coordinatorState() == null ? 0 : operator.coordinatorState().length;
        Measure measured = new Measure(measure);
        boolean all = true;
        for (Subtask subtask : operator.subtasks()) {
            for (StateHandle handle : subtask.handles()) {
                bytes += handle.length();
                forms.merge(handle.kind(), handle.length(), Long::sum);
                if (InFlight.is(handle)) {
                    continue;
                }
                for (StateSummary state : handle.states()) {
                    states.merge(
                            state.kind() + ' ' + state.name() + ' ' + state.type(),
                            new State(
                                    state.name(),
                                    state.kind(),
                                    state.type(),
                                    "",
                                    state.entries(),
                                    -1),
                            Overview::sum);
                }
                boolean wanted = measure || measured.keyType.isEmpty() && handle.kind().isKeyed();
                if (wanted && Snapshot.canRead(handle.kind())) {
                    measured.nextPiece();
                    snapshot.read(handle, measured, progress);
                } else if (measure) {
                    all = false;
                }
            }
        }
        List<State> list = new ArrayList<>();
        for (Map.Entry<String, State> entry : states.entrySet()) {
            State state = entry.getValue();
            list.add(
                    new State(
                            state.name,
                            state.kind,
                            state.type,
                            measured.namespaces.getOrDefault(entry.getKey(), ""),
                            measure && all
                                    ? measured.entries.getOrDefault(entry.getKey(), state.entries)
                                    : state.entries,
                            measure && all ? measured.bytes.getOrDefault(entry.getKey(), 0L) : -1));
        }
        return new Overview(
                operator,
                measured.keyType,
                bytes,
                forms,
                list,
                InFlight.channels(snapshot, operator, measure, progress));
    }

    private static State sum(State a, State b) {
        return new State(a.name, a.kind, a.type, "", a.entries + b.entries, -1);
    }

    /** Notes types and sizes, and looks into no entry. */
    private static final class Measure implements EntryVisitor {
        private final boolean whole;
        private final Map<String, String> namespaces = new LinkedHashMap<>();
        private final Map<String, Long> bytes = new LinkedHashMap<>();

        /** A database's own numbers have in them what was overwritten since. */
        private final Map<String, Long> entries = new LinkedHashMap<>();

        private String keyType = "";
        private String current;
        private boolean looked;

        Measure(boolean whole) {
            this.whole = whole;
        }

        void nextPiece() {
            looked = false;
        }

        @Override
        public boolean begin(StateHead state) {
            if (state.isKeyed()) {
                keyType = state.keyType();
            }
            current = state.kind() + ' ' + state.name() + ' ' + state.type();
            namespaces.put(current, state.namespaces().text());
            looked = true;
            return false;
        }

        @Override
        public boolean entry(DataInputDeserializer in, int length) {
            return false;
        }

        @Override
        public void end(long passed, long taken) {
            bytes.merge(current, taken, Long::sum);
            if (passed >= 0) {
                entries.merge(current, passed, Long::sum);
            }
        }

        @Override
        public boolean isDone() {
            return !whole && looked;
        }
    }
}
