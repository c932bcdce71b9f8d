// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.state.api;

import io.millrace.api.common.state.MapStateDescriptor;
import io.millrace.api.java.tuple.Tuple2;
import io.millrace.engine.offline.SavedOperator;
import io.millrace.util.Collector;
import java.io.IOException;
import java.util.Set;

/** Reads the entries of broadcast state, of which one copy is read. */
final class SavedBroadcast<K, V> extends SavedFormat<Tuple2<K, V>> {
    private static final long serialVersionUID = 1L;

    private final MapStateDescriptor<K, V> descriptor;
    private transient boolean read;

    SavedBroadcast(
            Saved saved, OperatorIdentifier identifier, MapStateDescriptor<K, V> descriptor) {
        super(saved, identifier);
        this.descriptor = descriptor;
    }

    @Override
    void check() throws IOException {
        operator().require(Set.of(descriptor.getName()), Set.of(SavedOperator.BROADCAST));
    }

    @Override
    int parts(int atLeast) {
        return 1;
    }

    @Override
    void begin(int part, int parts) {
        read = false;
    }

    @Override
    boolean step(Collector<Tuple2<K, V>> out) throws Exception {
        if (read) {
            return false;
        }
        read = true;
        operator()
                .entries(
                        descriptor,
                        saved.config(),
                        (key, value) -> out.collect(Tuple2.of(key, value)));
        return true;
    }

    @Override
    void end() {
        // all is read at once
    }
}
