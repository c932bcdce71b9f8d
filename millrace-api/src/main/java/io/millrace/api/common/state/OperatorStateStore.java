// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.state;

import io.millrace.annotation.PublicEvolving;
import java.util.Set;

/**
 * Gives out the state of a subtask that belongs to no key, by descriptor. The same name gives the
 * same state; asking for it in another mode is an {@link IllegalStateException}.
 */
@PublicEvolving
public interface OperatorStateStore {

    /** A map of which each subtask holds its own copy. */
    <K, V> BroadcastState<K, V> getBroadcastState(MapStateDescriptor<K, V> stateDescriptor)
            throws Exception;

    /**
     * A list; when restored at another parallelism, all lists are joined and cut into even pieces
     * in their order.
     */
    <S> ListState<S> getListState(ListStateDescriptor<S> stateDescriptor) throws Exception;

    /** A list; when restored, each subtask is given the entries of all. */
    <S> ListState<S> getUnionListState(ListStateDescriptor<S> stateDescriptor) throws Exception;

    /** The names of the lists there are. */
    Set<String> getRegisteredStateNames();

    /** The names of the broadcast maps there are. */
    Set<String> getRegisteredBroadcastStateNames();
}
