// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.rocksdb;

import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.engine.keys.KeyGroupRange;
import io.millrace.engine.state.IncompatibleShape;
import io.millrace.engine.state.KeyedStateRequest;
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
     * @throws StateMismatch they don't fit
     */
    void check(String writtenType, StateShape writtenShape, int writtenMaxParallelism) {
        if (writtenShape.isKnown()) {
            checkShape(writtenType, writtenShape);
        }
        if (!writtenType.equals(keyType)) {
            throw new StateMismatch(
                    "The keyed state of "
                            + this
                            + " was written for keys of type "
                            + writtenType
                            + ", but the program's key selector now gives "
                            + keyType
                            + ". Keep the type of the key, or give the operator another uid to begin with empty"
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
    }

    /** Alike in its text, a key may still have a field that became a primitive. */
    private void checkShape(String writtenType, StateShape writtenShape) {
        try {
            writtenShape.requireSame(0, keySerializer);
        } catch (IncompatibleShape e) {
            throw new StateMismatch(
                    "The keyed state of "
                            + this
                            + " was written for keys of type "
                            + writtenType
                            + ", but the program's key selector now gives "
                            + keyType
                            + ". "
                            + e.between(writtenType, keyType)
                            + " Keep the class of the key, or give the operator another uid to begin with"
                            + " empty state.",
                    e);
        }
    }

    @Override
    public String toString() {
        return "operator '" + operatorName + "' (uid '" + uid + "')";
    }
}
