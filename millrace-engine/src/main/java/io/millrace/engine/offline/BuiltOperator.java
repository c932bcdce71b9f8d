// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.offline;

import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.functions.Function;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.java.functions.KeySelector;
import io.millrace.configuration.Configuration;
import io.millrace.configuration.SinkOptions;
import io.millrace.core.memory.DataOutputViewStreamWrapper;
import io.millrace.engine.chain.Input;
import io.millrace.engine.chain.Operator;
import io.millrace.engine.chain.Output;
import io.millrace.engine.checkpoint.CheckpointManifest.Phase;
import io.millrace.engine.checkpoint.CheckpointManifest.Subtask;
import io.millrace.engine.checkpoint.CheckpointManifest;
import io.millrace.engine.keys.KeyGroupRange;
import io.millrace.engine.operator.OperatorSettings;
import io.millrace.engine.operator.Operators;
import io.millrace.engine.state.FrozenState;
import io.millrace.engine.state.HeapOperatorStateBackend;
import io.millrace.engine.state.KeyedStateBackend;
import io.millrace.engine.state.KeyedStateRequest;
import io.millrace.engine.state.OperatorId;
import io.millrace.engine.state.SnapshotOrder;
import io.millrace.engine.state.StateCompression;
import io.millrace.engine.state.StateHandle;
import io.millrace.engine.state.heap.HeapKeyedStateBackendFactory;
import io.millrace.engine.storage.SavepointFiles;
import io.millrace.engine.storage.StateOutput;
import io.millrace.engine.time.Clock;
import io.millrace.engine.worker.SourceFeeder;
import io.millrace.runtime.state.FunctionSnapshotContext;
import io.millrace.spi.OperatorSpec;
import io.millrace.spi.OperatorTransformation;
import io.millrace.streaming.api.functions.KeyedProcessFunction;
import io.millrace.streaming.api.functions.ProcessFunction;
import io.millrace.util.OutputTag;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * One operator, the engine's own, that is given records for no other reason than the state that its
 * function makes of them. All of its state is on the heap until it is written. For one thread.
 */
public final class BuiltOperator {

    /**
     * What it is.
     *
     * @param uid null where only the hash is known
     * @param function a {@link KeyedProcessFunction} or a {@link ProcessFunction}
     * @param keySelector null for an operator without keys
     * @param keyType null likewise
     */
    public record Plan(
            String uid,
            OperatorId id,
            Function function,
            TypeInformation<?> input,
            KeySelector<?, ?> keySelector,
            TypeInformation<?> keyType,
            int maxParallelism,
            ExecutionConfig config,
            ClassLoader loader) {

        private OperatorSpec spec() {
            return function instanceof KeyedProcessFunction<?, ?, ?> keyed
                    ? new OperatorSpec.KeyedProcess(keyed)
                    : new OperatorSpec.Process((ProcessFunction<?, ?>) function);
        }

        private String label() {
            return uid == null ? id.value() : uid;
        }
    }

    private final Plan plan;
    private final OfflineContext context;
    private final Operator operator;

    /** Makes it and opens its function. */
    public BuiltOperator(Plan plan) throws Exception {
        this.plan = plan;
        Clock clock = Clock.SYSTEM;
        KeyedStateBackend<?> keyed =
                plan.keyType() == null
                        ? null
                        : new HeapKeyedStateBackendFactory(clock::millis)
                                .create(
                                        new KeyedStateRequest<>(
                                                plan.label(),
                                                plan.label(),
                                                plan.id(),
                                                0,
                                                plan.keyType()
                                                        .createSerializer(
                                                                plan.config()
                                                                        .getSerializerConfig()),
                                                plan.maxParallelism(),
                                                new KeyGroupRange(0, plan.maxParallelism() - 1),
                                                plan.config(),
                                                List.of()));
        this.context =
                new OfflineContext(
                        "savepoint from data",
                        plan.label(),
                        plan.id(),
                        1,
                        plan.maxParallelism(),
                        plan.config(),
                        plan.loader(),
                        clock,
                        keyed,
                        new HeapOperatorStateBackend(
                                plan.label(), plan.label(), plan.config(), List.of(), 0, 1));
        Configuration settings = new Configuration();
        OperatorTransformation<?> before =
                new OperatorTransformation<>(
                        "records",
                        new OperatorSpec.LoopHead(),
                        List.of(),
                        List.of(),
                        null,
                        plan.input(),
                        1);
        this.operator =
                Operators.create(
                        new OperatorTransformation<>(
                                plan.label(),
                                plan.spec(),
                                List.of(before),
                                plan.keySelector() == null
                                        ? List.of()
                                        : List.of(plan.keySelector()),
                                plan.keyType(),
                                plan.input(),
                                1),
                        context,
                        new Nobody(),
                        new OperatorSettings(
                                settings,
                                settings.get(SinkOptions.COMMITTER_RETRIES),
                                SourceFeeder.Mode.FREE,
                                true,
                                null));
        operator.initializeState();
        operator.open();
    }

    /** Gives it a record. */
    @SuppressWarnings("unchecked") // the program's types were checked when it was compiled
    public void element(Object value) throws Exception {
        ((Input<Object>) operator.inputs().get(0)).element(value, Output.NO_TIMESTAMP);
    }

    /** Writes what it has. */
    CheckpointManifest.Operator write(SavepointFiles files, long checkpointId, long timestamp)
            throws Exception {
        operator.snapshotState(
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
        SnapshotOrder order = SnapshotOrder.checkpoint(checkpointId, timestamp);
        if (context.keyedState() != null) {
            frozen.add(context.keyedState().freeze(order));
        }
        frozen.add(context.operatorState().freeze(order));
        List<StateHandle> handles = new ArrayList<>();
        for (FrozenState each : frozen) {
            if (!each.isEmpty()) {
                handles.add(write(files, each));
            }
        }
        return new CheckpointManifest.Operator(
                plan.uid(),
                plan.id(),
                plan.label(),
                plan.maxParallelism(),
                null,
                List.of(new Subtask(Phase.RUNNING, handles)));
    }

    private StateHandle write(SavepointFiles files, FrozenState frozen) throws IOException {
        String name = plan.id() + "-0-" + frozen.kind().name().toLowerCase(Locale.ROOT);
        try (StateOutput output = files.create(name)) {
            // Closing the view would close the output; sealing it comes first.
            @SuppressWarnings("resource")
            DataOutputViewStreamWrapper view =
                    new DataOutputViewStreamWrapper(new BufferedOutputStream(output));
            frozen.write(view, StateCompression.NONE);
            view.flush();
            return new StateHandle(
                    frozen.kind(), frozen.keyGroups(), frozen.summaries(), output.seal());
        } finally {
            frozen.release();
        }
    }

    /** Ends its function and drops its state. */
    public void close() throws Exception {
        try {
            operator.close();
        } finally {
            context.close();
        }
    }

    /** Takes nothing: a function that builds state has no output. */
    private static final class Nobody implements Output<Object> {
        @Override
        public void collect(Object value, long timestamp) {
            // the function's context has no collector
        }

        @Override
        public <X> void side(OutputTag<X> tag, X value, long timestamp) {
            // nor side outputs
        }

        @Override
        public void watermark(long timestamp) {
            // there are none
        }

        @Override
        public void idle(boolean idle) {
            // nobody waits
        }
    }
}
