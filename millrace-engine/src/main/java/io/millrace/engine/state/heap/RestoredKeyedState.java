// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state.heap;

import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.core.memory.DataOutputSerializer;
import io.millrace.engine.keys.KeyGroupRange;
import io.millrace.engine.keys.KeyGroups;
import io.millrace.engine.state.CarriedState;
import io.millrace.engine.state.KeyedHeader;
import io.millrace.engine.state.LayeredState;
import io.millrace.engine.state.NamespaceType;
import io.millrace.engine.state.RestoredState;
import io.millrace.engine.state.StateBlock;
import io.millrace.engine.state.StateFileReader;
import io.millrace.engine.state.StateFit;
import io.millrace.engine.state.StateHandle;
import io.millrace.engine.state.StateHeader;
import io.millrace.engine.state.StateMismatch;
import io.millrace.engine.state.StateName;
import io.millrace.engine.state.StateShape;
import io.millrace.engine.state.TimedSerializer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Collects the handles dealt to a subtask, as bytes per state. Entries of foreign key groups are
 * left out here, where only the key's type need be known.
 */
final class RestoredKeyedState<K> {

    private final String operatorName;
    private final String uid;
    private TypeSerializer<K> keySerializer;
    private final int maxParallelism;
    private final KeyGroupRange keyGroups;
    private final Map<StateName, List<Collected>> states = new LinkedHashMap<>();

    private record Collected(
            String kind,
            String type,
            StateShape shape,
            NamespaceType namespaces,
            List<StateBlock> blocks) {}

    RestoredKeyedState(
            String operatorName,
            String uid,
            TypeSerializer<K> keySerializer,
            int maxParallelism,
            KeyGroupRange keyGroups) {
        this.operatorName = operatorName;
        this.uid = uid;
        this.keySerializer = keySerializer;
        this.maxParallelism = maxParallelism;
        this.keyGroups = keyGroups;
    }

    /** Reads one handle; those of operator state are not ours and are passed over. */
    void load(RestoredState restored) throws IOException {
        StateHandle.Kind kind = restored.handle().kind();
        if (kind == StateHandle.Kind.KEYED_ROCKSDB) {
            throw new StateMismatch(
                    "The keyed state of "
                            + operator()
                            + " was written by the RocksDB backend in its own form, which no other"
                            + " backend reads, but the job now keeps it on the heap (hashmap). Set"
                            + " state.backend.type: rocksdb to go on; to change the backend take a"
                            + " canonical savepoint with the old one, and begin from it.");
        }
        if (kind != StateHandle.Kind.KEYED && kind != StateHandle.Kind.KEYED_LAYERS) {
            return;
        }
        try {
            if (kind == StateHandle.Kind.KEYED) {
                loadFile(restored);
            } else {
                loadLayers(restored);
            }
        } catch (IOException e) {
            throw new IOException(
                    "The keyed state of "
                            + operator()
                            + " cannot be restored for "
                            + keyGroups
                            + ": "
                            + e.getMessage(),
                    e);
        }
    }

    private void loadFile(RestoredState restored) throws IOException {
        try (StateFileReader reader = StateFileReader.keyed(restored.source().open())) {
            TypeSerializer<K> reading = check(reader.header());
            boolean asTheyAre = areOurs(reader.header(), reading);
            while (reader.nextState()) {
                Collected state = collected(reader.state());
                for (StateBlock block = reader.nextBlock();
                        block != null;
                        block = reader.nextBlock()) {
                    add(block, asTheyAre, reading, state);
                }
            }
        }
    }

    private void loadLayers(RestoredState restored) throws IOException {
        LayeredState layers = LayeredState.open(restored);
        TypeSerializer<K> reading = check(layers.header());
        boolean asTheyAre = areOurs(layers.header(), reading);
        for (StateHeader state : layers.states()) {
            collected(state);
        }
        layers.forEachBlock((state, block) -> add(block, asTheyAre, reading, collected(state)));
    }

    /** Whether all entries are of our key groups, with keys in the form that all have here. */
    @SuppressWarnings("ReferenceEquality") // whether it is the one that all keys are in
    private boolean areOurs(KeyedHeader written, TypeSerializer<K> reading) {
        return reading == keySerializer
                && written.keyGroups().first() >= keyGroups.first()
                && written.keyGroups().last() <= keyGroups.last();
    }

    private void add(
            StateBlock block, boolean asTheyAre, TypeSerializer<K> reading, Collected state)
            throws IOException {
        StateBlock ours = asTheyAre ? block : ours(block, reading);
        if (ours.entries() > 0) {
            state.blocks.add(ours);
        }
    }

    /** A state comes in several parts if it was written in several shapes. */
    List<CarriedState> states() {
        List<CarriedState> all = new ArrayList<>();
        states.forEach(
                (name, parts) ->
                        parts.forEach(
                                part ->
                                        all.add(
                                                new CarriedState(
                                                        name.name(),
                                                        part.kind,
                                                        part.type,
                                                        part.shape,
                                                        part.namespaces,
                                                        part.blocks))));
        return all;
    }

    /** What reads and writes the keys of all that was collected; the program's, or one for it. */
    TypeSerializer<K> keySerializer() {
        return keySerializer;
    }

    /**
     * Compares a file with what the program has.
     *
     * @return what reads the file's keys
     */
    private TypeSerializer<K> check(KeyedHeader written) {
        TypeSerializer<K> reading =
                StateFit.requireKeys(
                        operator(),
                        written.keyType(),
                        written.keyShape(),
                        written.maxParallelism(),
                        keySerializer,
                        maxParallelism);
        if (states.isEmpty()) {
            keySerializer = reading;
        }
        return reading;
    }

    private Collected collected(StateHeader written) throws IOException {
        List<Collected> parts =
                states.computeIfAbsent(
                        StateName.of(written.kind(), written.namespaces(), written.name()),
                        name -> new ArrayList<>());
        for (Collected part : parts) {
            if (part.kind.equals(written.kind())
                    && part.type.equals(written.type())
                    && part.shape.equals(written.shape())
                    && part.namespaces.equals(written.namespaces())) {
                return part;
            }
            // A subtask that had not asked for the state since its class changed, or since it got
            // or lost its time to live, wrote it unchanged.
            boolean sameButForTimes =
                    TimedSerializer.withoutMark(part.type)
                            .equals(TimedSerializer.withoutMark(written.type()));
            if (!part.kind.equals(written.kind())
                    || !part.namespaces.equals(written.namespaces())
                    || !sameButForTimes && !part.shape.isKnown() && !written.shape().isKnown()) {
                throw new IOException(
                        "state '"
                                + written.name()
                                + "' is "
                                + part.kind
                                + " of "
                                + part.type
                                + " "
                                + part.namespaces
                                + " in one part of the snapshot and "
                                + written.kind()
                                + " of "
                                + written.type()
                                + " "
                                + written.namespaces()
                                + " in another");
            }
        }
        Collected part =
                new Collected(
                        written.kind(),
                        written.type(),
                        written.shape(),
                        written.namespaces(),
                        new ArrayList<>());
        parts.add(part);
        return part;
    }

    /**
     * Entries of our key groups only. Files of subtasks of which only some had keys to restore may
     * have their keys in two forms (ST-35); then they are brought into one here.
     */
    @SuppressWarnings("ReferenceEquality") // whether it is the one that all keys are in
    private StateBlock ours(StateBlock block, TypeSerializer<K> reading) throws IOException {
        DataOutputSerializer kept = new DataOutputSerializer(Math.max(64, block.bytes().length));
        DataOutputSerializer entry = new DataOutputSerializer(64);
        int[] count = {0};
        block.forEach(
                (in, length) -> {
                    int start = in.getPosition();
                    K key = reading.deserialize(in);
                    int group = KeyGroups.keyGroup(key.hashCode(), maxParallelism);
                    int rest = start + length - in.getPosition();
                    if (keyGroups.contains(group)) {
                        if (reading == keySerializer) {
                            StateBlock.writeEntry(block.bytes(), start, length, kept);
                        } else {
                            entry.clear();
                            keySerializer.serialize(key, entry);
                            entry.write(block.bytes(), in.getPosition(), rest);
                            StateBlock.writeEntry(entry.getSharedBuffer(), 0, entry.length(), kept);
                        }
                        count[0]++;
                    }
                    in.skipBytesToRead(rest);
                });
        return new StateBlock(count[0], kept.getCopyOfBuffer());
    }

    private String operator() {
        return "operator '" + operatorName + "' (uid '" + uid + "')";
    }
}
