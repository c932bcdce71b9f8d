// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state;

import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.engine.keys.KeyGroupRange;
import io.millrace.metrics.MetricGroup;
import io.millrace.metrics.groups.UnregisteredMetricsGroup;
import java.util.List;

/**
 * Whose keyed state a backend is to keep.
 *
 * @param operatorName for messages
 * @param uid the operator's uid, or its id where it has none; for messages
 * @param operator under which id its state is kept
 * @param subtask which of its subtasks, from 0
 * @param keySerializer of the keys
 * @param maxParallelism number of key groups of the operator
 * @param keyGroups those of the subtask
 * @param executionConfig for serializers
 * @param metrics the operator's, for what a backend tells of itself
 * @param restored the handles dealt to this subtask; entries outside {@code keyGroups} are skipped
 */
public record KeyedStateRequest<K>(
        String operatorName,
        String uid,
        OperatorId operator,
        int subtask,
        TypeSerializer<K> keySerializer,
        int maxParallelism,
        KeyGroupRange keyGroups,
        ExecutionConfig executionConfig,
        MetricGroup metrics,
        List<RestoredState> restored) {
    public KeyedStateRequest {
        restored = List.copyOf(restored);
    }

    /** Without metrics. */
    public KeyedStateRequest(
            String operatorName,
            String uid,
            OperatorId operator,
            int subtask,
            TypeSerializer<K> keySerializer,
            int maxParallelism,
            KeyGroupRange keyGroups,
            ExecutionConfig executionConfig,
            List<RestoredState> restored) {
        this(
                operatorName,
                uid,
                operator,
                subtask,
                keySerializer,
                maxParallelism,
                keyGroups,
                executionConfig,
                new UnregisteredMetricsGroup(),
                restored);
    }
}
