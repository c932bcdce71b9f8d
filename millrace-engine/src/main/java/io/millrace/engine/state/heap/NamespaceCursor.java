// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state.heap;

import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.engine.state.StateLabel;

/**
 * The current key in the namespace that was set last, for the table of one state. It follows the
 * backend's cursor: whenever that is set, what was found here is void. The table's key is only made
 * when it is looked for.
 *
 * @param <K> type of the keys
 * @param <N> type of the namespaces
 */
final class NamespaceCursor<K, N> extends KeyCursor<K> {

    final TypeSerializer<N> serializer;
    private final KeyCursor<K> keys;
    private final StateLabel label;
    private N namespace;
    private NamespacedKey<K, N> current;

    NamespaceCursor(KeyCursor<K> keys, TypeSerializer<N> serializer, StateLabel label) {
        super(null);
        this.keys = keys;
        this.serializer = serializer;
        this.label = label;
        keys.addFollower(this);
    }

    void enter(N newNamespace) {
        if (newNamespace == null) {
            throw new NullPointerException("The namespace of the " + label + " must not be null.");
        }
        namespace = newNamespace;
        sequence++;
    }

    @Override
    boolean isSet() {
        return keys.isSet() && namespace != null;
    }

    @Override
    boolean prepare() {
        if (!keys.prepare()) {
            return false;
        }
        if (namespace == null) {
            throw label.noNamespace();
        }
        current = new NamespacedKey<>(keys.key(), keys.hash(), namespace);
        mix = Mix.of(current.hash);
        return true;
    }

    @Override
    int find(Page page) {
        return ((ObjectKeyPage) page).find(current, current.hash, mix);
    }

    /** The table keeps a namespace of its own: the caller may fill his again. */
    @Override
    int add(Page page) {
        if (!serializer.isImmutableType()) {
            current =
                    new NamespacedKey<>(
                            current.key, keys.hash(), serializer.copy(current.namespace));
        }
        return ((ObjectKeyPage) page).add(current, current.hash, mix);
    }
}
