// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.core.memory.DataOutputSerializer;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Sorts any number of serialized records in bounded memory: by key, as unsigned bytes, then by
 * timestamp, then by input, then in the order in which they came.
 *
 * <p>Records are put one behind the other into chunks of bytes; what is sorted are their places.
 * When the memory is full, the sorted records become a <em>run</em> on disk, in pieces of some
 * kilobytes, and the memory is free again. Reading merges the runs and what is still in memory; of
 * each run one piece is in memory at a time.
 *
 * <p>A record in a chunk or piece: length of all that follows (4 bytes), length of the key (4),
 * key, input (1), timestamp (8), value.
 *
 * <p>Used by its task only: first {@link #add}, then {@link #next}.
 */
final class RecordSorter {

    private static final int CHUNK_BYTES = 1 << 20;
    private static final int PIECE_BYTES = 64 << 10;

    /** What a record's place costs. */
    private static final int PLACE_BYTES = Long.BYTES;

    private final long memoryBytes;
    private final int chunkBytes;
    private final int pieceBytes;
    private final boolean inOrderOfArrival;
    private final Spill spill;
    private final List<byte[]> chunks = new ArrayList<>();
    private long chunksBytes;
    private int chunkEnd;
    private long[] places = new long[1024];
    private int count;
    private final List<ArrayDeque<Object>> runs = new ArrayList<>();
    private PriorityQueue<Cursor> merging;
    private Cursor current;

    /**
     * @param memoryBytes for records and their places
     * @param inOrderOfArrival whether keys and timestamps do not count: a queue, then
     */
    RecordSorter(long memoryBytes, boolean inOrderOfArrival, Spill spill) {
        this.memoryBytes = memoryBytes;
        this.chunkBytes = (int) Math.max(4096, Math.min(CHUNK_BYTES, memoryBytes / 8));
        this.pieceBytes = Math.min(PIECE_BYTES, chunkBytes);
        this.inOrderOfArrival = inOrderOfArrival;
        this.spill = spill;
    }

    /** One more record; both buffers are the caller's again afterwards. */
    void add(byte[] key, int keyLength, int input, long timestamp, byte[] value, int valueLength)
            throws IOException {
        int length = 4 + 4 + keyLength + 1 + 8 + valueLength;
        byte[] chunk = roomFor(length);
        int at = chunkEnd;
        if (count == places.length) {
            places = Arrays.copyOf(places, 2 * count);
        }
        places[count++] = (long) (chunks.size() - 1) << 32 | at;
        at = putInt(chunk, at, length - 4);
        at = putInt(chunk, at, keyLength);
        System.arraycopy(key, 0, chunk, at, keyLength);
        at += keyLength;
        chunk[at++] = (byte) input;
        at = putInt(chunk, at, (int) (timestamp >>> 32));
        at = putInt(chunk, at, (int) timestamp);
        System.arraycopy(value, 0, chunk, at, valueLength);
        chunkEnd = at + valueLength;
    }

    private byte[] roomFor(int length) throws IOException {
        byte[] last = chunks.isEmpty() ? null : chunks.get(chunks.size() - 1);
        if (last != null && chunkEnd + length <= last.length) {
            return last;
        }
        int wanted = Math.max(chunkBytes, length);
        if (count > 0 && chunksBytes + wanted + (long) PLACE_BYTES * places.length > memoryBytes) {
            writeRun();
        }
        byte[] chunk = new byte[wanted];
        chunks.add(chunk);
        chunksBytes += wanted;
        chunkEnd = 0;
        return chunk;
    }

    private void writeRun() throws IOException {
        sort();
        ArrayDeque<Object> run = new ArrayDeque<>();
        DataOutputSerializer piece = new DataOutputSerializer(pieceBytes);
        for (int i = 0; i < count; i++) {
            byte[] chunk = chunks.get((int) (places[i] >>> 32));
            int at = (int) places[i];
            int length = 4 + getInt(chunk, at);
            if (piece.length() > 0 && piece.length() + length > pieceBytes) {
                run.add(spill.keep(piece.getSharedBuffer(), piece.length()));
                piece.clear();
            }
            piece.write(chunk, at, length);
        }
        run.add(spill.keep(piece.getSharedBuffer(), piece.length()));
        runs.add(run);
        count = 0;
        chunks.clear();
        chunksBytes = 0;
    }

    /** Bytes of runs are on disk; for tests. */
    int runs() {
        return runs.size();
    }

    /** Whether there is any record; before the first {@link #next}. */
    boolean isEmpty() {
        return count == 0 && runs.isEmpty();
    }

    /** Moves to the first record, then to the next; false after the last. */
    boolean next() throws IOException {
        if (merging == null) {
            begin();
        } else if (current != null) {
            if (current.advance()) {
                merging.add(current);
            }
        }
        current = merging.poll();
        return current != null;
    }

    private void begin() throws IOException {
        sort();
        merging = new PriorityQueue<>(this::compare);
        for (int i = 0; i < runs.size(); i++) {
            merging.add(new RunCursor(i, runs.get(i)));
        }
        if (count > 0) {
            merging.add(new MemoryCursor(runs.size()));
        }
    }

    // ---- the record that it stands at ----

    byte[] bytes() {
        return current.bytes;
    }

    int keyAt() {
        return current.at + 8;
    }

    int keyLength() {
        return getInt(current.bytes, current.at + 4);
    }

    int input() {
        return current.bytes[keyAt() + keyLength()];
    }

    long timestamp() {
        return getLong(current.bytes, keyAt() + keyLength() + 1);
    }

    int valueAt() {
        return keyAt() + keyLength() + 9;
    }

    int valueLength() {
        return current.at + 4 + getInt(current.bytes, current.at) - valueAt();
    }

    // ---- order ----

    private int compare(Cursor one, Cursor other) {
        int order = inOrderOfArrival ? 0 : compare(one.bytes, one.at, other.bytes, other.at);
        return order != 0 ? order : Integer.compare(one.index, other.index);
    }

    private static int compare(byte[] one, int oneAt, byte[] other, int otherAt) {
        int oneKey = getInt(one, oneAt + 4);
        int otherKey = getInt(other, otherAt + 4);
        int order =
                Arrays.compareUnsigned(
                        one,
                        oneAt + 8,
                        oneAt + 8 + oneKey,
                        other,
                        otherAt + 8,
                        otherAt + 8 + otherKey);
        if (order != 0) {
            return order;
        }
        order =
                Long.compare(
                        getLong(one, oneAt + 8 + oneKey + 1),
                        getLong(other, otherAt + 8 + otherKey + 1));
        return order != 0
                ? order
                : Integer.compare(one[oneAt + 8 + oneKey], other[otherAt + 8 + otherKey]);
    }

    private int compare(long one, long other) {
        int order =
                compare(
                        chunks.get((int) (one >>> 32)),
                        (int) one,
                        chunks.get((int) (other >>> 32)),
                        (int) other);
        return order != 0 ? order : Long.compare(one, other); // places grow as records come
    }

    /** Merge sort from below: it asks for few comparisons, which are dear here. */
    private void sort() {
        if (inOrderOfArrival || count < 2) {
            return;
        }
        long[] from = places;
        long[] to = new long[count];
        for (int width = 1; width < count; width *= 2) {
            for (int low = 0; low < count; low += 2 * width) {
                merge(
                        from,
                        to,
                        low,
                        Math.min(low + width, count),
                        Math.min(low + 2 * width, count));
            }
            long[] swap = from;
            from = to;
            to = swap;
        }
        places = from.length == places.length ? from : Arrays.copyOf(from, places.length);
    }

    private void merge(long[] from, long[] to, int low, int middle, int high) {
        int left = low;
        int right = middle;
        for (int at = low; at < high; at++) {
            boolean takeLeft =
                    right == high || left < middle && compare(from[left], from[right]) <= 0;
            to[at] = takeLeft ? from[left++] : from[right++];
        }
    }

    // ---- reading ----

    /** Stands at a record of one run. */
    private abstract static class Cursor {
        final int index;
        byte[] bytes;
        int at;

        Cursor(int index) {
            this.index = index;
        }

        /** False when the run is at its end. */
        abstract boolean advance() throws IOException;
    }

    private final class MemoryCursor extends Cursor {
        private int next;

        MemoryCursor(int index) {
            super(index);
            advance();
        }

        @Override
        boolean advance() {
            if (next == count) {
                return false;
            }
            long place = places[next++];
            bytes = chunks.get((int) (place >>> 32));
            at = (int) place;
            return true;
        }
    }

    private final class RunCursor extends Cursor {
        private final ArrayDeque<Object> pieces;

        RunCursor(int index, ArrayDeque<Object> pieces) throws IOException {
            super(index);
            this.pieces = pieces;
            this.bytes = spill.take(pieces.poll());
        }

        @Override
        boolean advance() throws IOException {
            at += 4 + getInt(bytes, at);
            if (at < bytes.length) {
                return true;
            }
            if (pieces.isEmpty()) {
                return false;
            }
            bytes = spill.take(pieces.poll());
            at = 0;
            return true;
        }
    }

    private static int putInt(byte[] bytes, int at, int value) {
        bytes[at] = (byte) (value >>> 24);
        bytes[at + 1] = (byte) (value >>> 16);
        bytes[at + 2] = (byte) (value >>> 8);
        bytes[at + 3] = (byte) value;
        return at + 4;
    }

    private static int getInt(byte[] bytes, int at) {
        return bytes[at] << 24
                | (bytes[at + 1] & 0xff) << 16
                | (bytes[at + 2] & 0xff) << 8
                | bytes[at + 3] & 0xff;
    }

    private static long getLong(byte[] bytes, int at) {
        return (long) getInt(bytes, at) << 32 | getInt(bytes, at + 4) & 0xffffffffL;
    }

    /** Frees everything. */
    void close() throws IOException {
        chunks.clear();
        runs.clear();
        merging = null;
        current = null;
        spill.close();
    }
}
