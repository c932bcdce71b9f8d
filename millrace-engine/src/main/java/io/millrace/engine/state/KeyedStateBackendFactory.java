// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state;

import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.engine.keys.KeyGroupRange;
import java.util.List;

/**
 * Makes keyed state backends; one implementation per kind of backend. Caller's thread: the task's
 * worker.
 */
public interface KeyedStateBackendFactory {

    /**
     * @param operatorName for messages
     * @param uid the operator's uid, or its id where it has none; for messages
     * @param restored the handles dealt to this subtask; entries outside {@code keyGroups} are
     *     skipped
     */
    <K> KeyedStateBackend<K> create(
            String operatorName,
            String uid,
            TypeSerializer<K> keySerializer,
            int maxParallelism,
            KeyGroupRange keyGroups,
            ExecutionConfig executionConfig,
            List<RestoredState> restored)
            throws Exception;
}
