// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.rocksdb;

import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.engine.keys.KeyGroupRange;
import io.millrace.engine.state.KeyedStateRequest;
import io.millrace.engine.state.StateFit;
import io.millrace.engine.state.StateMismatch;
import io.millrace.engine.state.StateShape;
import io.millrace.metrics.MetricGroup;
import io.millrace.spi.types.TypeDescription;

/**
 * Whose keyed state it is.
 *
 * @param keyType text of the keys' type
 * @param metrics the operator's
 */
record Owner<K>(
        String operatorName,
        String uid,
        int subtask,
        TypeSerializer<K> keySerializer,
        String keyType,
        StateShape keyShape,
        int maxParallelism,
        KeyGroupRange keyGroups,
        ExecutionConfig executionConfig,
        MetricGroup metrics) {

    static <K> Owner<K> of(KeyedStateRequest<K> request) {
        return new Owner<>(
                request.operatorName(),
                request.uid(),
                request.subtask(),
                request.keySerializer(),
                TypeDescription.of(request.keySerializer()),
                StateShape.of(request.keySerializer()),
                request.maxParallelism(),
                request.keyGroups(),
                request.executionConfig(),
                request.metrics());
    }

    /**
     * Compares what was written with what there is.
     *
     * @return the same, with what reads and writes the keys as they lie: the program's serializer,
     *     or one that stands for it, so that no key has to be written anew
     * @throws StateMismatch they don't fit
     */
    Owner<K> check(String writtenType, StateShape writtenShape, int writtenMaxParallelism) {
        TypeSerializer<K> keys =
                StateFit.requireKeys(
                        toString(),
                        writtenType,
                        writtenShape,
                        writtenMaxParallelism,
                        keySerializer,
                        maxParallelism);
        return withKeys(keys);
    }

    private Owner<K> withKeys(TypeSerializer<K> keys) {
        return new Owner<>(
                operatorName,
                uid,
                subtask,
                keys,
                TypeDescription.of(keys),
                StateShape.of(keys),
                maxParallelism,
                keyGroups,
                executionConfig,
                metrics);
    }

    @Override
    public String toString() {
        return "operator '" + operatorName + "' (uid '" + uid + "')";
    }
}
