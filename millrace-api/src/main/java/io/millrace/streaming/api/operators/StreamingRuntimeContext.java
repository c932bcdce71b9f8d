// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.operators;

import io.millrace.annotation.Internal;
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
import io.millrace.metrics.groups.OperatorMetricGroup;
import io.millrace.spi.OperatorSurroundings;
import io.millrace.streaming.runtime.tasks.ProcessingTimeService;
import java.io.Serializable;
import java.util.Map;

/** The surroundings of a custom operator, and of the function in it. */
@Internal
public class StreamingRuntimeContext implements RuntimeContext {

    private final OperatorSurroundings<?> surroundings;
    private final RuntimeContext context;

    StreamingRuntimeContext(OperatorSurroundings<?> surroundings) {
        this.surroundings = surroundings;
        this.context = surroundings.runtimeContext();
    }

    public ProcessingTimeService getProcessingTimeService() {
        return surroundings.processingTime();
    }

    /** The id under which the operator's state is kept; 32 hexadecimal digits. */
    public String getOperatorUniqueID() {
        return surroundings.operatorId().toString();
    }

    public boolean isCheckpointingEnabled() {
        return surroundings.checkpointingEnabled();
    }

    @Override
    public JobInfo getJobInfo() {
        return context.getJobInfo();
    }

    @Override
    public TaskInfo getTaskInfo() {
        return context.getTaskInfo();
    }

    @Override
    public OperatorMetricGroup getMetricGroup() {
        return context.getMetricGroup();
    }

    @Override
    @Deprecated
    public ExecutionConfig getExecutionConfig() {
        return context.getExecutionConfig();
    }

    @Override
    public <T> TypeSerializer<T> createSerializer(TypeInformation<T> typeInformation) {
        return context.createSerializer(typeInformation);
    }

    @Override
    public Map<String, String> getGlobalJobParameters() {
        return context.getGlobalJobParameters();
    }

    @Override
    public boolean isObjectReuseEnabled() {
        return context.isObjectReuseEnabled();
    }

    @Override
    public DistributedCache getDistributedCache() {
        return context.getDistributedCache();
    }

    @Override
    public ClassLoader getUserCodeClassLoader() {
        return context.getUserCodeClassLoader();
    }

    @Override
    public void registerUserCodeClassLoaderReleaseHookIfAbsent(
            String releaseHookName, Runnable releaseHook) {
        context.registerUserCodeClassLoaderReleaseHookIfAbsent(releaseHookName, releaseHook);
    }

    @Override
    public <V, A extends Serializable> void addAccumulator(
            String name, Accumulator<V, A> accumulator) {
        context.addAccumulator(name, accumulator);
    }

    @Override
    public <V, A extends Serializable> Accumulator<V, A> getAccumulator(String name) {
        return context.getAccumulator(name);
    }

    @Override
    public IntCounter getIntCounter(String name) {
        return context.getIntCounter(name);
    }

    @Override
    public LongCounter getLongCounter(String name) {
        return context.getLongCounter(name);
    }

    @Override
    public DoubleCounter getDoubleCounter(String name) {
        return context.getDoubleCounter(name);
    }

    @Override
    public Histogram getHistogram(String name) {
        return context.getHistogram(name);
    }

    @Override
    public <T> ValueState<T> getState(ValueStateDescriptor<T> stateProperties) {
        return context.getState(stateProperties);
    }

    @Override
    public <T> ListState<T> getListState(ListStateDescriptor<T> stateProperties) {
        return context.getListState(stateProperties);
    }

    @Override
    public <T> ReducingState<T> getReducingState(ReducingStateDescriptor<T> stateProperties) {
        return context.getReducingState(stateProperties);
    }

    @Override
    public <IN, ACC, OUT> AggregatingState<IN, OUT> getAggregatingState(
            AggregatingStateDescriptor<IN, ACC, OUT> stateProperties) {
        return context.getAggregatingState(stateProperties);
    }

    @Override
    public <UK, UV> MapState<UK, UV> getMapState(MapStateDescriptor<UK, UV> stateProperties) {
        return context.getMapState(stateProperties);
    }
}
