// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.rocksdb;

import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.core.memory.DataInputDeserializer;
import io.millrace.core.memory.DataOutputSerializer;
import io.millrace.engine.keys.KeyGroupRange;
import io.millrace.engine.state.TimerQueue;
import io.millrace.util.FlinkRuntimeException;
import java.io.IOException;
import java.util.Arrays;
import java.util.NoSuchElementException;
import java.util.TreeSet;

/**
 * Timers in RocksDB: in each key group they lie in the order of their time, for the key of an entry
 * is key group, time, key, namespace, and nothing is kept under it.
 *
 * <p>Of each key group the next timers are on the heap as well, up to a number; which key group has
 * the earliest is known by a heap of key groups. So a timer that is due, and nearly all that are
 * added or removed near it, are found without reading; one that lies behind those on the heap is
 * looked for in the database. When the last one on the heap is gone the next ones are read, from
 * where it stood: what lies before it is gone, and the marks that RocksDB keeps of it are not waded
 * through.
 */
final class RocksTimerQueue<K, N> implements TimerQueue<K, N> {

    private static final byte[] NOTHING = {};
    private static final int TIME = KeyBytes.GROUP;
    private static final int KEY = KeyBytes.GROUP + Long.BYTES;

    private final Database database;
    private final Column column;
    private final TypeSerializer<K> keySerializer;
    private final KeyBytes<K> keys;
    private final TypeSerializer<N> namespaces;
    private final N onlyNamespace;
    private final int cacheSize;
    private final int firstGroup;

    /** By number. */
    private final Group[] groups;

    /** Earliest first; children of i stand at 2i+1 and 2i+2. */
    private final Group[] heap;

    private final DataOutputSerializer out = new DataOutputSerializer(64);
    private final DataInputDeserializer in = new DataInputDeserializer();

    /** Below 0: not counted yet. */
    private long size;

    /** One timer, as it was read. */
    private record Read<K, N>(K key, N namespace, long timestamp) implements Timer<K, N> {}

    /** The next timers of a key group. */
    private final class Group {
        private final TreeSet<byte[]> next = new TreeSet<>(Arrays::compareUnsigned);

        /** No others are in the database; else others are, behind the last of these. */
        private boolean complete;

        /** Behind it those lie that are to be read next. */
        private byte[] gone;

        private int heapIndex;

        Group(int number, boolean complete) {
            this.complete = complete;
            this.gone = KeyBytes.group(number);
        }

        byte[] first() {
            if (next.isEmpty() && !complete) {
                fill();
            }
            return next.isEmpty() ? null : next.first();
        }

        private void fill() {
            byte[] prefix = Arrays.copyOf(gone, KeyBytes.GROUP);
            try (Scan scan = database.scan(column).seek(gone)) {
                while (scan.isValid() && next.size() < cacheSize) {
                    byte[] key = scan.key();
                    if (!KeyBytes.startsWith(key, prefix)) {
                        complete = true;
                        return;
                    }
                    next.add(key);
                    scan.next();
                }
                complete = !scan.isValid();
            }
        }

        /** Whether all timers up to this one are on the heap. */
        private boolean covers(byte[] timer) {
            return first() == null || complete || Arrays.compareUnsigned(timer, next.last()) <= 0;
        }

        boolean add(byte[] timer) {
            boolean covered = covers(timer);
            if (covered ? next.contains(timer) : database.get(column, timer) != null) {
                return false;
            }
            database.put(column, timer, NOTHING);
            if (covered) {
                next.add(timer);
                if (next.size() > cacheSize) {
                    next.pollLast();
                    complete = false;
                }
            }
            return true;
        }

        boolean remove(byte[] timer) {
            if (covers(timer) ? !next.remove(timer) : database.get(column, timer) == null) {
                return false;
            }
            if (next.isEmpty()) {
                gone = timer;
            }
            database.delete(column, timer);
            return true;
        }
    }

    /**
     * @param namespaces null where there are none
     * @param onlyNamespace what stands for the namespace then
     * @param cacheSize how many timers of a key group are on the heap too, at most
     * @param empty whether nothing is in the column family
     */
    RocksTimerQueue(
            Database database,
            Column column,
            KeyBytes<K> keys,
            TypeSerializer<N> namespaces,
            N onlyNamespace,
            KeyGroupRange keyGroups,
            int cacheSize,
            boolean empty) {
        this.database = database;
        this.column = column;
        this.keys = keys;
        this.keySerializer = keys.serializer();
        this.namespaces = namespaces;
        this.onlyNamespace = onlyNamespace;
        this.cacheSize = cacheSize;
        this.firstGroup = keyGroups.first();
        this.groups = groups(keyGroups, empty);
        this.heap = groups.clone();
        this.size = empty ? 0 : -1;
        for (int i = 0; i < heap.length; i++) {
            heap[i].heapIndex = i;
        }
        for (int i = heap.length / 2; i >= 0 && !empty; i--) {
            siftDown(i);
        }
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // an array of a class within a generic one
    private Group[] groups(KeyGroupRange keyGroups, boolean empty) {
        Object[] made = new RocksTimerQueue.Group[keyGroups.size()];
        for (int i = 0; i < made.length; i++) {
            made[i] = new Group(keyGroups.first() + i, empty);
        }
        return (Group[]) made;
    }

    Column column() {
        return column;
    }

    /** Null where there are none. */
    TypeSerializer<N> namespaces() {
        return namespaces;
    }

    /** What stands for the namespace where there are none. */
    N onlyNamespace() {
        return onlyNamespace;
    }

    @Override
    public boolean add(K key, int keyHash, N namespace, long timestamp) {
        byte[] timer = bytes(key, keyHash, namespace, timestamp);
        Group group = groups[KeyBytes.groupOf(timer) - firstGroup];
        if (!group.add(timer)) {
            return false;
        }
        size += size < 0 ? 0 : 1;
        settle(group);
        return true;
    }

    @Override
    public boolean remove(K key, int keyHash, N namespace, long timestamp) {
        return remove(bytes(key, keyHash, namespace, timestamp));
    }

    private boolean remove(byte[] timer) {
        Group group = groups[KeyBytes.groupOf(timer) - firstGroup];
        if (!group.remove(timer)) {
            return false;
        }
        size -= size < 0 ? 0 : 1;
        settle(group);
        return true;
    }

    @Override
    public boolean isEmpty() {
        return heap.length == 0 || heap[0].first() == null;
    }

    @Override
    public long size() {
        if (size < 0) {
            size = CanonicalEntries.count(database, column);
        }
        return size;
    }

    @Override
    public long firstTimestamp() {
        return timestamp(heap[0].first());
    }

    @Override
    public Timer<K, N> pollFirst() {
        byte[] first = heap.length == 0 ? null : heap[0].first();
        if (first == null) {
            throw new NoSuchElementException("There is no timer.");
        }
        Timer<K, N> timer = read(first);
        remove(first);
        return timer;
    }

    @Override
    public void forEach(Reader<K, N> reader) throws Exception {
        try (Scan scan = database.scan(column).seek(NOTHING)) {
            for (; scan.isValid(); scan.next()) {
                Timer<K, N> timer = read(scan.key());
                reader.timer(timer.key(), timer.namespace(), timer.timestamp());
            }
        }
    }

    private byte[] bytes(K key, int keyHash, N namespace, long timestamp) {
        byte[] prefix = keys.of(key, keyHash);
        out.clear();
        try {
            out.write(prefix, 0, KeyBytes.GROUP);
            out.writeLong(timestamp ^ Long.MIN_VALUE);
            out.write(prefix, KeyBytes.GROUP, prefix.length - KeyBytes.GROUP);
            if (namespaces != null) {
                namespaces.serialize(namespace, out);
            }
        } catch (IOException e) {
            throw new FlinkRuntimeException(
                    "A timer of the key " + key + " can't be serialized: " + e, e);
        }
        return out.getCopyOfBuffer();
    }

    private long timestamp(byte[] timer) {
        long bits = 0;
        for (int i = TIME; i < KEY; i++) {
            bits = bits << 8 | timer[i] & 0xff;
        }
        return bits ^ Long.MIN_VALUE;
    }

    private Timer<K, N> read(byte[] timer) {
        in.setBuffer(timer, KEY, timer.length - KEY);
        try {
            K key = keySerializer.deserialize(in);
            N namespace = namespaces == null ? onlyNamespace : namespaces.deserialize(in);
            return new Read<>(key, namespace, timestamp(timer));
        } catch (IOException e) {
            throw new FlinkRuntimeException("A timer can't be read: " + e, e);
        }
    }

    /** Earlier by time; those that have none come last. */
    private boolean isBefore(Group one, Group other) {
        byte[] first = one.first();
        byte[] second = other.first();
        return first != null && (second == null || timestamp(first) < timestamp(second));
    }

    private void settle(Group group) {
        int index = group.heapIndex;
        while (index > 0 && isBefore(group, heap[(index - 1) >> 1])) {
            put(heap[(index - 1) >> 1], index);
            index = (index - 1) >> 1;
        }
        put(group, index);
        siftDown(index);
    }

    private void siftDown(int from) {
        if (from >= heap.length) {
            return;
        }
        Group group = heap[from];
        int index = from;
        while (2 * index + 1 < heap.length) {
            int child = 2 * index + 1;
            if (child + 1 < heap.length && isBefore(heap[child + 1], heap[child])) {
                child++;
            }
            if (!isBefore(heap[child], group)) {
                break;
            }
            put(heap[child], index);
            index = child;
        }
        put(group, index);
    }

    private void put(Group group, int index) {
        heap[index] = group;
        group.heapIndex = index;
    }

    /** Timers that are on the heap; for tests. */
    int onHeap() {
        int sum = 0;
        for (Group group : groups) {
            sum += group.next.size();
        }
        return sum;
    }
}
