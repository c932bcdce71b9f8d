// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state;

/**
 * What the windows of a grid have accumulated, of all keys: the fast form of state in namespaces
 * for windows that begin and end at the same time for every key. There are no timers by key; whole
 * windows come due, the one that ends first first.
 *
 * <p>In a snapshot it is what it would be without this form: aggregating or reducing state in
 * namespaces, and timers at the windows' last milliseconds. So a job may change between the two.
 * Used by its task only.
 *
 * @param <K> keys
 * @param <I> records
 * @param <A> accumulators
 */
public interface WindowPanes<K, I, A> {

    /**
     * Adds a record to a key's windows with these numbers, last one first.
     *
     * @param keyHash the key's {@link Object#hashCode()}
     * @throws Exception what the fold throws
     */
    void fold(K key, int keyHash, I record, long firstNumber, long lastNumber) throws Exception;

    /**
     * The same for one window that need not be on the grid.
     *
     * @param end exclusive
     */
    void fold(K key, int keyHash, I record, Span window) throws Exception;

    /** The window that ends first; null when there is none. */
    Span first();

    /** Shows what the first window has, once per key, in no order. The window stays. */
    void showFirst(Reader<K, A> reader) throws Exception;

    /** Forgets the first window, of all keys at once. */
    void dropFirst();

    /**
     * From when to when a window lasts.
     *
     * @param start inclusive
     * @param end exclusive
     */
    record Span(long start, long end) implements Comparable<Span> {

        /** The last millisecond within. */
        public long maxTimestamp() {
            return end - 1;
        }

        /** By end: in this order windows come due. */
        @Override
        public int compareTo(Span other) {
            int byEnd = Long.compare(maxTimestamp(), other.maxTimestamp());
            return byEnd != 0 ? byEnd : Long.compare(start, other.start);
        }
    }

    /** Is shown accumulators. */
    interface Reader<K, A> {

        /**
         * @param accumulator the reader's own, to change and to keep
         */
        void pane(K key, A accumulator) throws Exception;
    }
}
