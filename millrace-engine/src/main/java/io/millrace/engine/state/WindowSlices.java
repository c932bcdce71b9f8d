// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state;

/**
 * What sliding windows have accumulated, in slices: pieces of time that no window's edge divides. A
 * record goes into one slice, however many windows it lies in; a window is shown by merging the
 * accumulators of its slices. That gives what {@link WindowPanes} give only if the function's merge
 * is what it should be, and the order of records does not matter to it.
 *
 * <p>Slices are the windows of a grid without overlap; they are told by their numbers. Which
 * windows were shown can't be seen from the slices, for later windows need them still, so that is
 * part of the snapshot, too. Used by its task only.
 *
 * @param <K> keys
 * @param <I> records
 * @param <A> accumulators
 */
public interface WindowSlices<K, I, A> {

    /** There is no slice. */
    long NONE = Long.MAX_VALUE;

    /** Adds a record to a key's slice. */
    void fold(K key, int keyHash, I record, long slice) throws Exception;

    /** The earliest slice that has anything, {@link #NONE} if none has. */
    long first();

    /**
     * Shows what the slices of a window have together, once per key, in no order; not those keys of
     * which the window was shown before the job was restored.
     *
     * @param windowStart where the window begins
     * @throws Exception what merging, and the reader, throw
     */
    void show(long firstSlice, long lastSlice, long windowStart, WindowPanes.Reader<K, A> reader)
            throws Exception;

    /** The window that begins then has been shown, of all keys. */
    void shown(long windowStart);

    /** Forgets all earlier slices. */
    void dropBefore(long slice);
}
