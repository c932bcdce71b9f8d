// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.engine.chain.OperatorContext;
import io.millrace.engine.state.RawState;
import io.millrace.runtime.state.CheckpointStateOutputStream;
import io.millrace.runtime.state.FunctionSnapshotContext;
import io.millrace.runtime.state.KeyGroupRange;
import io.millrace.runtime.state.KeyedStateCheckpointOutputStream;
import io.millrace.runtime.state.OperatorStateCheckpointOutputStream;
import io.millrace.runtime.state.StateSnapshotContext;
import io.millrace.spi.RawStateParts;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Takes the raw state that a custom operator writes at one barrier, into memory. */
final class RawSnapshot implements StateSnapshotContext {

    private final FunctionSnapshotContext snapshot;
    private final OperatorContext context;
    private final Parts parts = new Parts();
    private final Parts groups = new Parts();
    private OperatorStateCheckpointOutputStream operatorOutput;
    private KeyedStateCheckpointOutputStream keyedOutput;

    RawSnapshot(FunctionSnapshotContext snapshot, OperatorContext context) {
        this.snapshot = snapshot;
        this.context = context;
    }

    @Override
    public long getCheckpointId() {
        return snapshot.getCheckpointId();
    }

    @Override
    public long getCheckpointTimestamp() {
        return snapshot.getCheckpointTimestamp();
    }

    @Override
    public OperatorStateCheckpointOutputStream getRawOperatorStateOutput() throws IOException {
        if (operatorOutput == null) {
            operatorOutput = new OperatorStateCheckpointOutputStream(parts);
        }
        return operatorOutput;
    }

    @Override
    public KeyedStateCheckpointOutputStream getRawKeyedOperatorStateOutput() {
        if (context.keyedState() == null) {
            throw new IllegalStateException(
                    "Operator '"
                            + context.operatorName()
                            + "' wants to write raw keyed state and is not keyed: call keyBy(...) on the"
                            + " stream before transform(...), or write raw operator state");
        }
        if (keyedOutput == null) {
            RawState.Range own =
                    RawState.keyGroups(
                            context.subtask(), context.parallelism(), context.maxParallelism());
            keyedOutput =
                    new KeyedStateCheckpointOutputStream(
                            groups, KeyGroupRange.of(own.first(), own.last()));
        }
        return keyedOutput;
    }

    /** The operator has returned: what it wrote goes into the snapshot. */
    void finish() throws IOException {
        List<byte[]> partitions = parts.end();
        List<byte[]> contents = groups.end();
        List<RawState.KeyGroup> keyGroups = new ArrayList<>();
        for (int i = 0; i < contents.size(); i++) {
            keyGroups.add(new RawState.KeyGroup(groups.ids.get(i), contents.get(i)));
        }
        context.operatorState().putRaw(new RawState.Content(partitions, keyGroups));
        if (operatorOutput != null) {
            operatorOutput.close();
        }
        if (keyedOutput != null) {
            keyedOutput.close();
        }
    }

    /** Bytes in memory, cut where the mirrored streams say. */
    private static final class Parts extends CheckpointStateOutputStream implements RawStateParts {
        private final List<byte[]> ended = new ArrayList<>();
        private final List<Integer> ids = new ArrayList<>();
        private ByteArrayOutputStream current;
        private long written;

        @Override
        public void beginPartition() {
            begin();
        }

        @Override
        public void beginKeyGroup(int keyGroup) {
            begin();
            ids.add(keyGroup);
        }

        private void begin() {
            end();
            current = new ByteArrayOutputStream();
        }

        List<byte[]> end() {
            if (current != null) {
                ended.add(current.toByteArray());
                current = null;
            }
            return ended;
        }

        @Override
        public void write(int b) {
            current.write(b);
            written++;
        }

        @Override
        public void write(byte[] b, int off, int len) {
            current.write(b, off, len);
            written += len;
        }

        @Override
        public long getPos() {
            return written;
        }

        @Override
        public void flush() {}

        @Override
        public void sync() {}

        @Override
        public void close() {}
    }
}
