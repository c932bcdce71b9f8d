// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.functions.RuntimeContext;
import io.millrace.api.common.operators.MailboxExecutor;
import io.millrace.api.common.state.BroadcastState;
import io.millrace.api.common.state.KeyedStateStore;
import io.millrace.api.common.state.ListState;
import io.millrace.api.common.state.ListStateDescriptor;
import io.millrace.api.common.state.MapStateDescriptor;
import io.millrace.api.common.state.State;
import io.millrace.api.common.state.StateDescriptor;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.api.java.functions.KeySelector;
import io.millrace.engine.chain.OperatorContext;
import io.millrace.engine.chain.Output;
import io.millrace.engine.state.KeyedStateBackend;
import io.millrace.runtime.jobgraph.OperatorID;
import io.millrace.runtime.state.FunctionSnapshotContext;
import io.millrace.runtime.state.OperatorStateBackend;
import io.millrace.spi.OperatorSurroundings;
import io.millrace.streaming.api.checkpoint.ListCheckpointed;
import io.millrace.streaming.api.operators.InternalTimerService;
import io.millrace.streaming.api.operators.Triggerable;
import io.millrace.streaming.runtime.tasks.ProcessingTimeService;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** All that a custom operator may know and use. Used by the chain's task only. */
final class CustomSurroundings<O> implements OperatorSurroundings<O> {

    private final OperatorContext context;
    private final List<KeySelector<?, ?>> selectors;
    private final CurrentKey<Object>[] keys;
    private final CustomOutput<O> output;
    private final FunctionContext functionContext;
    private final OperatorTime time;
    private final TaskMailbox mailbox;
    private final CombinedWatermark watermark = new CombinedWatermark(2);
    private final Map<String, NamedTimers<?, ?>> timers = new LinkedHashMap<>();
    private long reached = Long.MIN_VALUE;
    private ListCheckpointedState listState;

    @SuppressWarnings({"unchecked", "rawtypes"}) // an array of a generic type; records are untyped
    CustomSurroundings(OperatorContext context, List<KeySelector<?, ?>> selectors, Output<O> out) {
        this.context = context;
        this.selectors = List.copyOf(selectors);
        this.output = new CustomOutput<>(context, out);
        this.functionContext = new FunctionContext(context);
        this.time = new OperatorTime(context);
        this.mailbox = new TaskMailbox(context);
        this.keys = new CurrentKey[2];
        for (int i = 0; i < selectors.size(); i++) {
            keys[i] = new CurrentKey<>((KeySelector<Object, ?>) selectors.get(i), context);
        }
    }

    @Override
    public CustomOutput<O> output() {
        return output;
    }

    @Override
    public String operatorName() {
        return context.operatorName();
    }

    @Override
    public OperatorID operatorId() {
        return new OperatorID(HexFormat.of().parseHex(context.operatorId().value()));
    }

    @Override
    public ExecutionConfig executionConfig() {
        return context.executionConfig();
    }

    @Override
    public RuntimeContext runtimeContext() {
        return functionContext;
    }

    @Override
    public boolean checkpointingEnabled() {
        return context.checkpointingEnabled();
    }

    @Override
    public ProcessingTimeService processingTime() {
        return time;
    }

    @Override
    public MailboxExecutor mailbox() {
        return mailbox;
    }

    @Override
    public OperatorStateBackend operatorState() {
        return new OperatorStates(context);
    }

    @Override
    public KeyedStateStore keyedStates() {
        return context.keyedState() == null ? null : functionContext.keyedStates();
    }

    @Override
    public <S extends State> S keyedState(StateDescriptor<S, ?> descriptor) {
        return functionContext.keyedStates().find(descriptor);
    }

    @Override
    public <N, S extends State> S keyedState(
            TypeSerializer<N> namespaces, StateDescriptor<S, ?> descriptor, N namespace) {
        return functionContext.keyedStates().find(namespaces, descriptor).in(namespace);
    }

    @Override
    public KeySelector<?, ?> keySelector(int input) {
        return input < selectors.size() ? selectors.get(input) : null;
    }

    @Override
    public void setKeyOf(int input, Object value) throws Exception {
        if (keys[input] != null) {
            keys[input].set(value);
        }
    }

    @Override
    public void setCurrentKey(Object key) {
        backend("set a current key").setCurrentKey(key, key.hashCode());
    }

    @Override
    public Object currentKey() {
        return backend("ask for the current key").currentKey();
    }

    @SuppressWarnings("unchecked") // the operator's keys are what its backend was made for
    private KeyedStateBackend<Object> backend(String doing) {
        if (context.keyedState() == null) {
            throw new UnsupportedOperationException(
                    "Operator '"
                            + context.operatorName()
                            + "' is not keyed, so it can't "
                            + doing
                            + ": call keyBy(...) on the stream before transform(...)");
        }
        return (KeyedStateBackend<Object>) context.keyedState();
    }

    @Override
    @SuppressWarnings("unchecked") // of one name, the operator says the same types at each call
    public <K, N> InternalTimerService<N> timers(
            String name, TypeSerializer<N> namespaceSerializer, Triggerable<K, N> target) {
        backend("have timers");
        NamedTimers<?, ?> known = timers.get(name);
        if (known == null) {
            NamedTimers<K, N> made = new NamedTimers<>(context, name, namespaceSerializer, target);
            made.open(reached);
            timers.put(name, made);
            known = made;
        }
        return (InternalTimerService<N>) known.service();
    }

    @Override
    public void advanceTimers(long timestamp) throws Exception {
        reached = Math.max(reached, timestamp);
        for (NamedTimers<?, ?> each : List.copyOf(timers.values())) {
            each.advanceTo(timestamp);
        }
    }

    /** End of data, and close: what waits for the clock waits no longer. Idempotent. */
    void end() {
        timers.values().forEach(NamedTimers::end);
        time.quiesce();
    }

    @Override
    public boolean advanceInput(int input, long timestamp) {
        return watermark.advance(input, timestamp);
    }

    @Override
    public boolean setInputIdle(int input, boolean idle) {
        return watermark.setIdle(input, idle);
    }

    @Override
    public long combinedWatermark() {
        return watermark.watermark();
    }

    @Override
    public boolean allInputsIdle() {
        return watermark.isIdle();
    }

    @Override
    @SuppressWarnings("deprecation") // ListCheckpointed is old, but programs have it
    public void restore(ListCheckpointed<?> function) throws Exception {
        listState = new ListCheckpointedState(function, context);
        listState.restore();
    }

    @Override
    public void snapshotList(FunctionSnapshotContext snapshot) throws Exception {
        listState.snapshot(snapshot);
    }

    /** The engine's operator state under the mirrored name. */
    private record OperatorStates(OperatorContext context) implements OperatorStateBackend {

        @Override
        public <K, V> BroadcastState<K, V> getBroadcastState(
                MapStateDescriptor<K, V> stateDescriptor) throws Exception {
            return context.operatorState().getBroadcastState(stateDescriptor);
        }

        @Override
        public <S> ListState<S> getListState(ListStateDescriptor<S> stateDescriptor)
                throws Exception {
            return context.operatorState().getListState(stateDescriptor);
        }

        @Override
        public <S> ListState<S> getUnionListState(ListStateDescriptor<S> stateDescriptor)
                throws Exception {
            return context.operatorState().getUnionListState(stateDescriptor);
        }

        @Override
        public Set<String> getRegisteredStateNames() {
            return context.operatorState().getRegisteredStateNames();
        }

        @Override
        public Set<String> getRegisteredBroadcastStateNames() {
            return context.operatorState().getRegisteredBroadcastStateNames();
        }
    }
}
