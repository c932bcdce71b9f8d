// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.testing;

import io.millrace.configuration.Configuration;
import io.millrace.configuration.CoreOptions;
import io.millrace.core.execution.JobClient;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;

/** The environment of a simulated program, which describes its job and leaves it to be run. */
final class SimulatedEnvironment extends StreamExecutionEnvironment {

    SimulatedEnvironment(Configuration settings) {
        super(settings);
        if (settings.getOptional(CoreOptions.DEFAULT_PARALLELISM).isEmpty()) {
            setParallelism(getDefaultLocalParallelism());
        }
    }

    @Override
    public JobClient executeAsync(String jobName) {
        throw new UnsupportedOperationException(
                "A simulated program only describes its job: the simulation runs it, from each seed, in"
                        + " as many processes as it takes. Leave execute(), executeAsync() and"
                        + " executeAndCollect() out. Results that are to be collected:"
                        + " stream.collectAsync(), which the simulation reads;"
                        + " world.collectedRows() has them then.");
    }
}
