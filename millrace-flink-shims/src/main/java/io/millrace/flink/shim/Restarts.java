// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.flink.shim;

import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** An environment's restart strategy. */
public final class Restarts {

    private Restarts() {}

    public static void setRestartStrategy(
            StreamExecutionEnvironment env,
            RestartStrategies.RestartStrategyConfiguration strategy) {
        env.configure(strategy.settings());
    }
}
