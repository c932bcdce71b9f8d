// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state;

import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.core.memory.DataOutputViewStreamWrapper;
import io.millrace.engine.keys.KeyGroupRange;
import io.millrace.engine.storage.StoredState;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;

/** Writes frozen state to bytes and makes a restorable handle of them, as storage would. */
public final class StateBytes {

    private StateBytes() {}

    public static byte[] write(FrozenState frozen) throws IOException {
        return write(frozen, StateCompression.NONE);
    }

    public static byte[] write(FrozenState frozen, StateCompression compression)
            throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputViewStreamWrapper out = new DataOutputViewStreamWrapper(bytes);
        frozen.write(out, compression);
        out.flush();
        frozen.release();
        return bytes.toByteArray();
    }

    public static RestoredState restorable(FrozenState frozen) throws IOException {
        if (frozen.kind() == StateHandle.Kind.KEYED_LAYERS) {
            StoredFiles files = new StoredFiles();
            return files.restorable(files.write(frozen, SnapshotOrder.checkpoint(1, 0)));
        }
        byte[] bytes = write(frozen);
        return restorable(frozen, bytes);
    }

    public static RestoredState restorable(FrozenState frozen, byte[] bytes) {
        return new RestoredState(
                new StateHandle(
                        frozen.kind(),
                        frozen.keyGroups(),
                        frozen.summaries(),
                        new StoredState.Inline(bytes, 0)),
                () -> new ByteArrayInputStream(bytes));
    }

    /** For the backend of an operator's first subtask. */
    public static <K> KeyedStateRequest<K> request(
            String operatorName,
            String uid,
            TypeSerializer<K> keySerializer,
            int maxParallelism,
            KeyGroupRange keyGroups,
            ExecutionConfig executionConfig,
            List<RestoredState> restored) {
        return new KeyedStateRequest<>(
                operatorName,
                uid,
                new OperatorId("0123456789abcdef0123456789abcdef"),
                0,
                keySerializer,
                maxParallelism,
                keyGroups,
                executionConfig,
                restored);
    }
}
