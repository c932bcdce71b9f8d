// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.state;

import io.millrace.configuration.Configuration;
import io.millrace.runtime.state.StateBackend;

/**
 * A kind of keyed state that is not the engine's own: found by {@link java.util.ServiceLoader} when
 * a program or its settings choose it. Stateless; caller's thread: who executes the program.
 */
public interface KeyedStateBackendProvider {

    /** The short name under {@code state.backend.type}, in lower case. */
    String name();

    /** The choice that the settings alone make, when they give the name. */
    StateBackend fromSettings(Configuration configuration, ClassLoader classLoader);

    /** Whether this is the one for what was chosen. */
    boolean provides(StateBackend chosen);

    /**
     * For a choice of the old kind, which says where checkpoints go, too: the backend that says it;
     * null where nothing is said.
     */
    StateBackend checkpointsOf(StateBackend chosen);

    /**
     * The backends of one job.
     *
     * @throws Exception what was chosen can't be had here; the message says why, and what to do
     */
    KeyedStateBackendFactory backends(KeyedStateSetup setup) throws Exception;
}
