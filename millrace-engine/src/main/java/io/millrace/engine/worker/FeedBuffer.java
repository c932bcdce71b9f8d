// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.worker;

import io.millrace.engine.time.Clock;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What a source on a thread of its own has emitted and its task has not taken yet: a ring with one
 * writer and one reader.
 *
 * <p>How much may wait here follows the reader, as in a channel between tasks: about what it takes
 * in {@value #HORIZON_MS} ms, and never more than {@value #CAPACITY} elements. A bound on the
 * number alone would be none: a thousand numbers are nothing, a thousand pictures before a slow
 * sink are the heap. The reader looks at the clock once per {@value #WINDOW} elements at most, and
 * only counts time in which it found something to take: else it would be its writer that was slow.
 */
final class FeedBuffer {

    /** Most elements that may wait; a power of two. */
    static final int CAPACITY = 1024;

    /** What waits shall last the reader this long. */
    static final int HORIZON_MS = 100;

    /** Elements between two looks at the clock; fewer where fewer may wait. */
    static final int WINDOW = 64;

    /** As many may wait however slow the reader is. */
    static final int LEAST = 4;

    private static final long HORIZON_NANOS = HORIZON_MS * 1_000_000L;

    private final Clock clock;
    private final Object[] values = new Object[CAPACITY];
    private final long[] timestamps = new long[CAPACITY];
    private final AtomicLong written = new AtomicLong();
    private final AtomicLong taken = new AtomicLong();

    /** Set by the reader; the writer may see it an element late. */
    private volatile int limit = WINDOW;

    // the reader's
    private long takenTimestamp;
    private long windowFrom;
    private int inWindow;

    FeedBuffer(Clock clock) {
        this.clock = clock;
    }

    // ---- the writer

    /** Puts an element in; the caller has seen that there is room. */
    void put(Object value, long timestamp) {
        long next = written.getPlain();
        int slot = (int) (next & (CAPACITY - 1));
        values[slot] = value;
        timestamps[slot] = timestamp;
        written.set(next + 1);
    }

    /** Whether the writer has to wait. */
    boolean isFull() {
        return size() >= limit;
    }

    // ---- the reader

    /** The next element, null when there is none; its timestamp is {@link #takenTimestamp}. */
    Object take() {
        long next = taken.getPlain();
        if (next == written.get()) {
            inWindow = 0;
            return null;
        }
        if (inWindow == 0) {
            windowFrom = clock.nanos();
        }
        int slot = (int) (next & (CAPACITY - 1));
        Object value = values[slot];
        takenTimestamp = timestamps[slot];
        values[slot] = null;
        taken.set(next + 1);
        // The first element of a window begins its time: what it costs is known at the next.
        if (++inWindow > Math.min(WINDOW, limit / 2)) {
            measure(inWindow - 1);
        }
        return value;
    }

    private void measure(int elements) {
        long nanos = Math.max(1, clock.nanos() - windowFrom);
        long lasts = elements * HORIZON_NANOS / nanos;
        // By doubling at most: one quick window says little about the next.
        limit = (int) Math.max(LEAST, Math.min(lasts, Math.min(CAPACITY, 2L * limit)));
        inWindow = 0;
    }

    /** Of the element taken last. */
    long takenTimestamp() {
        return takenTimestamp;
    }

    /** Whether so much has been taken that a waiting writer is worth waking. */
    boolean isHalfEmpty() {
        return size() <= limit / 2;
    }

    // ---- either

    boolean isEmpty() {
        return size() == 0;
    }

    private long size() {
        return written.get() - taken.get();
    }
}
