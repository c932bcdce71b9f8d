// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.spi;

import io.millrace.streaming.api.windowing.assigners.WindowAssigner;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Tells which assigners put every record into the windows of one grid, and into which. That is no
 * part of their public face, so they leave word here. Thread-safe.
 */
public final class WindowGrids {

    private static final Map<Class<?>, Reader<?>> READERS = new ConcurrentHashMap<>();

    private WindowGrids() {}

    /** Reads the grid of an assigner; null when its grid is not known before the first record. */
    public interface Reader<A> {
        WindowGrid grid(A assigner);
    }

    /** Left by an assigner's class when it is initialized; not for its subclasses. */
    public static <A extends WindowAssigner<?, ?>> void leave(Class<A> type, Reader<A> reader) {
        READERS.put(type, reader);
    }

    /** Null for an assigner that has none, or may do something else than its grid says. */
    @SuppressWarnings("unchecked") // the reader was left for this very class
    public static WindowGrid of(WindowAssigner<?, ?> assigner) {
        Reader<Object> reader = (Reader<Object>) READERS.get(assigner.getClass());
        return reader == null ? null : reader.grid(assigner);
    }
}
