// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state;

import io.millrace.configuration.Configuration;
import io.millrace.runtime.state.StateBackend;
import java.util.function.LongSupplier;

/**
 * For which job keyed state is to be kept, and how.
 *
 * @param chosen what the program or its settings chose
 * @param configuration the job's
 * @param classLoader of the program
 * @param jobName for messages and names of directories
 * @param slots the largest parallelism of a keyed operator; at least 1
 * @param nowMs wall clock of the job in milliseconds since 1970; any thread
 */
public record KeyedStateSetup(
        StateBackend chosen,
        Configuration configuration,
        ClassLoader classLoader,
        String jobName,
        int slots,
        LongSupplier nowMs) {}
