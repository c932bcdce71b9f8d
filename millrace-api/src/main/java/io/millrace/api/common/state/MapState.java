// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.state;

import io.millrace.annotation.PublicEvolving;
import java.util.Iterator;
import java.util.Map;

/**
 * A map per key, whose entries are read and written one by one.
 *
 * @param <UK> keys of the map
 * @param <UV> values of the map
 */
@PublicEvolving
public interface MapState<UK, UV> extends State {

    /** The value under a map key, null if there is none. */
    UV get(UK key) throws Exception;

    /** Puts a value; null needs a serializer that can write null. */
    void put(UK key, UV value) throws Exception;

    /** Puts all entries of the map. */
    void putAll(Map<UK, UV> map) throws Exception;

    /** Removes a map key; nothing happens if it is absent. */
    void remove(UK key) throws Exception;

    /** Whether there is an entry under the map key. */
    boolean contains(UK key) throws Exception;

    /** All entries; removing from the iterator removes from the state. */
    Iterable<Map.Entry<UK, UV>> entries() throws Exception;

    /** All map keys. */
    Iterable<UK> keys() throws Exception;

    /** All values. */
    Iterable<UV> values() throws Exception;

    /** Walks over all entries; removing removes from the state. */
    Iterator<Map.Entry<UK, UV>> iterator() throws Exception;

    /** Whether there is no entry. */
    boolean isEmpty() throws Exception;
}
