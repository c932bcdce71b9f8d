// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.functions;

import io.millrace.annotation.Public;
import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.ExecutionConfig;
import io.millrace.api.common.JobID;
import io.millrace.api.common.JobInfo;
import io.millrace.api.common.TaskInfo;
import io.millrace.api.common.accumulators.Accumulator;
import io.millrace.api.common.accumulators.DoubleCounter;
import io.millrace.api.common.accumulators.Histogram;
import io.millrace.api.common.accumulators.IntCounter;
import io.millrace.api.common.accumulators.LongCounter;
import io.millrace.api.common.cache.DistributedCache;
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

/**
 * What a rich function may ask about the place it runs in: one subtask, in one attempt. To be used
 * from the task's own thread, between {@code open} and {@code close}.
 */
@Public
public interface RuntimeContext {

    /**
     * The job this function belongs to.
     *
     * @deprecated use {@link #getJobInfo()}
     */
    @Deprecated
    default JobID getJobId() {
        return getJobInfo().getJobId();
    }

    /**
     * The name of the task.
     *
     * @deprecated use {@link #getTaskInfo()}
     */
    @Deprecated
    default String getTaskName() {
        return getTaskInfo().getTaskName();
    }

    /** Where this function's operator registers its metrics. */
    @PublicEvolving
    OperatorMetricGroup getMetricGroup();

    /**
     * The parallelism of the operator.
     *
     * @deprecated use {@link #getTaskInfo()}
     */
    @Deprecated
    default int getNumberOfParallelSubtasks() {
        return getTaskInfo().getNumberOfParallelSubtasks();
    }

    /**
     * The number of key groups of the operator.
     *
     * @deprecated use {@link #getTaskInfo()}
     */
    @Deprecated
    @PublicEvolving
    default int getMaxNumberOfParallelSubtasks() {
        return getTaskInfo().getMaxNumberOfParallelSubtasks();
    }

    /**
     * The index of this subtask, from 0.
     *
     * @deprecated use {@link #getTaskInfo()}
     */
    @Deprecated
    default int getIndexOfThisSubtask() {
        return getTaskInfo().getIndexOfThisSubtask();
    }

    /**
     * How many times this subtask has been started before, from 0.
     *
     * @deprecated use {@link #getTaskInfo()}
     */
    @Deprecated
    default int getAttemptNumber() {
        return getTaskInfo().getAttemptNumber();
    }

    /**
     * Name and place, as {@code "map (3/4)#0"}: the place counts from 1, the attempt from 0.
     *
     * @deprecated use {@link #getTaskInfo()}
     */
    @Deprecated
    default String getTaskNameWithSubtasks() {
        return getTaskInfo().getTaskNameWithSubtasks();
    }

    /**
     * The settings of the job; changes made here reach nobody else.
     *
     * @deprecated use {@link #createSerializer}, {@link #getGlobalJobParameters} and {@link
     *     #isObjectReuseEnabled}
     */
    @Deprecated
    ExecutionConfig getExecutionConfig();

    /** The serializer for a type under the settings of the job. */
    @PublicEvolving
    <T> TypeSerializer<T> createSerializer(TypeInformation<T> typeInformation);

    /** The parameters the program set for all its functions; read-only. */
    @PublicEvolving
    Map<String, String> getGlobalJobParameters();

    /** Whether objects may be passed on between operators without a copy. */
    @PublicEvolving
    boolean isObjectReuseEnabled();

    /** Loads the classes of the program. */
    ClassLoader getUserCodeClassLoader();

    /** The files that the program registered by {@code registerCachedFile}. */
    DistributedCache getDistributedCache();

    /**
     * Runs the hook when the class loader of the program is let go: at the end of the job, after
     * all its tasks. A name that is taken already keeps its first hook.
     */
    @PublicEvolving
    void registerUserCodeClassLoaderReleaseHookIfAbsent(
            String releaseHookName, Runnable releaseHook);

    /**
     * Adds an accumulator under a name; accumulators of one name are merged over all subtasks.
     *
     * @throws UnsupportedOperationException when this subtask has one of that name already
     */
    <V, A extends Serializable> void addAccumulator(String name, Accumulator<V, A> accumulator);

    /** The accumulator added under the name, null if there is none. */
    <V, A extends Serializable> Accumulator<V, A> getAccumulator(String name);

    /** The counter of that name, made on first use. */
    @PublicEvolving
    IntCounter getIntCounter(String name);

    /** The counter of that name, made on first use. */
    @PublicEvolving
    LongCounter getLongCounter(String name);

    /** The counter of that name, made on first use. */
    @PublicEvolving
    DoubleCounter getDoubleCounter(String name);

    /** The histogram of that name, made on first use. */
    @PublicEvolving
    Histogram getHistogram(String name);

    /**
     * One value per key. The handle stays valid until {@code close}; it reads and writes under the
     * key of the record or timer being handled, so it can be fetched in {@code open} and used
     * later.
     *
     * @throws NullPointerException when the operator does not work on a keyed stream
     */
    @PublicEvolving
    <T> ValueState<T> getState(ValueStateDescriptor<T> stateProperties);

    /**
     * A list per key; otherwise as {@link #getState}.
     *
     * @throws NullPointerException when the operator does not work on a keyed stream
     */
    @PublicEvolving
    <T> ListState<T> getListState(ListStateDescriptor<T> stateProperties);

    /**
     * One value per key, into which further ones are folded; otherwise as {@link #getState}.
     *
     * @throws NullPointerException when the operator does not work on a keyed stream
     */
    @PublicEvolving
    <T> ReducingState<T> getReducingState(ReducingStateDescriptor<T> stateProperties);

    /**
     * One accumulator per key; otherwise as {@link #getState}.
     *
     * @throws NullPointerException when the operator does not work on a keyed stream
     */
    @PublicEvolving
    <IN, ACC, OUT> AggregatingState<IN, OUT> getAggregatingState(
            AggregatingStateDescriptor<IN, ACC, OUT> stateProperties);

    /**
     * A map per key; otherwise as {@link #getState}.
     *
     * @throws NullPointerException when the operator does not work on a keyed stream
     */
    @PublicEvolving
    <UK, UV> MapState<UK, UV> getMapState(MapStateDescriptor<UK, UV> stateProperties);

    /** The job: its id and name. */
    @PublicEvolving
    JobInfo getJobInfo();

    /** The subtask: its name, place, parallelism and attempt. */
    @PublicEvolving
    TaskInfo getTaskInfo();
}
