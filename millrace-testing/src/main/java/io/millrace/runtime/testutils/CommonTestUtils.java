// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.runtime.testutils;

import io.millrace.api.common.JobStatus;
import io.millrace.core.execution.JobClient;
import io.millrace.util.function.SupplierWithException;
import java.util.List;
import java.util.concurrent.TimeoutException;

/** Waits for what a job does. Each looks again and again; none gives up before it is so. */
public class CommonTestUtils {

    private static final long RETRY_INTERVAL_MS = 100;

    public CommonTestUtils() {}

    public static void waitUntilCondition(SupplierWithException<Boolean, Exception> condition)
            throws Exception {
        waitUntilCondition(condition, RETRY_INTERVAL_MS);
    }

    /**
     * @param retryIntervalMillis how long between two looks
     */
    public static void waitUntilCondition(
            SupplierWithException<Boolean, Exception> condition, long retryIntervalMillis)
            throws Exception {
        while (!condition.get()) {
            Thread.sleep(retryIntervalMillis);
        }
    }

    /**
     * @param retryAttempts how often to look
     * @throws TimeoutException when it is not so by then
     */
    public static void waitUntilCondition(
            SupplierWithException<Boolean, Exception> condition, int retryAttempts)
            throws Exception {
        waitUntilCondition(condition, RETRY_INTERVAL_MS, retryAttempts);
    }

    /**
     * @param retryIntervalMillis how long between two looks
     * @param retryAttempts how often to look
     * @throws TimeoutException when it is not so by then
     */
    public static void waitUntilCondition(
            SupplierWithException<Boolean, Exception> condition,
            long retryIntervalMillis,
            int retryAttempts)
            throws Exception {
        for (int attempt = 0; !condition.get(); attempt++) {
            if (attempt >= retryAttempts) {
                throw new TimeoutException(
                        "It was not so after looking " + retryAttempts + " times");
            }
            Thread.sleep(retryIntervalMillis);
        }
    }

    /**
     * Waits until the job is in one of these states.
     *
     * @throws IllegalStateException when it has ended in another
     */
    public static void waitForJobStatus(JobClient client, List<JobStatus> expectedStatus)
            throws Exception {
        waitUntilCondition(
                () -> {
                    JobStatus status = client.getJobStatus().get();
                    if (status.isGloballyTerminalState() && !expectedStatus.contains(status)) {
                        throw new IllegalStateException(
                                "The job is "
                                        + status
                                        + " and will not be one of "
                                        + expectedStatus
                                        + " any more",
                                failureOf(client));
                    }
                    return expectedStatus.contains(status);
                });
    }

    private static Throwable failureOf(JobClient client) {
        return client.getJobExecutionResult().handle((done, failure) -> failure).join();
    }

    /** Cancels the job, and returns when it has ended. */
    public static void terminateJob(JobClient client) throws Exception {
        client.cancel().get();
        waitForJobStatus(client, List.of(JobStatus.CANCELED, JobStatus.FINISHED, JobStatus.FAILED));
    }
}
