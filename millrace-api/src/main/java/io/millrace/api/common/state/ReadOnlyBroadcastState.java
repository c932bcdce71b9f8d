// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.state;

import io.millrace.annotation.PublicEvolving;
import java.util.Map;

/**
 * Broadcast state as seen from the side that must not change it. Objects read from here must not be
 * changed either.
 *
 * @param <K> keys
 * @param <V> values
 */
@PublicEvolving
public interface ReadOnlyBroadcastState<K, V> extends State {

    /** The value under a key, null if there is none. */
    V get(K key) throws Exception;

    /** Whether there is an entry under the key. */
    boolean contains(K key) throws Exception;

    /** All entries, which can't be changed through this iterable. */
    Iterable<Map.Entry<K, V>> immutableEntries() throws Exception;
}
