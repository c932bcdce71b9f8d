// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state;

import io.millrace.api.common.state.State;
import java.util.Collection;

/** A state without namespaces, for who sees everything in namespaces: there is only one. */
public record UndividedState<N, S extends State>(S state) implements NamespacedState<N, S> {

    @Override
    public S in(N namespace) {
        return state;
    }

    /** There is nothing to put together: each source is the target. */
    @Override
    public void merge(N target, Collection<? extends N> sources) {}
}
