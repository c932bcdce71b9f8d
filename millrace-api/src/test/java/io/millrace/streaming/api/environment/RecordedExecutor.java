// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.environment;

import io.millrace.core.execution.JobClient;
import io.millrace.spi.Pipeline;
import io.millrace.spi.PipelineExecutor;
import java.util.function.Function;

/** Stands in for the engine: what it is given is kept, and a test says what comes of it. */
public final class RecordedExecutor implements PipelineExecutor {

    static Pipeline last;
    static Function<Pipeline, JobClient> answer;

    public RecordedExecutor() {}

    @Override
    public JobClient start(Pipeline pipeline) throws Exception {
        last = pipeline;
        return answer.apply(pipeline);
    }
}
