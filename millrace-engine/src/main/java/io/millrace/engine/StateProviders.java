// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine;

import io.millrace.configuration.Configuration;
import io.millrace.configuration.IllegalConfigurationException;
import io.millrace.configuration.StateBackendOptions;
import io.millrace.engine.state.KeyedStateBackendProvider;
import io.millrace.runtime.state.StateBackend;
import io.millrace.spi.OptionalModule;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;

/** Kinds of keyed state that come with modules of their own. */
final class StateProviders {

    private StateProviders() {}

    /**
     * The one for what a program chose.
     *
     * @throws UnsupportedOperationException nothing here makes it
     */
    static KeyedStateBackendProvider of(StateBackend chosen, ClassLoader classLoader) {
        for (KeyedStateBackendProvider provider : all(classLoader)) {
            if (provider.provides(chosen)) {
                return provider;
            }
        }
        throw new UnsupportedOperationException(
                "State backend "
                        + chosen.getClass().getName()
                        + " is not supported; HashMapStateBackend is, and"
                        + " EmbeddedRocksDBStateBackend with the module millrace-rocksdb. "
                        + OptionalModule.ofFolder("rocksdb").orElseThrow().howToGet());
    }

    /**
     * The choice that settings make by a short name.
     *
     * @param given as it stands in the settings
     * @throws IllegalConfigurationException its module is missing
     */
    static StateBackend byName(
            String name, String given, Configuration configuration, ClassLoader classLoader) {
        for (KeyedStateBackendProvider provider : all(classLoader)) {
            if (provider.name().equals(name)) {
                return provider.fromSettings(configuration, classLoader);
            }
        }
        throw new IllegalConfigurationException(
                StateBackendOptions.STATE_BACKEND.key()
                        + " = "
                        + given
                        + " needs the module millrace-"
                        + name
                        + ", which is not on the class path. "
                        + OptionalModule.ofFolder(name).map(OptionalModule::howToGet).orElseThrow()
                        + " Or use hashmap, which keeps state on the heap.");
    }

    private static List<KeyedStateBackendProvider> all(ClassLoader classLoader) {
        List<KeyedStateBackendProvider> found = new ArrayList<>();
        try {
            ServiceLoader.load(KeyedStateBackendProvider.class, classLoader).forEach(found::add);
            if (found.isEmpty()) {
                ServiceLoader.load(
                                KeyedStateBackendProvider.class,
                                StateProviders.class.getClassLoader())
                        .forEach(found::add);
            }
        } catch (ServiceConfigurationError e) {
            throw new IllegalStateException(
                    "A module with a state backend can't be loaded: " + e.getMessage(), e);
        }
        return found;
    }
}
