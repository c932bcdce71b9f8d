// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.exchange;

import java.util.Arrays;

/**
 * Records on their way: values, and timestamps where any record has one. Filled by the sender, then
 * handed over; the receiver reads it. Never reused: a recycled array would be old, and each
 * reference stored into it would pay the garbage collector's write barrier.
 */
public final class Batch implements StreamElement {

    /** Most records in a batch. */
    public static final int CAPACITY = 1024;

    private static final long NO_TIMESTAMP = Long.MIN_VALUE;

    private Object[] values;
    private long[] timestamps;
    private int size;
    private final int capacity;

    /**
     * An empty batch with room for so many records at first, and in the end for {@code capacity}.
     */
    Batch(int room, int capacity) {
        this.capacity = capacity;
        values = new Object[Math.min(capacity, Math.max(8, room))];
    }

    /** Adds a record; the caller has checked {@link #isFull}. */
    void add(Object value, long timestamp) {
        int at = size;
        if (at == values.length) {
            grow();
        }
        values[at] = value;
        if (timestamp != NO_TIMESTAMP) {
            stamp(at, timestamp);
        } else if (timestamps != null) {
            timestamps[at] = NO_TIMESTAMP;
        }
        size = at + 1;
    }

    private void stamp(int at, long timestamp) {
        if (timestamps == null) {
            timestamps = new long[values.length];
            Arrays.fill(timestamps, 0, at, NO_TIMESTAMP);
        }
        timestamps[at] = timestamp;
    }

    private void grow() {
        int length = Math.min(capacity, values.length * 4);
        values = Arrays.copyOf(values, length);
        if (timestamps != null) {
            timestamps = Arrays.copyOf(timestamps, length);
        }
    }

    boolean isFull() {
        return size == capacity;
    }

    public int size() {
        return size;
    }

    public Object value(int index) {
        return values[index];
    }

    /** The record's timestamp, or {@link Long#MIN_VALUE} when it has none. */
    public long timestamp(int index) {
        return timestamps == null ? NO_TIMESTAMP : timestamps[index];
    }
}
