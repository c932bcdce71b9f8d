// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state.heap;

import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.core.memory.DataOutputView;
import java.io.IOException;
import java.util.function.UnaryOperator;

/**
 * Entries of a state that has one value per key, or key and namespace.
 *
 * @param <K> keys
 * @param <N> namespaces
 * @param <V> values
 */
final class CellForm<K, N, V> extends EntryForm {

    private final TypeSerializer<K> keys;
    private final Boxed boxedKey;
    private final TypeSerializer<N> namespaces;
    private final ValueFormat<V> format;
    private final Boxed boxed;
    private final UnaryOperator<Object> survivors;

    /**
     * @param boxedKey null where keys are objects
     * @param namespaces null where there are none
     * @param boxed makes the box of a value that is a long; null otherwise
     * @param survivors what is to be written of a value, null for nothing of it; itself null where
     *     all is
     */
    CellForm(
            TypeSerializer<K> keys,
            Boxed boxedKey,
            TypeSerializer<N> namespaces,
            ValueFormat<V> format,
            Boxed boxed,
            UnaryOperator<Object> survivors) {
        this.keys = keys;
        this.boxedKey = boxedKey;
        this.namespaces = namespaces;
        this.format = format;
        this.boxed = boxed;
        this.survivors = survivors;
    }

    @Override
    Object content(Page page, int slot) {
        Object value = boxed != null ? boxed.box(page.longs[slot]) : page.objects[slot];
        return survivors == null ? value : survivors.apply(value);
    }

    @Override
    boolean canRunEmpty() {
        return survivors != null;
    }

    @Override
    void writeKey(Page page, int slot, DataOutputView out) throws IOException {
        if (page instanceof LongKeyPage longs) {
            writeLong(longs.keys[slot], out);
        } else {
            writeObject(((ObjectKeyPage) page).keys[slot], out);
        }
    }

    @Override
    void writeKey(RemovedKeys log, long index, DataOutputView out) throws IOException {
        if (log.hasLongs()) {
            writeLong(log.longKey(index), out);
        } else {
            writeObject(log.objectKey(index), out);
        }
    }

    @SuppressWarnings("unchecked") // the box makes Ks
    private void writeLong(long key, DataOutputView out) throws IOException {
        keys.serialize((K) boxedKey.box(key), out);
    }

    @SuppressWarnings("unchecked") // the table holds only Ks, or Ks in Ns
    private void writeObject(Object key, DataOutputView out) throws IOException {
        if (namespaces == null) {
            keys.serialize((K) key, out);
        } else {
            NamespacedKey<K, N> both = (NamespacedKey<K, N>) key;
            keys.serialize(both.key, out);
            namespaces.serialize(both.namespace, out);
        }
    }

    @Override
    @SuppressWarnings("unchecked") // the table holds only Vs
    void writeContent(Object content, DataOutputView out) throws IOException {
        format.write((V) content, out);
    }
}
