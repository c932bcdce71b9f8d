// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.kit;

import io.millrace.api.common.functions.RichMapFunction;
import io.millrace.runtime.state.FunctionInitializationContext;
import io.millrace.runtime.state.FunctionSnapshotContext;
import io.millrace.streaming.api.checkpoint.CheckpointedFunction;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;

/** Does not end its snapshot for certain checkpoints before it is told to; changes no number. */
public final class HoldsCheckpoints extends RichMapFunction<Long, Long>
        implements CheckpointedFunction {
    private static final long serialVersionUID = 1L;
    private final Shared<Map<Long, CountDownLatch>> held = Shared.of(new ConcurrentHashMap<>());

    public HoldsCheckpoints(long... ids) {
        for (long id : ids) {
            held.get().put(id, new CountDownLatch(1));
        }
    }

    public void release(long id) {
        held.get().get(id).countDown();
    }

    @Override
    public Long map(Long value) {
        return value;
    }

    @Override
    public void snapshotState(FunctionSnapshotContext context) throws Exception {
        CountDownLatch latch = held.get().get(context.getCheckpointId());
        if (latch != null) {
            latch.await();
        }
    }

    @Override
    public void initializeState(FunctionInitializationContext context) {}
}
