// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state.heap;

import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.core.memory.DataOutputView;
import java.io.IOException;

/** Timers, which are keys altogether. */
final class TimerForm<K, N> extends EntryForm {

    private final TypeSerializer<K> keys;
    private final TypeSerializer<N> namespaces;

    /**
     * @param namespaces null where there are none
     */
    TimerForm(TypeSerializer<K> keys, TypeSerializer<N> namespaces) {
        this.keys = keys;
        this.namespaces = namespaces;
    }

    @Override
    Object content(Page page, int slot) {
        return ((ObjectKeyPage) page).keys[slot];
    }

    @Override
    void writeKey(Page page, int slot, DataOutputView out) throws IOException {
        write(((ObjectKeyPage) page).keys[slot], out);
    }

    @Override
    void writeKey(RemovedKeys log, long index, DataOutputView out) throws IOException {
        write(log.objectKey(index), out);
    }

    @SuppressWarnings("unchecked") // the queue takes only Ks and Ns
    private void write(Object key, DataOutputView out) throws IOException {
        HeapTimer<K, N> timer = (HeapTimer<K, N>) key;
        keys.serialize(timer.key(), out);
        if (namespaces != null) {
            namespaces.serialize(timer.namespace(), out);
        }
        out.writeLong(timer.timestamp());
    }

    @Override
    void writeContent(Object content, DataOutputView out) {}
}
