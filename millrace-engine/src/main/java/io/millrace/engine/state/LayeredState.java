// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state;

import io.millrace.core.memory.DataOutputSerializer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads keyed state that was written in layers, as what it is all together: blocks of entries as
 * those of a file of keyed state, each key of a state once. No type need be known.
 *
 * <p>Layers are read from the newest to the oldest, each once and to its end. What was seen of a
 * part of the keys, written or removed, is remembered until the part's base has been read; so
 * memory holds the keys that changed since, never their values. Keys are compared as bytes: a table
 * keeps the key that it was first given, so the same key is always written alike.
 */
public final class LayeredState {

    private final RestoredState restored;
    private final LayersIndex index;

    /** Takes blocks of entries. */
    public interface Visitor {

        /** Some entries of a state, or none; may be called often for one, and not in one run. */
        void block(StateHeader state, StateBlock block) throws IOException;
    }

    private LayeredState(RestoredState restored, LayersIndex index) {
        this.restored = restored;
        this.index = index;
    }

    /** Reads the index. */
    public static LayeredState open(RestoredState restored) throws IOException {
        return new LayeredState(restored, LayersIndex.read(restored.source().open()));
    }

    /** What the state says of itself. */
    public KeyedHeader header() {
        return index.header();
    }

    /** The states that are in it, those without entries included. */
    public List<StateHeader> states() {
        List<StateHeader> states = new ArrayList<>();
        index.states().forEach(state -> states.add(state.header()));
        return states;
    }

    /** Shows all entries. */
    public void forEachBlock(Visitor visitor) throws IOException {
        Map<Long, StateHeader> tables = new HashMap<>();
        for (LayersIndex.State state : index.states()) {
            for (long table : state.tables()) {
                tables.put(table, state.header());
            }
        }
        Map<Long, SeenKeys[]> seen = new HashMap<>();
        List<Long> layers = index.layers();
        for (int i = layers.size() - 1; i >= 0; i--) {
            long layer = layers.get(i);
            String name = LayersIndex.nameOf(layer);
            try (LayerFileReader reader = LayerFileReader.open(restored.files().open(file(name)))) {
                if (reader.number() != layer) {
                    throw new IOException(
                            "the file of layer " + layer + " has layer " + reader.number());
                }
                for (StateBlock block = reader.next(); block != null; block = reader.next()) {
                    StateHeader state = tables.get(reader.table());
                    if (state != null && layer >= index.bases()[reader.part()]) {
                        show(reader, block, state, seen, visitor);
                    }
                }
            }
            for (SeenKeys[] parts : seen.values()) {
                for (int part = 0; part < parts.length; part++) {
                    if (index.bases()[part] >= layer) {
                        parts[part] = null;
                    }
                }
            }
        }
        if (!index.carried().isEmpty()) {
            showFile(StateFileReader.keyed(restored.files().open(file(index.carried()))), visitor);
        }
        if (index.whole().length > 0) {
            showFile(StateFileReader.keyed(new ByteArrayInputStream(index.whole())), visitor);
        }
    }

    private void show(
            LayerFileReader reader,
            StateBlock block,
            StateHeader state,
            Map<Long, SeenKeys[]> seen,
            Visitor visitor)
            throws IOException {
        int part = reader.part();
        boolean base = reader.number() == index.bases()[part];
        if (reader.isWhole() != base) {
            throw new IOException(
                    "layer "
                            + reader.number()
                            + (base ? " is to have" : " has")
                            + " part "
                            + part
                            + " of state '"
                            + state.name()
                            + "' whole, but it "
                            + (base ? "has changes of it" : "is to have changes of it"));
        }
        SeenKeys[] parts =
                seen.computeIfAbsent(reader.table(), t -> new SeenKeys[LayerFileWriter.PARTS]);
        if (parts[part] == null && !base) {
            parts[part] = new SeenKeys();
        }
        SeenKeys keys = parts[part];
        if (reader.isRemoved()) {
            block.forEach(
                    (in, length) -> {
                        keys.add(block.bytes(), in.getPosition(), length);
                        in.skipBytesToRead(length);
                    });
            return;
        }
        DataOutputSerializer kept = new DataOutputSerializer(Math.max(64, block.bytes().length));
        int[] count = {0};
        block.forEach(
                (in, length) -> {
                    int end = in.getPosition() + length;
                    int keyLength = StateBlock.readLength(in);
                    int start = in.getPosition();
                    if (keyLength < 0 || keyLength > end - start) {
                        throw new IOException(
                                "an entry of state '"
                                        + state.name()
                                        + "' claims to have a key of "
                                        + keyLength
                                        + " bytes, and has "
                                        + (end - start)
                                        + " itself");
                    }
                    if (keys == null || !keys.contains(block.bytes(), start, keyLength)) {
                        StateBlock.writeEntry(block.bytes(), start, end - start, kept);
                        count[0]++;
                        if (!base) {
                            keys.add(block.bytes(), start, keyLength);
                        }
                    }
                    in.skipBytesToRead(end - start);
                });
        if (count[0] > 0) {
            visitor.block(state, new StateBlock(count[0], kept.getCopyOfBuffer()));
        }
    }

    private static void showFile(StateFileReader opened, Visitor visitor) throws IOException {
        try (StateFileReader reader = opened) {
            while (reader.nextState()) {
                visitor.block(reader.state(), new StateBlock(0, new byte[0]));
                for (StateBlock block = reader.nextBlock();
                        block != null;
                        block = reader.nextBlock()) {
                    visitor.block(reader.state(), block);
                }
            }
        }
    }

    private SharedFile file(String name) throws IOException {
        for (SharedFile file : restored.handle().files()) {
            if (file.name().equals(name)) {
                return file;
            }
        }
        Set<String> there = new HashSet<>();
        restored.handle().files().forEach(file -> there.add(file.name()));
        throw new IOException(
                "the index of layers names '"
                        + name
                        + "', but the snapshot's files are "
                        + Arrays.toString(there.stream().sorted().toArray()));
    }
}
