// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state;

/**
 * Timers of one operator, service and time domain in one subtask: a set of (key, namespace,
 * timestamp), ordered by timestamp (ST-40). Part of the keyed state's snapshot. Used by its task
 * only.
 *
 * @param <K> type of the keys
 * @param <N> type of the namespaces; {@code VoidNamespace} where there is only one
 */
public interface TimerQueue<K, N> {

    /** Adds a timer; false when it was there. */
    boolean add(K key, int keyHash, N namespace, long timestamp);

    /** Removes a timer; false when it was not there. */
    boolean remove(K key, int keyHash, N namespace, long timestamp);

    boolean isEmpty();

    long size();

    /** Timestamp of the earliest timer; undefined when empty. */
    long firstTimestamp();

    /** Removes the earliest timer and returns it. */
    Timer<K, N> pollFirst();

    /**
     * Shows all timers that are there now, in no order. The reader may add and remove timers: that
     * changes nothing of what it is shown.
     */
    void forEach(Reader<K, N> reader) throws Exception;

    /** One timer. */
    interface Timer<K, N> {
        K key();

        N namespace();

        long timestamp();
    }

    /** Is shown timers. */
    interface Reader<K, N> {
        void timer(K key, N namespace, long timestamp) throws Exception;
    }
}
