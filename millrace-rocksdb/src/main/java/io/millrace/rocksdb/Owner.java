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
import io.millrace.engine.state.TypeFit;
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
    @SuppressWarnings("unchecked") // the fit was made of the keys' serializer
    Owner<K> check(String writtenType, StateShape writtenShape, int writtenMaxParallelism) {
        StateFit fit = StateFit.ofKeys(writtenType, writtenShape, keySerializer);
        if (fit.outcome() == TypeFit.Outcome.INCOMPATIBLE) {
            throw new StateMismatch(
                    "The keyed state of "
                            + this
                            + " was written for keys of type "
                            + writtenType
                            + ", but the program's key selector now gives "
                            + keyType
                            + ". "
                            + (fit.why().isEmpty() ? "" : fit.why() + " ")
                            + "Keep the type of the key, or give the operator another uid to begin with empty"
                            + " state.");
        }
        if (writtenMaxParallelism != maxParallelism) {
            throw new StateMismatch(
                    "The keyed state of "
                            + this
                            + " was written with max parallelism "
                            + writtenMaxParallelism
                            + ", but the operator now has "
                            + maxParallelism
                            + ". The max parallelism of an operator with state cannot be changed: set it to "
                            + writtenMaxParallelism
                            + ".");
        }
        return fit.outcome() == TypeFit.Outcome.AS_IS
                ? this
                : withKeys((TypeSerializer<K>) fit.places().get(0).serializer());
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
