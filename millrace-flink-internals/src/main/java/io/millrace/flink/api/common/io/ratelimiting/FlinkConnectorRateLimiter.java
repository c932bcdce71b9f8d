// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.flink.api.common.io.ratelimiting;

import io.millrace.api.common.functions.RuntimeContext;
import java.io.Serializable;

/** Holds up a source that reads more than it may. */
public interface FlinkConnectorRateLimiter extends Serializable {

    /** Called once by each subtask of the source, before all else but {@link #setRate}. */
    void open(RuntimeContext runtimeContext);

    /** How much all subtasks together may read in a second. */
    void setRate(long rate);

    /** Returns when the subtask may read that much. */
    void acquire(int permits);

    /** What was set. */
    long getRate();

    /** Called once, after all else. */
    void close();
}
