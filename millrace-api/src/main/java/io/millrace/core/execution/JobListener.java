// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.core.execution;

import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.JobExecutionResult;

/** Hears of jobs that a program starts. Called from the thread that starts or waits. */
@PublicEvolving
public interface JobListener {

    /** A job was started, or could not be; one of the two is null. */
    void onJobSubmitted(JobClient jobClient, Throwable throwable);

    /** A job that was waited for has ended, or failed; one of the two is null. */
    void onJobExecuted(JobExecutionResult jobExecutionResult, Throwable throwable);
}
