// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.core.memory.DataInputDeserializer;
import io.millrace.core.memory.DataOutputSerializer;
import io.millrace.engine.chain.Input;
import io.millrace.engine.chain.Operator;
import io.millrace.engine.chain.OperatorContext;
import io.millrace.runtime.state.FunctionSnapshotContext;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * An operator of a batch job, and before it what makes it one: its keyed inputs are held until all
 * inputs have ended, sorted by key and timestamp, and handed on key by key.
 *
 * <p>So the operator needs the state of one key at a time. At the end of a key its event time is
 * over (semantics of {@link io.millrace.engine.chain.EndOfKeys}), and its state is dropped. The
 * records of two keyed inputs are merged, so that both sides of a key come together.
 *
 * <p>An input that is not keyed, the broadcast side, is passed on as it comes, and has ended when
 * the first held record is handed on. Where nothing is keyed, but one side is broadcast, the other
 * side is held all the same, in the order in which it came.
 *
 * <p>Watermarks are not passed on but the last one, after the last record.
 *
 * <p>Used by its task only.
 */
final class SortedInputs implements Operator {

    private static final int RECORDS_PER_STEP = 64;

    private final Operator operator;
    private final OperatorContext context;
    private final RecordSorter sorter;
    private final List<Input<?>> inputs = new ArrayList<>();
    private final Held<?>[] held;
    private final TypeSerializer<Object> keys;
    private final DataOutputSerializer keyBytes = new DataOutputSerializer(64);
    private final DataOutputSerializer valueBytes = new DataOutputSerializer(256);
    private final DataInputDeserializer reading = new DataInputDeserializer();
    private byte[] lastKey;
    private boolean reads;
    private boolean done;

    /**
     * @param selectors of the inputs that have keys, null for the others
     * @param holds which inputs wait until all have ended
     * @param values serializers of what comes in
     * @param keys serializer of the keys; null where nothing is keyed
     */
    SortedInputs(
            Operator operator,
            OperatorContext context,
            RecordSorter sorter,
            List<CurrentKey<Object>> selectors,
            boolean[] holds,
            List<TypeSerializer<Object>> values,
            TypeSerializer<Object> keys) {
        this.operator = operator;
        this.context = context;
        this.sorter = sorter;
        this.keys = keys;
        this.held = new Held<?>[holds.length];
        for (int i = 0; i < holds.length; i++) {
            if (holds[i]) {
                held[i] = new Held<>(i, selectors.get(i), values.get(i));
                inputs.add(held[i]);
            } else {
                inputs.add(new PassedOn<>(i));
            }
        }
    }

    @SuppressWarnings("unchecked") // records are untyped here
    private Input<Object> input(int index) {
        return (Input<Object>) operator.inputs().get(index);
    }

    @Override
    public List<Input<?>> inputs() {
        return inputs;
    }

    @Override
    public void initializeState() throws Exception {
        operator.initializeState();
    }

    @Override
    public void open() throws Exception {
        operator.open();
    }

    @Override
    public boolean holdsRecords() {
        return operator.holdsRecords();
    }

    @Override
    public boolean hasHeldBack() {
        return !done;
    }

    @Override
    public void emitHeldBack() throws Exception {
        for (int i = 0; i < RECORDS_PER_STEP; i++) {
            context.checkCancelled();
            if (!sorter.next()) {
                endKey();
                done = true;
                return;
            }
            if (keys != null) {
                lookAtKey();
            }
            held[sorter.input()].handOn();
        }
    }

    private void lookAtKey() throws Exception {
        byte[] bytes = sorter.bytes();
        int at = sorter.keyAt();
        int end = at + sorter.keyLength();
        if (lastKey != null && Arrays.equals(lastKey, 0, lastKey.length, bytes, at, end)) {
            return;
        }
        endKey();
        lastKey = Arrays.copyOfRange(bytes, at, end);
        reads = true;
    }

    private void endKey() throws Exception {
        if (reads) {
            reads = false;
            context.endOfKeys().end();
            context.keyedState().clear();
        }
    }

    @Override
    public void finish() throws Exception {
        for (int i = 0; i < inputs.size(); i++) {
            input(i).watermark(Long.MAX_VALUE);
        }
        operator.finish();
    }

    @Override
    public void prepareBarrier(long checkpointId) throws Exception {
        operator.prepareBarrier(checkpointId);
    }

    @Override
    public void snapshotState(FunctionSnapshotContext snapshot) throws Exception {
        operator.snapshotState(snapshot);
    }

    @Override
    public void notifyCheckpointComplete(long checkpointId) throws Exception {
        operator.notifyCheckpointComplete(checkpointId);
    }

    @Override
    public void notifyCheckpointAborted(long checkpointId) throws Exception {
        operator.notifyCheckpointAborted(checkpointId);
    }

    @Override
    public boolean needsFinalCheckpoint() {
        return operator.needsFinalCheckpoint();
    }

    @Override
    public void close() throws Exception {
        try {
            operator.close();
        } finally {
            sorter.close();
        }
    }

    /** An input whose records wait. */
    private final class Held<T> implements Input<T> {
        private final int index;
        private final CurrentKey<Object> key;
        private final TypeSerializer<Object> values;

        Held(int index, CurrentKey<Object> key, TypeSerializer<Object> values) {
            this.index = index;
            this.key = key;
            this.values = values;
        }

        @Override
        public void element(T value, long timestamp) throws Exception {
            keyBytes.clear();
            if (key != null) {
                keys.serialize(key.of(value), keyBytes);
            }
            valueBytes.clear();
            valueBytes.writeBoolean(value == null);
            if (value != null) {
                values.serialize(value, valueBytes);
            }
            sorter.add(
                    keyBytes.getSharedBuffer(),
                    keyBytes.length(),
                    index,
                    timestamp,
                    valueBytes.getSharedBuffer(),
                    valueBytes.length());
        }

        /** The sorter stands at a record of this input. */
        void handOn() throws Exception {
            input(index).element(value(), sorter.timestamp());
        }

        private Object value() throws IOException {
            reading.setBuffer(sorter.bytes(), sorter.valueAt(), sorter.valueLength());
            return reading.readBoolean() ? null : values.deserialize(reading);
        }

        @Override
        public void watermark(long timestamp) {}

        @Override
        public void idle(boolean idle) {}
    }

    /** An input whose records are passed on at once. */
    private final class PassedOn<T> implements Input<T> {
        private final int index;

        PassedOn(int index) {
            this.index = index;
        }

        @Override
        public void element(T value, long timestamp) throws Exception {
            input(index).element(value, timestamp);
        }

        @Override
        public void watermark(long timestamp) {}

        @Override
        public void idle(boolean idle) {}
    }
}
