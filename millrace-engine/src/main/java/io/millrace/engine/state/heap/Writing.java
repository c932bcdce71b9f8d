// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state.heap;

import io.millrace.api.common.typeutils.TypeSerializer;

/**
 * What the thread that writes snapshots uses for one state: never the task's own.
 *
 * @param format null for timers
 * @param namespaces null where there are none
 */
record Writing(ValueFormat<?> format, TypeSerializer<?> namespaces) {

    static Writing of(RegisteredState<?> state) {
        return new Writing(
                state.format().duplicate(),
                state.namespaces() == null ? null : state.namespaces().serializer.duplicate());
    }

    static Writing of(HeapTimerQueue<?, ?> queue) {
        return new Writing(null, queue.namespaces == null ? null : queue.namespaces.duplicate());
    }
}
