// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state.heap;

import io.millrace.engine.state.TimerQueue;
import java.util.Arrays;
import java.util.NoSuchElementException;

/**
 * Timers in two shapes. The truth is a {@link PagedTable} used as a set, so that freezing costs
 * nothing and changes are tracked as for any state; the binary heap is an index by time over the
 * same objects, never written to a snapshot and rebuilt by adding.
 *
 * @param <K> type of the keys
 */
final class HeapTimerQueue<K> implements TimerQueue<K> {

    final PagedTable table = new PagedTable(false, PagedTable.Values.NONE);

    /** Earliest first; children of i stand at 2i+1 and 2i+2. */
    private HeapTimer[] heap = new HeapTimer[16];

    private int size;

    @Override
    public boolean add(K key, int keyHash, long timestamp) {
        HeapTimer timer = new HeapTimer(key, keyHash, timestamp);
        int hash = timer.hashCode();
        long mix = Mix.of(hash);
        if (((ObjectKeyPage) table.page(mix)).find(timer, hash, mix) >= 0) {
            return false;
        }
        ((ObjectKeyPage) table.roomFor(mix)).add(timer, hash, mix);
        if (size == heap.length) {
            heap = Arrays.copyOf(heap, 2 * size);
        }
        siftUp(timer, size++);
        return true;
    }

    @Override
    public boolean remove(K key, int keyHash, long timestamp) {
        HeapTimer like = new HeapTimer(key, keyHash, timestamp);
        int hash = like.hashCode();
        long mix = Mix.of(hash);
        ObjectKeyPage page = (ObjectKeyPage) table.page(mix);
        int slot = page.find(like, hash, mix);
        if (slot < 0) {
            return false;
        }
        HeapTimer timer = (HeapTimer) page.keys[slot];
        table.remove(page, slot, mix);
        removeFromHeap(timer.heapIndex);
        return true;
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
        return heap[0].timestamp;
    }

    @Override
    @SuppressWarnings("unchecked") // only Ks are added
    public K pollFirst() {
        if (size == 0) {
            throw new NoSuchElementException("There is no timer.");
        }
        HeapTimer first = heap[0];
        int hash = first.hashCode();
        long mix = Mix.of(hash);
        ObjectKeyPage page = (ObjectKeyPage) table.page(mix);
        table.remove(page, page.find(first, hash, mix), mix);
        removeFromHeap(0);
        return (K) first.key;
    }

    @Override
    @SuppressWarnings("unchecked") // only Ks are added
    public void forEach(Reader<K> reader) throws Exception {
        for (HeapTimer timer : Arrays.copyOf(heap, size)) {
            reader.timer((K) timer.key, timer.timestamp);
        }
    }

    private void removeFromHeap(int index) {
        HeapTimer last = heap[--size];
        heap[size] = null;
        if (index == size) {
            return;
        }
        if (index > 0 && last.timestamp < heap[(index - 1) >> 1].timestamp) {
            siftUp(last, index);
        } else {
            siftDown(last, index);
        }
        if (heap.length > 64 && size < heap.length / 4) {
            heap = Arrays.copyOf(heap, heap.length / 2);
        }
    }

    private void siftUp(HeapTimer timer, int from) {
        int index = from;
        while (index > 0) {
            int parent = (index - 1) >> 1;
            if (heap[parent].timestamp <= timer.timestamp) {
                break;
            }
            put(heap[parent], index);
            index = parent;
        }
        put(timer, index);
    }

    private void siftDown(HeapTimer timer, int from) {
        int index = from;
        while (true) {
            int child = 2 * index + 1;
            if (child >= size) {
                break;
            }
            if (child + 1 < size && heap[child + 1].timestamp < heap[child].timestamp) {
                child++;
            }
            if (timer.timestamp <= heap[child].timestamp) {
                break;
            }
            put(heap[child], index);
            index = child;
        }
        put(timer, index);
    }

    private void put(HeapTimer timer, int index) {
        heap[index] = timer;
        timer.heapIndex = index;
    }
}
