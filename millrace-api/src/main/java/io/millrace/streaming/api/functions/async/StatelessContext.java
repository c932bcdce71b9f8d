// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.functions.async;

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
import java.io.Serializable;
import java.util.Map;

/** A runtime context that refuses state and accumulators, and passes the rest on. */
final class StatelessContext implements RuntimeContext {

    private final RuntimeContext whole;

    StatelessContext(RuntimeContext whole) {
        this.whole = whole;
    }

    private UnsupportedOperationException noState(String name) {
        return new UnsupportedOperationException(
                "State is not supported in rich async functions: '"
                        + name
                        + "' was asked for in "
                        + getTaskInfo().getTaskNameWithSubtasks()
                        + ". Answers come in any order, so state that depends on them could not be"
                        + " restored. Keep it in a function before or behind the asynchronous one");
    }

    private UnsupportedOperationException noAccumulator(String name) {
        return new UnsupportedOperationException(
                "Accumulators are not supported in rich async functions: '"
                        + name
                        + "' was asked for in "
                        + getTaskInfo().getTaskNameWithSubtasks()
                        + ". Count in a function before or behind the asynchronous one, or with a"
                        + " metric");
    }

    @Override
    public OperatorMetricGroup getMetricGroup() {
        return whole.getMetricGroup();
    }

    @Override
    @Deprecated
    public ExecutionConfig getExecutionConfig() {
        return whole.getExecutionConfig();
    }

    @Override
    public <T> TypeSerializer<T> createSerializer(TypeInformation<T> typeInformation) {
        return whole.createSerializer(typeInformation);
    }

    @Override
    public Map<String, String> getGlobalJobParameters() {
        return whole.getGlobalJobParameters();
    }

    @Override
    public boolean isObjectReuseEnabled() {
        return whole.isObjectReuseEnabled();
    }

    @Override
    public DistributedCache getDistributedCache() {
        return whole.getDistributedCache();
    }

    @Override
    public ClassLoader getUserCodeClassLoader() {
        return whole.getUserCodeClassLoader();
    }

    @Override
    public void registerUserCodeClassLoaderReleaseHookIfAbsent(
            String releaseHookName, Runnable releaseHook) {
        whole.registerUserCodeClassLoaderReleaseHookIfAbsent(releaseHookName, releaseHook);
    }

    @Override
    public JobInfo getJobInfo() {
        return whole.getJobInfo();
    }

    @Override
    public TaskInfo getTaskInfo() {
        return whole.getTaskInfo();
    }

    @Override
    public <V, A extends Serializable> void addAccumulator(
            String name, Accumulator<V, A> accumulator) {
        throw noAccumulator(name);
    }

    @Override
    public <V, A extends Serializable> Accumulator<V, A> getAccumulator(String name) {
        throw noAccumulator(name);
    }

    @Override
    public IntCounter getIntCounter(String name) {
        throw noAccumulator(name);
    }

    @Override
    public LongCounter getLongCounter(String name) {
        throw noAccumulator(name);
    }

    @Override
    public DoubleCounter getDoubleCounter(String name) {
        throw noAccumulator(name);
    }

    @Override
    public Histogram getHistogram(String name) {
        throw noAccumulator(name);
    }

    @Override
    public <T> ValueState<T> getState(ValueStateDescriptor<T> stateProperties) {
        throw noState(stateProperties.getName());
    }

    @Override
    public <T> ListState<T> getListState(ListStateDescriptor<T> stateProperties) {
        throw noState(stateProperties.getName());
    }

    @Override
    public <T> ReducingState<T> getReducingState(ReducingStateDescriptor<T> stateProperties) {
        throw noState(stateProperties.getName());
    }

    @Override
    public <I, A, O> AggregatingState<I, O> getAggregatingState(
            AggregatingStateDescriptor<I, A, O> stateProperties) {
        throw noState(stateProperties.getName());
    }

    @Override
    public <K, V> MapState<K, V> getMapState(MapStateDescriptor<K, V> stateProperties) {
        throw noState(stateProperties.getName());
    }
}
