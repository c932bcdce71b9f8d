// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.engine.chain.Input;
import io.millrace.engine.chain.Operator;
import io.millrace.engine.chain.Output;
import io.millrace.runtime.state.FunctionSnapshotContext;
import java.util.List;

/**
 * The beginning of a loop: passes on what enters, with its watermarks, and what is fed back,
 * without (CK-23c). What makes it a loop is the business of its task.
 */
final class LoopHeadOperator<T> implements Operator {

    private final Output<T> out;

    LoopHeadOperator(Output<T> out) {
        this.out = out;
    }

    @Override
    public List<Input<?>> inputs() {
        return List.of(new Entering(), new FedBack());
    }

    private final class Entering implements Input<T> {
        @Override
        public void element(T value, long timestamp) {
            out.collect(value, timestamp);
        }

        @Override
        public void watermark(long timestamp) {
            out.watermark(timestamp);
        }

        @Override
        public void idle(boolean idle) {
            out.idle(idle);
        }
    }

    private final class FedBack implements Input<T> {
        @Override
        public void element(T value, long timestamp) {
            out.collect(value, timestamp);
        }

        @Override
        public void watermark(long timestamp) {}

        @Override
        public void idle(boolean idle) {}
    }

    @Override
    public void initializeState() {}

    @Override
    public void open() {}

    @Override
    public void finish() {}

    @Override
    public void prepareBarrier(long checkpointId) {}

    @Override
    public void snapshotState(FunctionSnapshotContext context) {}

    @Override
    public void notifyCheckpointComplete(long checkpointId) {}

    @Override
    public void notifyCheckpointAborted(long checkpointId) {}

    @Override
    public boolean needsFinalCheckpoint() {
        return false;
    }

    @Override
    public void close() {}
}
