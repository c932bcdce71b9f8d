// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state;

import io.millrace.core.memory.DataOutputView;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * What a snapshot in layers has beside its layers: which they are, and from which one on each part
 * of the keys is to be read. docs/formats/keyed-layers.md describes the form.
 *
 * @param header as of any keyed state
 * @param bases for each part of the keys the layer that has it whole, or in which it was empty;
 *     older ones have nothing to say of it
 * @param layers their numbers, oldest first; what is not among them has nothing in it
 * @param states what the layers have
 * @param carried the name of the file with what no program has asked for, written whole; empty for
 *     none
 * @param whole a file of keyed state by itself, with what is written anew each time; empty for none
 */
public record LayersIndex(
        KeyedHeader header,
        long[] bases,
        List<Long> layers,
        List<State> states,
        String carried,
        byte[] whole) {

    private static final int MOST_STATES = 1 << 24;

    /**
     * One state.
     *
     * @param header as in a file of keyed state
     * @param tables the numbers of the tables it consists of; blocks of others are void
     */
    public record State(StateHeader header, long[] tables) {}

    public LayersIndex {
        layers = List.copyOf(layers);
        states = List.copyOf(states);
    }

    /** How a layer's file is called among those of a snapshot. */
    public static String nameOf(long layer) {
        return "layer-" + layer;
    }

    /** Writes the index. */
    public void writeTo(DataOutputView out) throws IOException {
        out.writeInt(LayerFormat.INDEX_MAGIC);
        out.writeInt(LayerFormat.VERSION);
        StateFileWriter.writeHeader(header, out);
        out.writeInt(layers.size());
        for (long layer : layers) {
            out.writeLong(layer);
        }
        out.writeInt(bases.length);
        for (long base : bases) {
            out.writeLong(base);
        }
        out.writeInt(states.size());
        for (State state : states) {
            StateFileWriter.writeState(state.header, out);
            out.writeInt(state.tables.length);
            for (long table : state.tables) {
                out.writeLong(table);
            }
        }
        StateFileWriter.writeText(carried, out);
        StateFileWriter.writeBytes(whole, out);
    }

    /** Reads an index to its end. */
    static LayersIndex read(InputStream stream) throws IOException {
        try (DataInputStream in = new DataInputStream(stream)) {
            int magic = in.readInt();
            if (magic != LayerFormat.INDEX_MAGIC) {
                throw new IOException(
                        String.format(
                                "this is not an index of layers of keyed state: it begins with %08x,"
                                        + " not %08x",
                                magic, LayerFormat.INDEX_MAGIC));
            }
            int version = in.readInt();
            if (version != LayerFormat.VERSION) {
                throw new UnknownStateFormat(
                        "the index of layers of keyed state has format version "
                                + version
                                + "; this build reads version 1 only");
            }
            KeyedHeader header = StateFileReader.readHeader(in);
            List<Long> layers = new ArrayList<>();
            for (int left = count(in, MOST_STATES); left > 0; left--) {
                layers.add(in.readLong());
            }
            int parts = in.readInt();
            if (parts != LayerFileWriter.PARTS) {
                throw new IOException("the index has " + parts + " parts of keys, not 128");
            }
            long[] bases = longs(in, parts);
            List<State> states = new ArrayList<>();
            for (int left = count(in, MOST_STATES); left > 0; left--) {
                StateHeader state = StateFileReader.readState(in);
                states.add(new State(state, longs(in, count(in, MOST_STATES))));
            }
            String carried = StateFileReader.readText(in);
            byte[] whole = StateFileReader.readBytes(in);
            if (in.read() >= 0) {
                throw new IOException("there are bytes behind the end of the index of layers");
            }
            return new LayersIndex(header, bases, layers, states, carried, whole);
        }
    }

    private static int count(DataInputStream in, int most) throws IOException {
        int count = in.readInt();
        if (count < 0 || count > most) {
            throw new IOException("the index of layers claims to have " + count + " of a thing");
        }
        return count;
    }

    private static long[] longs(DataInputStream in, int count) throws IOException {
        long[] longs = new long[count];
        for (int i = 0; i < count; i++) {
            longs[i] = in.readLong();
        }
        return longs;
    }
}
