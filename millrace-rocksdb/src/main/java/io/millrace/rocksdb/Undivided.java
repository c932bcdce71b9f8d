// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.rocksdb;

import io.millrace.api.common.state.State;
import io.millrace.engine.state.NamespacedState;
import java.util.Collection;

/** A state without namespaces, for who sees everything in namespaces: there is only one. */
record Undivided<N, S extends State>(S state) implements NamespacedState<N, S> {

    @Override
    public S in(N namespace) {
        return state;
    }

    /** There is nothing to put together: each source is the target. */
    @Override
    public void merge(N target, Collection<? extends N> sources) {}
}
