// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.environment;

import io.millrace.annotation.PublicEvolving;
import io.millrace.configuration.Configuration;

/**
 * Makes the environment that {@code getExecutionEnvironment()} returns; a launcher brings its own.
 */
@FunctionalInterface
@PublicEvolving
public interface StreamExecutionEnvironmentFactory {

    /** A new environment; these settings overlay the launcher's. */
    StreamExecutionEnvironment createExecutionEnvironment(Configuration configuration);
}
