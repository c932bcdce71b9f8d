// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.runtime.state.memory;

import io.millrace.annotation.PublicEvolving;
import io.millrace.configuration.ReadableConfig;
import io.millrace.runtime.state.StateBackendFactory;

/** Makes the older choice of heap state with checkpoints in memory from settings. */
// It makes a deprecated choice, for programs that ask for it by this name.
@SuppressWarnings("deprecation")
@PublicEvolving
public class MemoryStateBackendFactory implements StateBackendFactory<MemoryStateBackend> {

    @Override
    public MemoryStateBackend createFromConfig(ReadableConfig config, ClassLoader classLoader) {
        return new MemoryStateBackend().configure(config, classLoader);
    }
}
