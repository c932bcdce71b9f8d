// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.testing.bench;

import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.api.java.functions.KeySelector;
import io.millrace.api.java.typeutils.MissingTypeInfo;
import io.millrace.configuration.Configuration;
import io.millrace.configuration.SinkOptions;
import io.millrace.engine.chain.Input;
import io.millrace.engine.chain.Operator;
import io.millrace.engine.chain.Output;
import io.millrace.engine.keys.KeyGroupRange;
import io.millrace.engine.keys.KeyGroups;
import io.millrace.engine.operator.OperatorSettings;
import io.millrace.engine.operator.Operators;
import io.millrace.engine.state.FrozenState;
import io.millrace.engine.state.HeapOperatorStateBackend;
import io.millrace.engine.state.KeyedStateBackend;
import io.millrace.engine.state.KeyedStateRequest;
import io.millrace.engine.state.OperatorId;
import io.millrace.engine.state.OperatorStateBackend;
import io.millrace.engine.state.SnapshotOrder;
import io.millrace.engine.state.SnapshotWriter;
import io.millrace.engine.state.StateCompression;
import io.millrace.engine.state.TaskSnapshot;
import io.millrace.engine.state.heap.HeapKeyedStateBackendFactory;
import io.millrace.engine.worker.SourceFeeder;
import io.millrace.runtime.state.FunctionSnapshotContext;
import io.millrace.spi.ChosenOperators;
import io.millrace.spi.GivenOperator;
import io.millrace.spi.OperatorSpec;
import io.millrace.spi.OperatorTransformation;
import io.millrace.spi.Transformation;
import io.millrace.streaming.api.operators.SimpleOperatorFactory;
import io.millrace.streaming.api.operators.StreamOperator;
import io.millrace.streaming.api.operators.StreamOperatorFactory;
import io.millrace.streaming.api.watermark.Watermark;
import io.millrace.streaming.runtime.streamrecord.StreamRecord;
import io.millrace.streaming.runtime.watermarkstatus.WatermarkStatus;
import io.millrace.testing.ManualClock;
import io.millrace.util.OutputTag;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * Runs ONE operator, and it is the engine's own, on its real state: what is tested here is what
 * runs in a job. There is no task around it: the test calls what a task would call, and time and
 * mail come when the test says so. Not for several threads.
 */
public final class OperatorBench implements AutoCloseable {

    /**
     * Where the operator would be in a job.
     *
     * @param name for messages
     */
    public record Place(
            String name,
            OperatorId id,
            int subtask,
            int parallelism,
            int maxParallelism,
            ExecutionConfig config,
            ClassLoader loader) {}

    /**
     * What the operator is.
     *
     * @param selectors one per input that has keys; empty when not keyed
     * @param keyType null when not keyed
     */
    public record Kind(
            OperatorSpec spec,
            List<TypeInformation<?>> inputs,
            List<KeySelector<?, ?>> selectors,
            TypeInformation<?> keyType,
            TypeInformation<?> output) {}

    /** Takes what the operator emits, in order. */
    public interface Taker {

        /** A {@link StreamRecord}, a {@link Watermark} or a {@link WatermarkStatus}. */
        void take(Object element);

        <X> void takeAside(OutputTag<X> tag, StreamRecord<X> element);
    }

    private final Place place;
    private final Kind kind;
    private final ManualClock clock;
    private final OperatorTransformation<?> transformation;
    private final Output<Object> output;
    private BenchContext context;
    private Operator operator;
    private boolean finished;

    /** Null until somebody says otherwise: then it is the clock's. */
    private volatile Long ttlTime;

    public OperatorBench(Place place, Kind kind, ManualClock clock, Taker taker) {
        this.place = place;
        this.kind = kind;
        this.clock = clock;
        this.output = new TakenOutput(taker);
        List<Transformation<?>> inputs = new ArrayList<>();
        // Of what comes before, only the type matters here.
        kind.inputs()
                .forEach(
                        type ->
                                inputs.add(
                                        new OperatorTransformation<>(
                                                "input",
                                                new OperatorSpec.LoopHead(),
                                                List.of(),
                                                List.of(),
                                                null,
                                                type,
                                                1)));
        this.transformation =
                new OperatorTransformation<>(
                        place.name(),
                        kind.spec(),
                        inputs,
                        kind.selectors(),
                        kind.keyType(),
                        kind.output(),
                        place.parallelism());
    }

    /** From now on state with a time to live goes by this time, and not by the clock. */
    public void setTtlTime(long millis) {
        ttlTime = millis;
    }

    private long ttlMillis() {
        Long set = ttlTime;
        return set != null ? set : clock.millis();
    }

    /** What a job would run where a program names this operator. */
    public static OperatorSpec specOf(StreamOperator<?> operator) {
        OperatorSpec chosen = ChosenOperators.specOf(operator);
        return chosen != null
                ? chosen
                : new OperatorSpec.Custom(
                        new GivenOperator<>(operator.getClass().getSimpleName(), operator));
    }

    /** What a job would run where a program names this factory. */
    public static OperatorSpec specOf(StreamOperatorFactory<?> factory) {
        return factory instanceof SimpleOperatorFactory<?> simple
                ? specOf(simple.getOperator())
                : new OperatorSpec.Custom(factory);
    }

    /**
     * The type of which the serializer is known; of null, one that is found out record by record.
     */
    public static TypeInformation<?> typeOf(TypeSerializer<?> serializer) {
        return serializer == null
                ? new MissingTypeInfo("the input of a test harness")
                : new GivenType<>(serializer);
    }

    // ---- its life ----

    /**
     * Makes the operator with its state.
     *
     * @param state what it begins with; null for nothing
     * @param restoredCheckpoint of which checkpoint that is
     */
    public void initialize(BenchState state, long restoredCheckpoint) throws Exception {
        if (operator != null) {
            throw new IllegalStateException(
                    "The state of this harness is initialized already: initializeState comes before"
                            + " open, and once");
        }
        KeyGroupRange own =
                KeyGroups.range(place.subtask(), place.parallelism(), place.maxParallelism());
        KeyedStateBackend<?> keyed = null;
        if (!kind.selectors().isEmpty()) {
            keyed =
                    new HeapKeyedStateBackendFactory(this::ttlMillis)
                            .create(
                                    new KeyedStateRequest<>(
                                            place.name(),
                                            place.id().value(),
                                            place.id(),
                                            place.subtask(),
                                            kind.keyType()
                                                    .createSerializer(
                                                            place.config().getSerializerConfig()),
                                            place.maxParallelism(),
                                            own,
                                            place.config(),
                                            state == null ? List.of() : state.keyed(own)));
        }
        HeapOperatorStateBackend operatorState =
                new HeapOperatorStateBackend(
                        place.name(),
                        place.id().value(),
                        place.config(),
                        state == null ? List.of() : state.operator(),
                        place.subtask(),
                        place.parallelism());
        operatorState.keepKeyGroups(own);
        context =
                new BenchContext(
                        place,
                        clock,
                        state == null ? OptionalLong.empty() : OptionalLong.of(restoredCheckpoint),
                        keyed,
                        operatorState);
        Configuration settings = new Configuration();
        operator =
                Operators.create(
                        transformation,
                        kind.spec(), // not a copy: the test looks at its function
                        context,
                        output,
                        new OperatorSettings(
                                settings,
                                settings.get(SinkOptions.COMMITTER_RETRIES),
                                SourceFeeder.Mode.FREE,
                                true,
                                null));
        operator.initializeState();
    }

    public boolean isInitialized() {
        return operator != null;
    }

    public void open() throws Exception {
        operator().open();
        context.turn();
    }

    /** The end of all input; once. */
    public void finish() throws Exception {
        if (!finished) {
            finished = true;
            operator();
            context.awaitRoom();
            operator().finish();
            context.turn();
        }
    }

    /** Ends the operator; idempotent. */
    @Override
    public void close() throws Exception {
        if (operator == null) {
            return;
        }
        Operator ended = operator;
        operator = null;
        try {
            ended.close();
        } finally {
            context.close();
        }
    }

    // ---- what comes in ----

    public void element(int input, Object value, boolean hasTimestamp, long timestamp)
            throws Exception {
        operator();
        context.awaitRoom();
        input(input).element(value, hasTimestamp ? timestamp : Output.NO_TIMESTAMP);
        context.turn();
    }

    public void watermark(int input, long timestamp) throws Exception {
        input(input).watermark(timestamp);
        context.turn();
    }

    public void idle(int input, boolean idle) throws Exception {
        input(input).idle(idle);
        context.turn();
    }

    /** The clock shows this time, and what waits for it is called. */
    public void setTime(long millis) throws Exception {
        long by = millis - clock.millis();
        if (by >= 0) {
            clock.advanceMillis(by);
        } else {
            clock.jumpMillis(by);
        }
        if (context != null) {
            context.turn();
        }
    }

    @SuppressWarnings("unchecked") // the test's types were checked when it was compiled
    private Input<Object> input(int index) {
        return (Input<Object>) operator().inputs().get(index);
    }

    private Operator operator() {
        if (operator == null) {
            throw new IllegalStateException(
                    "The operator of this harness is not open: call open() first, and nothing after"
                            + " close()");
        }
        return operator;
    }

    // ---- snapshots ----

    /** What a task has done before it sends the barrier on. */
    public void prepareBarrier(long checkpointId) throws Exception {
        operator().prepareBarrier(checkpointId);
    }

    /** A snapshot, through bytes as in a checkpoint. */
    public BenchState snapshot(long checkpointId, long timestamp) throws Exception {
        operator()
                .snapshotState(
                        new FunctionSnapshotContext() {
                            @Override
                            public long getCheckpointId() {
                                return checkpointId;
                            }

                            @Override
                            public long getCheckpointTimestamp() {
                                return timestamp;
                            }
                        });
        List<FrozenState> frozen = new ArrayList<>();
        if (context.keyedState() != null) {
            frozen.add(context.keyedState().freeze(checkpointId));
        }
        frozen.add(context.operatorState().freeze(checkpointId));
        TaskSnapshot written =
                new SnapshotWriter(BenchState.STORAGE, StateCompression.NONE, clock::nanos)
                        .write(
                                SnapshotOrder.checkpoint(checkpointId, 0),
                                0,
                                place.subtask(),
                                List.of(new SnapshotWriter.Part(place.id(), place.name(), frozen)),
                                0,
                                new SnapshotWriter.Stop());
        return BenchState.of(written.operators().get(0).handles());
    }

    public void complete(long checkpointId) throws Exception {
        operator().notifyCheckpointComplete(checkpointId);
        context.turn();
    }

    // ---- what is known of it ----

    /** Null when not keyed, or not initialized. */
    public KeyedStateBackend<?> keyedState() {
        return context == null ? null : context.keyedState();
    }

    /** How many entries all keyed state has. */
    public int keyedEntries() {
        if (keyedState() == null) {
            throw new UnsupportedOperationException("The operator of this harness has no keys");
        }
        return Math.toIntExact(keyedState().entries());
    }

    /** How many timers wait. */
    public int timers(boolean eventTime) {
        return keyedState() == null
                ? 0
                : Math.toIntExact(
                        keyedState()
                                .timerCount(
                                        eventTime
                                                ? Operators.EVENT_TIME_TIMERS
                                                : Operators.PROCESSING_TIME_TIMERS));
    }

    public OperatorStateBackend operatorState() {
        operator();
        return context.operatorState();
    }

    private record TakenOutput(Taker taker) implements Output<Object> {

        @Override
        public void collect(Object value, long timestamp) {
            taker.take(record(value, timestamp));
        }

        @Override
        public <X> void side(OutputTag<X> tag, X value, long timestamp) {
            taker.takeAside(tag, record(value, timestamp));
        }

        @Override
        public void watermark(long timestamp) {
            taker.take(new Watermark(timestamp));
        }

        @Override
        public void idle(boolean idle) {
            taker.take(idle ? WatermarkStatus.IDLE : WatermarkStatus.ACTIVE);
        }

        private static <X> StreamRecord<X> record(X value, long timestamp) {
            return timestamp == NO_TIMESTAMP
                    ? new StreamRecord<>(value)
                    : new StreamRecord<>(value, timestamp);
        }
    }
}
