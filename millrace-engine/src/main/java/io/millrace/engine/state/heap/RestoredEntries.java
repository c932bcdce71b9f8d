// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state.heap;

import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.engine.state.AskedTimers;
import io.millrace.engine.state.CarriedState;
import io.millrace.engine.state.StateBlock;
import io.millrace.engine.state.StateFit;
import io.millrace.engine.state.TimedSerializer;
import java.io.IOException;

/**
 * Fills tables and timer queues from the bytes that were restored for them.
 *
 * @param keys reads the keys
 * @param cursor by which the tables are written; it goes back to where it was
 */
record RestoredEntries<K>(TypeSerializer<K> keys, KeyCursor<K> cursor) {

    /** Entries of another shape are read as they were written, into objects of today's classes. */
    <V> void fill(RegisteredState<V> state, CarriedState restored, StateFit fit) {
        fill(state, state.namespaces(), restored, fit);
    }

    private <N, V> void fill(
            RegisteredState<V> state,
            NamespaceCursor<?, N> namespaces,
            CarriedState restored,
            StateFit fit) {
        ValueFormat<V> reading =
                state.format()
                        .reading(fit)
                        .reading(restored.type().endsWith(TimedSerializer.WITH_TIMES));
        K interrupted = cursor.key();
        try {
            for (StateBlock block : restored.blocks()) {
                block.forEach(
                        (in, length) -> {
                            K key = keys.deserialize(in);
                            cursor.set(key, key.hashCode());
                            if (namespaces != null) {
                                namespaces.enter(namespaces.serializer.deserialize(in));
                            }
                            state.cell().update(reading.read(in));
                        });
            }
        } catch (IOException | RuntimeException | LinkageError e) {
            throw state.label().unreadable(e);
        } finally {
            cursor.set(interrupted, interrupted == null ? 0 : interrupted.hashCode());
        }
    }

    /**
     * @param namespaces of the queue, or of void namespaces
     */
    <N> void fill(
            HeapTimerQueue<K, N> queue,
            AskedTimers asked,
            TypeSerializer<N> namespaces,
            CarriedState restored) {
        asked.requireFit(restored.namespaces());
        try {
            for (StateBlock block : restored.blocks()) {
                block.forEach(
                        (in, length) -> {
                            K key = keys.deserialize(in);
                            N namespace =
                                    queue.namespaces == null
                                            ? namespaces.createInstance()
                                            : namespaces.deserialize(in);
                            queue.add(key, key.hashCode(), namespace, in.readLong());
                        });
            }
        } catch (IOException | RuntimeException e) {
            throw asked.unreadable(e);
        }
    }
}
