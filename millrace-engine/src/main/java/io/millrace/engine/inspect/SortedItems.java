// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.inspect;

import io.millrace.engine.storage.ScratchFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Sorts any number of items by their identity, in bounded memory: what does not fit is sorted in
 * runs, which go to one file on local disk and are merged when they are asked for. Items of two
 * sides are sorted together, so that those which belong to each other come one after the other.
 *
 * <p>In a run an item is: origin, length of identity and of value (4 bytes each), both.
 */
final class SortedItems implements AutoCloseable {

    /** Bytes that an item takes in memory beside its own. */
    private static final int OVERHEAD = 80;

    private static final int HEAD = 3 * Integer.BYTES;
    private static final int LEAST_CHUNK = 8 * 1024;

    /**
     * One item.
     *
     * @param origin where it is from; even and odd ones are the two sides
     */
    record Item(int origin, byte[] identity, byte[] value) {}

    private static final Comparator<Item> ORDER =
            ((Comparator<Item>) (a, b) -> Arrays.compareUnsigned(a.identity, b.identity))
                    .thenComparingInt(item -> item.origin & 1)
                    .thenComparing((a, b) -> Arrays.compareUnsigned(a.value, b.value));

    private final long budget;
    private final ScratchFile file;
    private final List<Run> runs = new ArrayList<>();
    private List<Item> items = new ArrayList<>();
    private long size;

    /**
     * @param budget bytes of memory that items may take
     * @param directory for what does not fit
     */
    SortedItems(long budget, String directory) {
        this.budget = budget;
        this.file = new ScratchFile(directory, "State that is to be compared");
    }

    void add(Item item) throws IOException {
        items.add(item);
        size += OVERHEAD + item.identity.length + item.value.length;
        if (size > budget) {
            spill();
        }
    }

    private void spill() throws IOException {
        items.sort(ORDER);
        long from = file.bytes();
        byte[] chunk = new byte[256 * 1024];
        ByteBuffer out = ByteBuffer.wrap(chunk);
        for (Item item : items) {
            int length = HEAD + item.identity.length + item.value.length;
            if (length > out.remaining()) {
                file.append(chunk, out.position());
                if (length > chunk.length) {
                    chunk = new byte[length];
                }
                out = ByteBuffer.wrap(chunk);
            }
            out.putInt(item.origin)
                    .putInt(item.identity.length)
                    .putInt(item.value.length)
                    .put(item.identity)
                    .put(item.value);
        }
        file.append(chunk, out.position());
        runs.add(new Run(from, file.bytes()));
        items = new ArrayList<>();
        size = 0;
    }

    /** How much went to disk. */
    long spilled() {
        return file.bytes();
    }

    /** Takes the items in order. */
    interface Taker {
        /** Whether more are wanted. */
        boolean take(Item item) throws IOException;
    }

    /** Shows all that was added, once. */
    void forEach(Taker taker) throws IOException {
        items.sort(ORDER);
        PriorityQueue<Cursor> cursors =
                new PriorityQueue<>(Comparator.comparing((Cursor cursor) -> cursor.current, ORDER));
        int chunk = (int) Math.max(LEAST_CHUNK, budget / 4 / Math.max(1, runs.size()));
        for (Run run : runs) {
            Cursor cursor = new RunCursor(run, Math.min(chunk, 256 * 1024));
            if (cursor.next()) {
                cursors.add(cursor);
            }
        }
        Cursor last = new MemoryCursor();
        if (last.next()) {
            cursors.add(last);
        }
        while (!cursors.isEmpty()) {
            Cursor first = cursors.poll();
            if (!taker.take(first.current)) {
                return;
            }
            if (first.next()) {
                cursors.add(first);
            }
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }

    /** Where a sorted run lies. */
    private record Run(long from, long to) {}

    private abstract static class Cursor {
        Item current;

        abstract boolean next() throws IOException;
    }

    private final class MemoryCursor extends Cursor {
        private int at;

        @Override
        boolean next() {
            current = at < items.size() ? items.get(at++) : null;
            return current != null;
        }
    }

    private final class RunCursor extends Cursor {
        private final long to;
        private long at;
        private byte[] bytes;
        private ByteBuffer buffer;

        RunCursor(Run run, int chunk) {
            this.at = run.from;
            this.to = run.to;
            this.bytes = new byte[chunk];
            this.buffer = ByteBuffer.wrap(bytes, 0, 0);
        }

        @Override
        boolean next() throws IOException {
            if (at == to && !buffer.hasRemaining()) {
                current = null;
                return false;
            }
            need(HEAD);
            int origin = buffer.getInt();
            byte[] identity = new byte[buffer.getInt()];
            byte[] value = new byte[buffer.getInt()];
            need(identity.length + value.length);
            buffer.get(identity).get(value);
            current = new Item(origin, identity, value);
            return true;
        }

        private void need(int count) throws IOException {
            int rest = buffer.remaining();
            if (rest >= count) {
                return;
            }
            byte[] next = count > bytes.length ? new byte[count] : bytes;
            System.arraycopy(bytes, buffer.position(), next, 0, rest);
            int more = (int) Math.min(next.length - rest, to - at);
            byte[] read = new byte[more];
            file.read(at, read, more);
            System.arraycopy(read, 0, next, rest, more);
            at += more;
            bytes = next;
            buffer = ByteBuffer.wrap(bytes, 0, rest + more);
        }
    }
}
