// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state.heap;

import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.engine.state.NamespaceType;
import io.millrace.engine.state.StateHeader;
import io.millrace.engine.state.StateName;
import io.millrace.engine.state.StateShape;
import io.millrace.engine.state.TimerQueue;
import java.util.Arrays;
import java.util.List;
import java.util.NoSuchElementException;

/**
 * Timers in two shapes. The truth is a {@link PagedTable} used as a set, so that freezing costs
 * nothing and changes are tracked as for any state; the binary heap is an index by time over the
 * same objects, never written to a snapshot and rebuilt by adding.
 *
 * @param <K> type of the keys
 * @param <N> type of the namespaces
 */
final class HeapTimerQueue<K, N> implements TimerQueue<K, N> {

    /** Null where there are no namespaces. */
    final TypeSerializer<N> namespaces;

    final PagedTable table = new PagedTable(false, PagedTable.Values.NONE);

    /** Earliest first; children of i stand at 2i+1 and 2i+2. */
    private HeapTimer<K, N>[] heap;

    private int size;

    @SuppressWarnings({"unchecked", "rawtypes"}) // an array of a generic type
    HeapTimerQueue(TypeSerializer<N> namespaces) {
        this.namespaces = namespaces;
        this.heap = new HeapTimer[16];
    }

    @Override
    public boolean add(K key, int keyHash, N namespace, long timestamp) {
        HeapTimer<K, N> timer = new HeapTimer<>(key, keyHash, namespace, timestamp);
        int hash = timer.hashCode();
        long mix = Mix.of(hash);
        if (((ObjectKeyPage) table.page(mix)).find(timer, hash, mix) >= 0) {
            return false;
        }
        if (namespaces != null && !namespaces.isImmutableType()) {
            timer = new HeapTimer<>(key, keyHash, namespaces.copy(namespace), timestamp);
        }
        ((ObjectKeyPage) table.roomFor(mix)).add(timer, hash, mix);
        if (size == heap.length) {
            heap = Arrays.copyOf(heap, 2 * size);
        }
        siftUp(timer, size++);
        return true;
    }

    @Override
    @SuppressWarnings("unchecked") // only timers of this kind are added
    public boolean remove(K key, int keyHash, N namespace, long timestamp) {
        HeapTimer<K, N> like = new HeapTimer<>(key, keyHash, namespace, timestamp);
        int hash = like.hashCode();
        long mix = Mix.of(hash);
        ObjectKeyPage page = (ObjectKeyPage) table.page(mix);
        int slot = page.find(like, hash, mix);
        if (slot < 0) {
            return false;
        }
        HeapTimer<K, N> timer = (HeapTimer<K, N>) page.keys[slot];
        table.remove(page, slot, mix);
        removeFromHeap(timer.heapIndex);
        return true;
    }

    /**
     * @param keys writes keys
     * @param writing writes namespaces
     */
    @SuppressWarnings("unchecked") // it was made for this queue
    FrozenTables freeze(
            Freezing freezing,
            String name,
            String keyType,
            TypeSerializer<K> keys,
            Writing writing) {
        TableImage image = freezing.freeze(table);
        EntryForm form = new TimerForm<>(keys, (TypeSerializer<N>) writing.namespaces());
        return new FrozenTables(
                new StateHeader(
                        name,
                        StateName.TIMERS,
                        keyType,
                        StateShape.NONE,
                        NamespaceType.of(namespaces)),
                List.of(new FrozenTables.Table(Freezing.number(table), image, form)));
    }

    @Override
    public boolean isEmpty() {
        return size == 0;
    }

    @Override
    public long size() {
        return size;
    }

    @Override
    public long firstTimestamp() {
        return heap[0].timestamp();
    }

    @Override
    public HeapTimer<K, N> pollFirst() {
        if (size == 0) {
            throw new NoSuchElementException("There is no timer.");
        }
        HeapTimer<K, N> first = heap[0];
        int hash = first.hashCode();
        long mix = Mix.of(hash);
        ObjectKeyPage page = (ObjectKeyPage) table.page(mix);
        table.remove(page, page.find(first, hash, mix), mix);
        removeFromHeap(0);
        return first;
    }

    @Override
    public void forEach(Reader<K, N> reader) throws Exception {
        for (HeapTimer<K, N> timer : Arrays.copyOf(heap, size)) {
            reader.timer(timer.key(), timer.namespace(), timer.timestamp());
        }
    }

    private void removeFromHeap(int index) {
        HeapTimer<K, N> last = heap[--size];
        heap[size] = null;
        if (index == size) {
            return;
        }
        if (index > 0 && last.timestamp() < heap[(index - 1) >> 1].timestamp()) {
            siftUp(last, index);
        } else {
            siftDown(last, index);
        }
        if (heap.length > 64 && size < heap.length / 4) {
            heap = Arrays.copyOf(heap, heap.length / 2);
        }
    }

    private void siftUp(HeapTimer<K, N> timer, int from) {
        int index = from;
        while (index > 0) {
            int parent = (index - 1) >> 1;
            if (heap[parent].timestamp() <= timer.timestamp()) {
                break;
            }
            put(heap[parent], index);
            index = parent;
        }
        put(timer, index);
    }

    private void siftDown(HeapTimer<K, N> timer, int from) {
        int index = from;
        while (true) {
            int child = 2 * index + 1;
            if (child >= size) {
                break;
            }
            if (child + 1 < size && heap[child + 1].timestamp() < heap[child].timestamp()) {
                child++;
            }
            if (timer.timestamp() <= heap[child].timestamp()) {
                break;
            }
            put(heap[child], index);
            index = child;
        }
        put(timer, index);
    }

    private void put(HeapTimer<K, N> timer, int index) {
        heap[index] = timer;
        timer.heapIndex = index;
    }
}
