// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.metrics.groups;

import io.millrace.annotation.PublicEvolving;
import io.millrace.metrics.Counter;
import io.millrace.metrics.Gauge;

/** The metrics of a committer. */
@PublicEvolving
public interface SinkCommitterMetricGroup extends OperatorMetricGroup {

    /** Committables in all. */
    Counter getNumCommittablesTotalCounter();

    /** Those that failed. */
    Counter getNumCommittablesFailureCounter();

    /** Those tried again. */
    Counter getNumCommittablesRetryCounter();

    /** Those committed. */
    Counter getNumCommittablesSuccessCounter();

    /** Those found committed already. */
    Counter getNumCommittablesAlreadyCommittedCounter();

    /** Registers how many wait. */
    void setCurrentPendingCommittablesGauge(Gauge<Integer> currentPendingCommittablesGauge);
}
