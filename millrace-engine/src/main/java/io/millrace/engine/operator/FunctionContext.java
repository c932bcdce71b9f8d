// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.JobInfo;
import io.millrace.api.common.TaskInfo;
import io.millrace.api.common.accumulators.Accumulator;
import io.millrace.api.common.accumulators.DoubleCounter;
import io.millrace.api.common.accumulators.Histogram;
import io.millrace.api.common.accumulators.IntCounter;
import io.millrace.api.common.accumulators.LongCounter;
import io.millrace.api.common.cache.DistributedCache;
import io.millrace.api.common.functions.RuntimeContext;
import io.millrace.api.common.state.AggregatingState;
import io.millrace.api.common.state.AggregatingStateDescriptor;
import io.millrace.api.common.state.ListState;
import io.millrace.api.common.state.ListStateDescriptor;
import io.millrace.api.common.state.MapState;
import io.millrace.api.common.state.MapStateDescriptor;
import io.millrace.api.common.state.ReducingState;
import io.millrace.api.common.state.ReducingStateDescriptor;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.engine.chain.OperatorContext;
import io.millrace.metrics.groups.OperatorMetricGroup;
import io.millrace.spi.CachedFiles;
import io.millrace.spi.KnowsCheckpointing;
import java.io.Serializable;
import java.util.Map;

/** What a rich function learns of its surroundings. Used by the chain's task only. */
final class FunctionContext implements RuntimeContext, KnowsCheckpointing {

    private final OperatorContext context;
    private final KeyedStates keyedStates;
    private final Whereabouts whereabouts;

    FunctionContext(OperatorContext context) {
        this.context = context;
        this.keyedStates = new KeyedStates(context);
        this.whereabouts = new Whereabouts(context);
    }

    KeyedStates keyedStates() {
        return keyedStates;
    }

    @Override
    public boolean checkpointingEnabled() {
        return context.checkpointingEnabled();
    }

    @Override
    public JobInfo getJobInfo() {
        return whereabouts;
    }

    @Override
    public TaskInfo getTaskInfo() {
        return whereabouts;
    }

    @Override
    public OperatorMetricGroup getMetricGroup() {
        return context.metrics().group();
    }

    @Override
    public DistributedCache getDistributedCache() {
        return CachedFiles.of(context.executionConfig().toConfiguration());
    }

    @Override
    @Deprecated
    public ExecutionConfig getExecutionConfig() {
        return context.executionConfig();
    }

    @Override
    public <T> TypeSerializer<T> createSerializer(TypeInformation<T> typeInformation) {
        return Serializers.of(typeInformation, context.executionConfig());
    }

    @Override
    public Map<String, String> getGlobalJobParameters() {
        ExecutionConfig.GlobalJobParameters parameters =
                context.executionConfig().getGlobalJobParameters();
        return parameters == null ? Map.of() : parameters.toMap();
    }

    @Override
    public boolean isObjectReuseEnabled() {
        return context.executionConfig().isObjectReuseEnabled();
    }

    @Override
    public ClassLoader getUserCodeClassLoader() {
        return context.userClassLoader();
    }

    @Override
    public void registerUserCodeClassLoaderReleaseHookIfAbsent(String name, Runnable hook) {
        ReleaseHooks.registerIfAbsent(context.userClassLoader(), name, hook);
    }

    @Override
    public <V, A extends Serializable> void addAccumulator(
            String name, Accumulator<V, A> accumulator) {
        context.accumulators().add(name, accumulator);
    }

    @Override
    @SuppressWarnings("unchecked") // the caller names the types, as in the mirrored signature
    public <V, A extends Serializable> Accumulator<V, A> getAccumulator(String name) {
        return (Accumulator<V, A>) context.accumulators().get(name);
    }

    @Override
    public IntCounter getIntCounter(String name) {
        return context.accumulators().get(name, IntCounter.class, IntCounter::new);
    }

    @Override
    public LongCounter getLongCounter(String name) {
        return context.accumulators().get(name, LongCounter.class, LongCounter::new);
    }

    @Override
    public DoubleCounter getDoubleCounter(String name) {
        return context.accumulators().get(name, DoubleCounter.class, DoubleCounter::new);
    }

    @Override
    public Histogram getHistogram(String name) {
        return context.accumulators().get(name, Histogram.class, Histogram::new);
    }

    @Override
    public <T> ValueState<T> getState(ValueStateDescriptor<T> stateProperties) {
        return keyedStates.getState(stateProperties);
    }

    @Override
    public <T> ListState<T> getListState(ListStateDescriptor<T> stateProperties) {
        return keyedStates.getListState(stateProperties);
    }

    @Override
    public <T> ReducingState<T> getReducingState(ReducingStateDescriptor<T> stateProperties) {
        return keyedStates.getReducingState(stateProperties);
    }

    @Override
    public <I, A, O> AggregatingState<I, O> getAggregatingState(
            AggregatingStateDescriptor<I, A, O> stateProperties) {
        return keyedStates.getAggregatingState(stateProperties);
    }

    @Override
    public <K, V> MapState<K, V> getMapState(MapStateDescriptor<K, V> stateProperties) {
        return keyedStates.getMapState(stateProperties);
    }
}
