// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common;

import io.millrace.annotation.Internal;
import io.millrace.annotation.Public;
import io.millrace.annotation.PublicEvolving;
import io.millrace.util.FlinkRuntimeException;
import io.millrace.util.OptionalFailure;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The result of a job that has ended: how long it took, and what its accumulators amount to. */
@Public
public class JobExecutionResult extends JobSubmissionResult {

    private final long netRuntime;
    private final Map<String, OptionalFailure<Object>> accumulatorResults;

    /**
     * The result of a job.
     *
     * @param netRuntime how long it took, in milliseconds
     * @param accumulators by name; may be null
     */
    public JobExecutionResult(
            JobID jobID, long netRuntime, Map<String, OptionalFailure<Object>> accumulators) {
        super(jobID);
        this.netRuntime = netRuntime;
        this.accumulatorResults = accumulators == null ? Map.of() : accumulators;
    }

    @Override
    public boolean isJobExecutionResult() {
        return true;
    }

    @Override
    public JobExecutionResult getJobExecutionResult() {
        return this;
    }

    /** How long the job took, in milliseconds. */
    public long getNetRuntime() {
        return netRuntime;
    }

    /** How long the job took. */
    public long getNetRuntime(TimeUnit desiredUnit) {
        return desiredUnit.convert(getNetRuntime(), TimeUnit.MILLISECONDS);
    }

    /**
     * What the accumulators of a name amount to, null if there are none.
     *
     * @throws FlinkRuntimeException when they could not be merged
     */
    // What the program added under the name is for the program to know.
    @SuppressWarnings("unchecked")
    public <T> T getAccumulatorResult(String accumulatorName) {
        OptionalFailure<Object> result = accumulatorResults.get(accumulatorName);
        return result == null ? null : (T) result.getUnchecked();
    }

    /**
     * What all accumulators amount to.
     *
     * @throws FlinkRuntimeException when some could not be merged
     */
    public Map<String, Object> getAllAccumulatorResults() {
        Map<String, Object> all = new HashMap<>();
        accumulatorResults.forEach((name, result) -> all.put(name, result.getUnchecked()));
        return all;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("Program execution finished\n");
        text.append("Job with JobID ").append(getJobID()).append(" has finished.\n");
        text.append("Job Runtime: ").append(netRuntime).append(" ms\n");
        if (!accumulatorResults.isEmpty()) {
            text.append("Accumulator Results: \n");
            accumulatorResults.forEach(
                    (name, result) ->
                            text.append("- ")
                                    .append(name)
                                    .append(": ")
                                    .append(result)
                                    .append('\n'));
        }
        return text.toString();
    }

    /**
     * What an accumulator that counts amounts to.
     *
     * @throws ClassCastException when it does not count
     * @deprecated use {@link #getAccumulatorResult}
     */
    @Deprecated
    @PublicEvolving
    public Integer getIntCounterResult(String accumulatorName) {
        Object result = getAccumulatorResult(accumulatorName);
        if (result == null || result instanceof Integer) {
            return (Integer) result;
        }
        throw new ClassCastException(
                "The accumulator '"
                        + accumulatorName
                        + "' amounts to a "
                        + result.getClass().getName()
                        + ", not to an Integer.");
    }

    /**
     * The result as far as it is known of a job that was started.
     *
     * @deprecated used inside only
     */
    @Deprecated
    @Internal
    public static JobExecutionResult fromJobSubmissionResult(JobSubmissionResult result) {
        return new JobExecutionResult(result.getJobID(), -1, null);
    }
}
