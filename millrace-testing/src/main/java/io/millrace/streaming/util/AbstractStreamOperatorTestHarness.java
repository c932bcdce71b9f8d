// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.util;

import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.api.java.ClosureCleaner;
import io.millrace.api.java.functions.KeySelector;
import io.millrace.api.java.typeutils.MissingTypeInfo;
import io.millrace.engine.state.OperatorId;
import io.millrace.runtime.checkpoint.OperatorSubtaskState;
import io.millrace.runtime.jobgraph.OperatorID;
import io.millrace.runtime.state.StateBackend;
import io.millrace.runtime.state.filesystem.FsStateBackend;
import io.millrace.runtime.state.hashmap.HashMapStateBackend;
import io.millrace.runtime.state.memory.MemoryStateBackend;
import io.millrace.spi.OperatorSpec;
import io.millrace.spi.types.Ownership;
import io.millrace.streaming.api.operators.AbstractStreamOperator;
import io.millrace.streaming.api.operators.SimpleOperatorFactory;
import io.millrace.streaming.api.operators.StreamOperator;
import io.millrace.streaming.api.operators.StreamOperatorFactory;
import io.millrace.streaming.runtime.streamrecord.StreamRecord;
import io.millrace.testing.ManualClock;
import io.millrace.testing.bench.BenchState;
import io.millrace.testing.bench.OperatorBench;
import io.millrace.testing.bench.SubtaskStates;
import io.millrace.util.OutputTag;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Runs one operator by hand: records, watermarks and the clock come when the test says so, and what
 * is emitted is there to be looked at. The operator is the one a job runs: of {@code new
 * KeyedProcessOperator<>(function)} that is the engine's own, on its real state.
 *
 * <p>The order of a test: {@link #setup} and {@link #initializeState} where needed, {@link #open},
 * what comes in, {@link #close}. The function is not copied, so a test may look into it. The clock
 * shows 0 at first. One thread.
 *
 * @param <OUT> what the operator emits
 */
public class AbstractStreamOperatorTestHarness<OUT> implements AutoCloseable {

    /** The operator that was given; null when a factory makes it. */
    protected StreamOperator<OUT> operator;

    protected final StreamOperatorFactory<OUT> factory;

    /** What was emitted: records, watermarks and changes of status, in order. */
    protected final ConcurrentLinkedQueue<Object> outputList = new ConcurrentLinkedQueue<>();

    protected final Map<OutputTag<?>, ConcurrentLinkedQueue<Object>> sideOutputLists =
            new HashMap<>();

    protected final ExecutionConfig executionConfig = new ExecutionConfig();

    private final int maxParallelism;
    private final int parallelism;
    private final int subtask;
    private final OperatorID id;
    private final ManualClock clock = new ManualClock(0);
    private final List<TypeInformation<?>> inputTypes = new ArrayList<>();
    private final List<KeySelector<?, ?>> keySelectors = new ArrayList<>();
    private TypeInformation<?> keyType;
    private TypeSerializer<OUT> outputSerializer;
    private OperatorBench bench;
    private long restoredCheckpointId;
    private boolean opened;

    /**
     * @param maxParallelism how many key groups there are
     * @param numSubtasks of how many the operator is one
     * @param subtaskIndex which one, from 0
     */
    public AbstractStreamOperatorTestHarness(
            StreamOperator<OUT> operator, int maxParallelism, int numSubtasks, int subtaskIndex)
            throws Exception {
        this(operator, maxParallelism, numSubtasks, subtaskIndex, new OperatorID());
    }

    public AbstractStreamOperatorTestHarness(
            StreamOperator<OUT> operator,
            int maxParallelism,
            int numSubtasks,
            int subtaskIndex,
            OperatorID operatorID)
            throws Exception {
        this(
                SimpleOperatorFactory.of(operator),
                maxParallelism,
                numSubtasks,
                subtaskIndex,
                operatorID);
    }

    public AbstractStreamOperatorTestHarness(
            StreamOperatorFactory<OUT> factory,
            int maxParallelism,
            int numSubtasks,
            int subtaskIndex)
            throws Exception {
        this(factory, maxParallelism, numSubtasks, subtaskIndex, new OperatorID());
    }

    public AbstractStreamOperatorTestHarness(
            StreamOperatorFactory<OUT> factory,
            int maxParallelism,
            int numSubtasks,
            int subtaskIndex,
            OperatorID operatorID)
            throws Exception {
        this.factory = Objects.requireNonNull(factory, "factory");
        this.operator =
                factory instanceof SimpleOperatorFactory<OUT> simple ? simple.getOperator() : null;
        this.maxParallelism = maxParallelism;
        this.parallelism = numSubtasks;
        this.subtask = subtaskIndex;
        this.id = operatorID;
    }

    // ---- what subclasses say ----

    /** One more input; null for a type that is found out record by record. */
    void addInput(TypeSerializer<?> serializer) {
        inputTypes.add(OperatorBench.typeOf(serializer));
    }

    void addKeys(KeySelector<?, ?> selector) {
        if (selector != null) {
            ClosureCleaner.clean(selector, ExecutionConfig.ClosureCleanerLevel.RECURSIVE, false);
            keySelectors.add(selector);
        }
    }

    void setKeyType(TypeInformation<?> type) {
        keyType = Objects.requireNonNull(type, "keyType");
    }

    OperatorBench bench() {
        if (bench == null) {
            throw new IllegalStateException(
                    "The harness is not open: call open() before anything comes in");
        }
        return bench;
    }

    // ---- settings ----

    /** Must keep its state on the heap, as all state is here. */
    @SuppressWarnings("deprecation") // programs still name the older choices
    public void setStateBackend(StateBackend stateBackend) {
        if (!(stateBackend instanceof HashMapStateBackend
                || stateBackend instanceof MemoryStateBackend
                || stateBackend instanceof FsStateBackend)) {
            throw new UnsupportedOperationException(
                    "A test harness keeps state on the heap; there is no "
                            + stateBackend.getClass().getName()
                            + " in it");
        }
    }

    public ExecutionConfig getExecutionConfig() {
        return executionConfig;
    }

    /** Of which checkpoint {@link #initializeState} restores the state. */
    public void setRestoredCheckpointId(long restoredCheckpointId) {
        this.restoredCheckpointId = restoredCheckpointId;
    }

    // ---- what was emitted ----

    /** What was emitted, in order; taking something out of it is allowed. */
    public ConcurrentLinkedQueue<Object> getOutput() {
        return outputList;
    }

    /** The records among it. */
    @SuppressWarnings("unchecked") // only such records are put in
    public Collection<StreamRecord<OUT>> getRecordOutput() {
        List<StreamRecord<OUT>> records = new ArrayList<>();
        for (Object element : outputList) {
            if (element instanceof StreamRecord) {
                records.add((StreamRecord<OUT>) element);
            }
        }
        return records;
    }

    /** What went to a side output; null when nothing did. */
    @SuppressWarnings({"unchecked", "rawtypes"}) // only such records are put in
    public <X> ConcurrentLinkedQueue<StreamRecord<X>> getSideOutput(OutputTag<X> tag) {
        return (ConcurrentLinkedQueue) sideOutputLists.get(tag);
    }

    /** The records that were emitted. */
    public List<StreamRecord<? extends OUT>> extractOutputStreamRecords() {
        return new ArrayList<>(getRecordOutput());
    }

    /** The values of the records that were emitted. */
    public List<OUT> extractOutputValues() {
        List<OUT> values = new ArrayList<>();
        getRecordOutput().forEach(record -> values.add(record.getValue()));
        return values;
    }

    // ---- its life ----

    /** Makes it ready; {@link #initializeState} and {@link #open} do it otherwise. */
    public void setup() {
        setup(null);
    }

    /**
     * Makes it ready.
     *
     * @param outputSerializer copies what is emitted; null to copy by its class
     */
    public void setup(TypeSerializer<OUT> outputSerializer) {
        if (bench != null) {
            return;
        }
        this.outputSerializer = outputSerializer;
        OperatorSpec spec = OperatorBench.specOf(factory);
        String name =
                operator == null
                        ? factory.getClass().getSimpleName()
                        : operator.getClass().getSimpleName();
        bench =
                new OperatorBench(
                        new OperatorBench.Place(
                                name,
                                new OperatorId(id.toHexString()),
                                subtask,
                                parallelism,
                                maxParallelism,
                                executionConfig,
                                Thread.currentThread().getContextClassLoader()),
                        new OperatorBench.Kind(
                                spec,
                                inputTypes,
                                keySelectors,
                                keySelectors.isEmpty() ? null : keyType,
                                new MissingTypeInfo("the output of a test harness")),
                        clock,
                        new Output());
    }

    /** Begins with what a harness has snapshotted; before {@link #open}. Null for nothing. */
    public void initializeState(OperatorSubtaskState operatorStateHandles) throws Exception {
        setup();
        bench.initialize(SubtaskStates.open(operatorStateHandles), restoredCheckpointId);
    }

    /** Begins with nothing; {@link #open} does it otherwise. */
    public void initializeEmptyState() throws Exception {
        initializeState((OperatorSubtaskState) null);
    }

    /** Opens the operator; then it can take records. */
    public void open() throws Exception {
        if (bench == null || !bench.isInitialized()) {
            initializeEmptyState();
        }
        bench.open();
        opened = true;
    }

    /** Ends the operator, as at the end of its data; idempotent. */
    @Override
    public void close() throws Exception {
        if (bench == null) {
            return;
        }
        try {
            if (opened) {
                opened = false;
                bench.finish();
            }
        } finally {
            bench.close();
        }
    }

    // ---- snapshots ----

    /** What is done before a barrier is sent on: some operators emit then. */
    public void prepareSnapshotPreBarrier(long checkpointId) throws Exception {
        bench().prepareBarrier(checkpointId);
    }

    /** A snapshot, as for a checkpoint: to be given to {@link #initializeState} of another. */
    public OperatorSubtaskState snapshot(long checkpointId, long timestamp) throws Exception {
        return SubtaskStates.hold(bench().snapshot(checkpointId, timestamp));
    }

    public void notifyOfCompletedCheckpoint(long checkpointId) throws Exception {
        bench().complete(checkpointId);
    }

    /** The snapshots of several subtasks as one. */
    public static OperatorSubtaskState repackageState(OperatorSubtaskState... handles)
            throws Exception {
        return SubtaskStates.hold(
                BenchState.together(Arrays.stream(handles).map(SubtaskStates::open).toList()));
    }

    /**
     * Deals a snapshot anew.
     *
     * @param operatorStateHandles that of all old subtasks, {@link #repackageState as one}
     * @param numKeyGroups the maximum parallelism
     * @param oldParallelism how many subtasks there were
     * @param newParallelism how many there will be
     * @param subtaskIndex which of them is to have its share
     */
    public static OperatorSubtaskState repartitionOperatorState(
            OperatorSubtaskState operatorStateHandles,
            int numKeyGroups,
            int oldParallelism,
            int newParallelism,
            int subtaskIndex) {
        if (oldParallelism > numKeyGroups || newParallelism > numKeyGroups) {
            throw new IllegalArgumentException(
                    "A parallelism of "
                            + Math.max(oldParallelism, newParallelism)
                            + " is above the maximum of "
                            + numKeyGroups);
        }
        return SubtaskStates.hold(
                SubtaskStates.open(operatorStateHandles).dealtTo(subtaskIndex, newParallelism));
    }

    // ---- time ----

    /** The clock goes on by so many milliseconds, and what waits for it is called. */
    public void advanceTime(long delta) throws Exception {
        setProcessingTime(clock.millis() + delta);
    }

    /** The clock shows this time, in milliseconds, and what waits for it is called. */
    public void setProcessingTime(long time) throws Exception {
        setup();
        bench.setTime(time);
    }

    /**
     * State with a time to live goes by this time from now on, in milliseconds; until this is
     * called, by {@link #getProcessingTime}.
     */
    public void setStateTtlProcessingTime(long timeStamp) {
        setup();
        bench.setTtlTime(timeStamp);
    }

    public long getProcessingTime() {
        return clock.millis();
    }

    /** How many processing-time timers wait. */
    public int numProcessingTimeTimers() {
        return bench == null ? 0 : bench.timers(false);
    }

    /** How many event-time timers wait. */
    public int numEventTimeTimers() {
        return bench == null ? 0 : bench.timers(true);
    }

    // ---- the operator ----

    /**
     * The operator that was given. One of the mirrored operators only says which operator of the
     * engine runs here; its function is there.
     *
     * @throws IllegalStateException when a factory makes the operator
     */
    public AbstractStreamOperator<OUT> getOperator() {
        if (operator == null) {
            throw new IllegalStateException(
                    "The operator is made by a factory of class " + factory.getClass().getName());
        }
        return (AbstractStreamOperator<OUT>) operator;
    }

    public StreamOperatorFactory<OUT> getOperatorFactory() {
        return factory;
    }

    private final class Output implements OperatorBench.Taker {

        @Override
        @SuppressWarnings("unchecked") // the operator emits what it says
        public void take(Object element) {
            outputList.add(
                    element instanceof StreamRecord
                            ? owned((StreamRecord<OUT>) element, outputSerializer)
                            : element);
        }

        @Override
        public <X> void takeAside(OutputTag<X> tag, StreamRecord<X> element) {
            sideOutputLists
                    .computeIfAbsent(tag, x -> new ConcurrentLinkedQueue<>())
                    .add(
                            owned(
                                    element,
                                    tag.getTypeInfo()
                                            .createSerializer(
                                                    executionConfig.getSerializerConfig())));
        }

        /** A copy, for the operator may go on with the object. */
        private static <X> StreamRecord<X> owned(
                StreamRecord<X> record, TypeSerializer<X> serializer) {
            X value = record.getValue();
            if (value == null) {
                return record;
            }
            return record.replace(
                    serializer == null ? Ownership.copy(value) : serializer.copy(value));
        }
    }
}
