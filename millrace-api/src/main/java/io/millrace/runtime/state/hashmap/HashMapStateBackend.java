// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.runtime.state.hashmap;

import io.millrace.annotation.PublicEvolving;
import io.millrace.configuration.IllegalConfigurationException;
import io.millrace.configuration.ReadableConfig;
import io.millrace.core.execution.SavepointFormatType;
import io.millrace.runtime.state.AbstractStateBackend;
import io.millrace.runtime.state.ConfigurableStateBackend;

/** Working state on the heap: fast, and bounded by memory. */
@PublicEvolving
public class HashMapStateBackend extends AbstractStateBackend implements ConfigurableStateBackend {

    private static final long serialVersionUID = 1L;

    /** There is nothing to set. */
    @Override
    public HashMapStateBackend configure(ReadableConfig config, ClassLoader classLoader)
            throws IllegalConfigurationException {
        return this;
    }

    @Override
    public boolean supportsNoClaimRestoreMode() {
        return true;
    }

    @Override
    public boolean supportsSavepointFormat(SavepointFormatType formatType) {
        return true;
    }
}
