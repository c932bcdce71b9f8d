// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.offline;

import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.java.functions.KeySelector;
import io.millrace.configuration.Configuration;
import io.millrace.configuration.ExecutionOptions;
import io.millrace.configuration.SinkOptions;
import io.millrace.core.memory.DataOutputViewStreamWrapper;
import io.millrace.engine.chain.Input;
import io.millrace.engine.chain.Operator;
import io.millrace.engine.chain.Output;
import io.millrace.engine.checkpoint.CheckpointManifest;
import io.millrace.engine.checkpoint.CheckpointManifest.Phase;
import io.millrace.engine.checkpoint.CheckpointManifest.Subtask;
import io.millrace.engine.keys.KeyGroupRange;
import io.millrace.engine.operator.OperatorSettings;
import io.millrace.engine.operator.Operators;
import io.millrace.engine.state.FrozenState;
import io.millrace.engine.state.HeapOperatorStateBackend;
import io.millrace.engine.state.KeyedStateBackend;
import io.millrace.engine.state.KeyedStateBackendFactory;
import io.millrace.engine.state.KeyedStateRequest;
import io.millrace.engine.state.OperatorId;
import io.millrace.engine.state.SnapshotOrder;
import io.millrace.engine.state.StateCompression;
import io.millrace.engine.state.StateHandle;
import io.millrace.engine.storage.SavepointFiles;
import io.millrace.engine.storage.StateOutput;
import io.millrace.engine.time.Clock;
import io.millrace.engine.worker.SourceFeeder;
import io.millrace.runtime.state.FunctionSnapshotContext;
import io.millrace.runtime.state.StateBackend;
import io.millrace.spi.OperatorSpec;
import io.millrace.spi.OperatorTransformation;
import io.millrace.util.OutputTag;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * One operator, the engine's own, that is given records for no other reason than the state that its
 * function makes of them. Its operator state is on the heap until it is written, its keyed state in
 * the backend that was chosen. Time stands still: no timer fires. For one thread.
 */
public final class BuiltOperator {

    /**
     * What it is.
     *
     * @param uid null where only the hash is known
     * @param spec of an operator with one input
     * @param output of what it would emit
     * @param keySelector null for an operator without keys
     * @param keyType null likewise
     * @param backend keeps the keyed state until it is written; null for the one of the settings
     * @param settings of the backend, and of how state is written
     */
    public record Plan(
            String uid,
            OperatorId id,
            OperatorSpec spec,
            TypeInformation<?> input,
            TypeInformation<?> output,
            KeySelector<?, ?> keySelector,
            TypeInformation<?> keyType,
            int maxParallelism,
            StateBackend backend,
            Configuration settings,
            ExecutionConfig config,
            ClassLoader loader) {

        private String label() {
            return uid == null ? id.value() : uid;
        }
    }

    private final Plan plan;
    private final KeyedStateBackendFactory backends;
    private final OfflineContext context;
    private final Operator operator;

    /** Makes it and opens its function. Where that fails nothing stays open. */
    public BuiltOperator(Plan plan) throws Exception {
        this.plan = plan;
        Clock clock = Clock.SYSTEM;
        this.backends =
                plan.keyType() == null
                        ? null
                        : OfflineBackends.of(plan.backend(), plan.settings(), plan.loader(), clock);
        OfflineContext its = null;
        Operator made = null;
        try {
            its = context(plan, backends, clock);
            made = operator(plan, its);
            made.initializeState();
            made.open();
        } catch (Throwable t) {
            try {
                close(made, its, backends);
            } catch (Exception e) {
                t.addSuppressed(e);
            }
            throw t;
        }
        this.context = its;
        this.operator = made;
    }

    private static OfflineContext context(Plan plan, KeyedStateBackendFactory backends, Clock clock)
            throws Exception {
        KeyedStateBackend<?> keyed =
                backends == null
                        ? null
                        : backends.create(
                                new KeyedStateRequest<>(
                                        plan.label(),
                                        plan.label(),
                                        plan.id(),
                                        0,
                                        plan.keyType()
                                                .createSerializer(
                                                        plan.config().getSerializerConfig()),
                                        plan.maxParallelism(),
                                        new KeyGroupRange(0, plan.maxParallelism() - 1),
                                        plan.config(),
                                        List.of()));
        return new OfflineContext(
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
    }

    private static Operator operator(Plan plan, OfflineContext context) throws Exception {
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
        return Operators.create(
                new OperatorTransformation<>(
                        plan.label(),
                        plan.spec(),
                        List.of(before),
                        plan.keySelector() == null ? List.of() : List.of(plan.keySelector()),
                        plan.keyType(),
                        plan.output(),
                        1),
                context,
                new Nobody(),
                new OperatorSettings(
                        settings,
                        settings.get(SinkOptions.COMMITTER_RETRIES),
                        SourceFeeder.Mode.FREE,
                        true,
                        null));
    }

    /**
     * Gives it a record.
     *
     * @param timestamp null for none
     */
    @SuppressWarnings("unchecked") // the program's types were checked when it was compiled
    public void element(Object value, Long timestamp) throws Exception {
        ((Input<Object>) operator.inputs().get(0))
                .element(value, timestamp == null ? Output.NO_TIMESTAMP : timestamp);
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
        SnapshotOrder order =
                new SnapshotOrder(
                        checkpointId,
                        timestamp,
                        SnapshotOrder.Form.CANONICAL_SAVEPOINT,
                        SnapshotOrder.ALIGNED,
                        false);
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
            frozen.write(
                    view,
                    plan.settings().get(ExecutionOptions.SNAPSHOT_COMPRESSION)
                            ? StateCompression.DEFLATE
                            : StateCompression.NONE);
            view.flush();
            return new StateHandle(
                    frozen.kind(), frozen.keyGroups(), frozen.summaries(), output.seal());
        } finally {
            frozen.release();
        }
    }

    /** Ends its function and drops its state. */
    public void close() throws Exception {
        close(operator, context, backends);
    }

    /** Closes what there is of it; the rest is null. */
    private static void close(
            Operator operator, OfflineContext context, KeyedStateBackendFactory backends)
            throws Exception {
        try {
            if (operator != null) {
                operator.close();
            }
        } finally {
            try {
                if (context != null) {
                    context.close();
                }
            } finally {
                if (backends != null) {
                    backends.close();
                }
            }
        }
    }

    /** Takes what windows show before their time; a function that builds state emits nothing. */
    private static final class Nobody implements Output<Object> {
        @Override
        public void collect(Object value, long timestamp) {
            // nobody is behind it
        }

        @Override
        public <X> void side(OutputTag<X> tag, X value, long timestamp) {
            // likewise
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
