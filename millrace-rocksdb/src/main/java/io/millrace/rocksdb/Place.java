// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.rocksdb;

import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.core.memory.DataOutputSerializer;
import io.millrace.engine.state.StateLabel;
import io.millrace.util.FlinkRuntimeException;
import java.io.IOException;

/**
 * Where a state reads and writes: under the current key and, where there are namespaces, the one
 * that was set last.
 *
 * @param <N> type of the namespaces
 */
final class Place<N> {

    private final KeyBytes<?> keys;
    private final TypeSerializer<N> namespaces;
    private final StateLabel label;
    private final DataOutputSerializer out = new DataOutputSerializer(64);

    /** Null: none is set. */
    private byte[] namespace;

    private long sequence = -1;
    private byte[] bytes;

    /**
     * @param namespaces null where there are none
     */
    Place(KeyBytes<?> keys, TypeSerializer<N> namespaces, StateLabel label) {
        this.keys = keys;
        this.namespaces = namespaces;
        this.label = label;
    }

    /** Null where there are none. */
    TypeSerializer<N> namespaces() {
        return namespaces;
    }

    StateLabel label() {
        return label;
    }

    void enter(N newNamespace) {
        if (newNamespace == null) {
            throw new NullPointerException("The namespace of the " + label + " must not be null.");
        }
        namespace = written(newNamespace);
        sequence = -1;
    }

    private byte[] written(N newNamespace) {
        out.clear();
        try {
            namespaces.serialize(newNamespace, out);
        } catch (IOException e) {
            throw new FlinkRuntimeException(
                    "The namespace "
                            + newNamespace
                            + " of the "
                            + label
                            + " can't be serialized: "
                            + e,
                    e);
        }
        return out.getCopyOfBuffer();
    }

    /** The key of the entry, or how those of several begin. Not to be changed. */
    byte[] bytes() {
        if (sequence != keys.sequence()) {
            byte[] key = keys.current();
            if (key == null) {
                throw label.noKey();
            }
            if (namespaces != null && namespace == null) {
                throw label.noNamespace();
            }
            bytes = namespaces == null ? key : joined(key, namespace);
            sequence = keys.sequence();
        }
        return bytes;
    }

    /** The same for a key that is not the current one. */
    static byte[] joined(byte[] first, byte[] second) {
        byte[] both = java.util.Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }
}
