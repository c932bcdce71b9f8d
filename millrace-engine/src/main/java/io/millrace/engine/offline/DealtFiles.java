// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.offline;

import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.core.memory.DataInputDeserializer;
import io.millrace.core.memory.DataOutputViewStreamWrapper;
import io.millrace.engine.keys.KeyGroupRange;
import io.millrace.engine.keys.KeyGroups;
import io.millrace.engine.state.EntryVisitor;
import io.millrace.engine.state.IncompatibleShape;
import io.millrace.engine.state.StateCompression;
import io.millrace.engine.state.StateFileWriter;
import io.millrace.engine.state.StateHandle;
import io.millrace.engine.state.StateHead;
import io.millrace.engine.state.StateHeader;
import io.millrace.engine.state.StateSummary;
import io.millrace.engine.storage.SavepointFiles;
import io.millrace.engine.storage.StateOutput;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes the entries of one piece of keyed state, as they are shown, to files in the canonical
 * form: one for each range of key groups, or one for all. Each state must come in one run. Holds a
 * block of each file. For one thread.
 */
final class DealtFiles implements EntryVisitor, AutoCloseable {

    /** Told of entries, before they are written. */
    interface Told {
        /**
         * @throws IOException to refuse it
         */
        void entry(StateHead state) throws IOException;
    }

    private final SavepointFiles files;
    private final String name;
    private final int maxParallelism;
    private final int ranges;
    private final KeyGroupRange undealt;
    private final Told told;
    private final List<Part> parts = new ArrayList<>();
    private final DataInputDeserializer key = new DataInputDeserializer();
    private TypeSerializer<?> keys;
    private StateHead shown;
    private StateHead begun;
    private byte[] entry = new byte[256];

    private DealtFiles(
            SavepointFiles files,
            String name,
            int maxParallelism,
            int ranges,
            KeyGroupRange undealt,
            Told told) {
        this.files = files;
        this.name = name;
        this.maxParallelism = maxParallelism;
        this.ranges = ranges;
        this.undealt = undealt;
        this.told = told;
    }

    /** One file that says it holds these key groups, whatever the keys. */
    static DealtFiles one(
            SavepointFiles files,
            String name,
            int maxParallelism,
            KeyGroupRange keyGroups,
            Told told) {
        return new DealtFiles(files, name, maxParallelism, 1, keyGroups, told);
    }

    /**
     * A file for each of so many ranges of all key groups; one for all of them where the keys can't
     * be read.
     */
    static DealtFiles byGroup(
            SavepointFiles files, String name, int maxParallelism, int ranges, Told told) {
        return new DealtFiles(files, name, maxParallelism, ranges, null, told);
    }

    @Override
    public boolean begin(StateHead state) {
        shown = state;
        return true;
    }

    @Override
    public boolean entry(DataInputDeserializer in, int length) throws IOException {
        told.entry(shown);
        if (!shown.equals(begun)) {
            beginState();
        }
        if (entry.length < length) {
            entry = new byte[Math.max(length, 2 * entry.length)];
        }
        in.readFully(entry, 0, length);
        StateFileWriter writer = parts.get(part(length)).writer;
        writer.beginEntry().write(entry, 0, length);
        writer.endEntry();
        return true;
    }

    private int part(int length) throws IOException {
        if (keys == null) {
            return 0;
        }
        key.setBuffer(entry, 0, length);
        int group = KeyGroups.keyGroup(keys.deserialize(key).hashCode(), maxParallelism);
        return KeyGroups.subtask(group, parts.size(), maxParallelism);
    }

    private void beginState() throws IOException {
        if (parts.isEmpty()) {
            open();
        }
        for (Part part : parts) {
            if (begun != null) {
                part.writer.endState();
            }
            part.writer.beginState(
                    new StateHeader(
                            shown.name(),
                            shown.kind(),
                            shown.type(),
                            shown.shape(),
                            shown.namespaces()));
        }
        begun = shown;
    }

    private void open() throws IOException {
        if (undealt != null) {
            parts.add(new Part(name, undealt));
            return;
        }
        try {
            keys = shown.keyShape().restore(0);
        } catch (IncompatibleShape e) {
            keys = null; // one file with all groups then, which is as right
        }
        int count = keys == null ? 1 : ranges;
        for (int part = 0; part < count; part++) {
            parts.add(new Part(name + "-" + part, KeyGroups.range(part, count, maxParallelism)));
        }
    }

    /** Ends all files; those that have anything in them. */
    List<StateHandle> seal() throws IOException {
        List<StateHandle> handles = new ArrayList<>();
        for (Part part : parts) {
            part.writer.endState();
            StateHandle sealed = part.seal();
            if (sealed != null) {
                handles.add(sealed);
            }
        }
        return handles;
    }

    @Override
    public void close() throws IOException {
        for (Part part : parts) {
            part.output.close();
        }
    }

    /** A file that is being written. */
    private final class Part {
        private final StateOutput output;
        private final DataOutputViewStreamWrapper view;
        private final StateFileWriter writer;
        private final KeyGroupRange range;

        Part(String called, KeyGroupRange range) throws IOException {
            this.output = files.create(called);
            this.range = range;
            this.view = new DataOutputViewStreamWrapper(new BufferedOutputStream(output));
            this.writer =
                    StateFileWriter.keyed(
                            view,
                            StateCompression.NONE,
                            shown.keyType(),
                            shown.keyShape(),
                            maxParallelism,
                            range);
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
