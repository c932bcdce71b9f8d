// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.core.plugin;

import io.millrace.annotation.PublicEvolving;
import io.millrace.configuration.Configuration;

/** Something found at run time by {@link java.util.ServiceLoader}. */
@PublicEvolving
public interface Plugin {

    /** The class loader that knows the classes of this plug-in. */
    default ClassLoader getClassLoader() {
        return this.getClass().getClassLoader();
    }

    /** Hands in the configuration, before anything is made. */
    default void configure(Configuration config) {}
}
