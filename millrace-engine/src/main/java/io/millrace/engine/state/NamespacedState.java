// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state;

import io.millrace.api.common.state.State;
import java.util.Collection;

/**
 * Keyed state that each key has once per namespace: that of a window, for example. Used by its task
 * only.
 *
 * <p>There is one state object, which reads and writes under the current key and the namespace that
 * was set last. A namespace must be set once before the state is used; it stays when the key
 * changes.
 *
 * @param <N> type of the namespaces; told apart by {@code equals} and {@code hashCode}
 * @param <S> kind of state
 */
public interface NamespacedState<N, S extends State> {

    /** Sets the namespace. The same object comes back at each call. */
    S in(N namespace);

    /**
     * Puts what the current key has under the sources together with what it has under the target,
     * and leaves nothing under the sources. What was under the target comes first, then the sources
     * in their order. Where none has anything, nothing is there afterwards. The target is the
     * namespace from then on.
     *
     * @throws UnsupportedOperationException value and map state can't be put together
     * @throws Exception what the state's reduce or aggregate function throws
     */
    void merge(N target, Collection<? extends N> sources) throws Exception;
}
