// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.state.api;

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
import io.millrace.api.common.state.KeyedStateStore;
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
import java.io.Serializable;
import java.util.Map;

/** That of the source that reads; but state is that of the operator that is read. */
@SuppressWarnings("deprecation") // what is deprecated is passed on, too
final class ReadingContext implements RuntimeContext {

    private final RuntimeContext reader;
    private final KeyedStateStore states;

    ReadingContext(RuntimeContext reader, KeyedStateStore states) {
        this.reader = reader;
        this.states = states;
    }

    @Override
    public <T> ValueState<T> getState(ValueStateDescriptor<T> stateProperties) {
        return states.getState(stateProperties);
    }

    @Override
    public <T> ListState<T> getListState(ListStateDescriptor<T> stateProperties) {
        return states.getListState(stateProperties);
    }

    @Override
    public <T> ReducingState<T> getReducingState(ReducingStateDescriptor<T> stateProperties) {
        return states.getReducingState(stateProperties);
    }

    @Override
    public <I, A, O> AggregatingState<I, O> getAggregatingState(
            AggregatingStateDescriptor<I, A, O> stateProperties) {
        return states.getAggregatingState(stateProperties);
    }

    @Override
    public <K, V> MapState<K, V> getMapState(MapStateDescriptor<K, V> stateProperties) {
        return states.getMapState(stateProperties);
    }

    @Override
    public JobInfo getJobInfo() {
        return reader.getJobInfo();
    }

    @Override
    public TaskInfo getTaskInfo() {
        return reader.getTaskInfo();
    }

    @Override
    public OperatorMetricGroup getMetricGroup() {
        return reader.getMetricGroup();
    }

    @Override
    public ExecutionConfig getExecutionConfig() {
        return reader.getExecutionConfig();
    }

    @Override
    public <T> TypeSerializer<T> createSerializer(TypeInformation<T> typeInformation) {
        return reader.createSerializer(typeInformation);
    }

    @Override
    public Map<String, String> getGlobalJobParameters() {
        return reader.getGlobalJobParameters();
    }

    @Override
    public boolean isObjectReuseEnabled() {
        return reader.isObjectReuseEnabled();
    }

    @Override
    public ClassLoader getUserCodeClassLoader() {
        return reader.getUserCodeClassLoader();
    }

    @Override
    public DistributedCache getDistributedCache() {
        return reader.getDistributedCache();
    }

    @Override
    public void registerUserCodeClassLoaderReleaseHookIfAbsent(
            String releaseHookName, Runnable releaseHook) {
        reader.registerUserCodeClassLoaderReleaseHookIfAbsent(releaseHookName, releaseHook);
    }

    @Override
    public <V, A extends Serializable> void addAccumulator(
            String name, Accumulator<V, A> accumulator) {
        reader.addAccumulator(name, accumulator);
    }

    @Override
    public <V, A extends Serializable> Accumulator<V, A> getAccumulator(String name) {
        return reader.getAccumulator(name);
    }

    @Override
    public IntCounter getIntCounter(String name) {
        return reader.getIntCounter(name);
    }

    @Override
    public LongCounter getLongCounter(String name) {
        return reader.getLongCounter(name);
    }

    @Override
    public DoubleCounter getDoubleCounter(String name) {
        return reader.getDoubleCounter(name);
    }

    @Override
    public Histogram getHistogram(String name) {
        return reader.getHistogram(name);
    }
}
