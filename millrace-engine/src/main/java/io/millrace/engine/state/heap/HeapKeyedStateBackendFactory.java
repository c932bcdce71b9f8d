// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state.heap;

import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.engine.state.CarriedState;
import io.millrace.engine.state.KeyedStateBackend;
import io.millrace.engine.state.KeyedStateBackendFactory;
import io.millrace.engine.state.KeyedStateRequest;
import io.millrace.engine.state.RestoredState;
import java.util.List;
import java.util.function.LongSupplier;

/** Makes backends that keep keyed state on the heap. */
public final class HeapKeyedStateBackendFactory implements KeyedStateBackendFactory {

    private final LongSupplier nowMs;

    /** Null: each snapshot is written whole. */
    private final LayerLimits layers;

    /**
     * @param nowMs the wall clock by which entries with a time to live expire; any thread may ask
     *     it
     * @param incremental whether a checkpoint refers to what earlier ones have written
     * @param incrementalFrom but not if a backend's state has fewer bytes
     */
    public HeapKeyedStateBackendFactory(
            LongSupplier nowMs, boolean incremental, long incrementalFrom) {
        this(nowMs, incremental ? LayerLimits.from(incrementalFrom) : null);
    }

    HeapKeyedStateBackendFactory(LongSupplier nowMs, LayerLimits layers) {
        this.nowMs = nowMs;
        this.layers = layers;
    }

    /** With whole snapshots. */
    public HeapKeyedStateBackendFactory(LongSupplier nowMs) {
        this(nowMs, null);
    }

    /** Where nothing expires: no clock is needed until a state has a time to live. */
    public HeapKeyedStateBackendFactory() {
        this(
                () -> {
                    throw new IllegalStateException(
                            "A state with a time to live needs a clock, and this backend was made"
                                    + " without one.");
                });
    }

    @Override
    public <K> KeyedStateBackend<K> create(KeyedStateRequest<K> request) throws Exception {
        if (request.restored().isEmpty()) {
            return backend(request, request.keySerializer(), List.of());
        }
        RestoredKeyedState<K> carried =
                new RestoredKeyedState<>(
                        request.operatorName(),
                        request.uid(),
                        request.keySerializer(),
                        request.maxParallelism(),
                        request.keyGroups());
        for (RestoredState state : request.restored()) {
            carried.load(state);
        }
        return backend(request, carried.keySerializer(), carried.states());
    }

    private <K> KeyedStateBackend<K> backend(
            KeyedStateRequest<K> request,
            TypeSerializer<K> keySerializer,
            List<CarriedState> states) {
        return new HeapKeyedStateBackend<>(
                request.operatorName(),
                request.uid(),
                keySerializer,
                request.maxParallelism(),
                request.keyGroups(),
                request.executionConfig(),
                nowMs,
                layers == null ? null : new LayerChain(layers),
                states);
    }
}
