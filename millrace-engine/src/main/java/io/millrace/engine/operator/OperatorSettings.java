// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.configuration.Configuration;
import io.millrace.engine.worker.SourceFeeder;
import io.millrace.streaming.api.TimeCharacteristic;
import io.millrace.streaming.api.environment.StreamPipelineOptions;

/**
 * What operators need of the engine's settings.
 *
 * @param configuration the job's effective configuration, shown to source readers
 * @param committerRetries how often a committer may ask to be called again: {@code
 *     sink.committer.retries}
 * @param feeding how the threads of legacy sources get their turns
 * @param exactlyOnce what checkpoints promise, where there are any
 * @param batch null in a streaming job
 */
public record OperatorSettings(
        Configuration configuration,
        int committerRetries,
        SourceFeeder.Mode feeding,
        boolean exactlyOnce,
        BatchSettings batch) {

    /** Whether windows share slices. */
    WindowOptions.Slices slices() {
        return configuration.get(WindowOptions.SLICES);
    }

    /** What the program says time is. */
    @SuppressWarnings("deprecation") // programs still choose one
    TimeCharacteristic time() {
        return configuration.get(StreamPipelineOptions.TIME_CHARACTERISTIC);
    }
}
