// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.offline;

import io.millrace.configuration.Configuration;
import io.millrace.configuration.IllegalConfigurationException;
import io.millrace.configuration.StateBackendOptions;
import io.millrace.engine.state.KeyedStateBackendFactory;
import io.millrace.engine.state.KeyedStateBackendProvider;
import io.millrace.engine.state.KeyedStateSetup;
import io.millrace.engine.state.heap.HeapKeyedStateBackendFactory;
import io.millrace.engine.time.Clock;
import io.millrace.runtime.state.StateBackend;
import io.millrace.runtime.state.filesystem.FsStateBackend;
import io.millrace.runtime.state.hashmap.HashMapStateBackend;
import io.millrace.runtime.state.memory.MemoryStateBackend;
import io.millrace.spi.OptionalModule;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.ServiceLoader;
import java.util.Set;

/** Where keyed state is kept while no job runs. */
final class OfflineBackends {

    /** Short names of what keeps state on the heap, today's and the older ones. */
    private static final Set<String> HEAP = Set.of("hashmap", "jobmanager", "filesystem");

    private OfflineBackends() {}

    /**
     * The one that was chosen.
     *
     * @param chosen null where the settings say it
     * @throws Exception what was chosen can't be had here; the message says why
     */
    static KeyedStateBackendFactory of(
            StateBackend chosen, Configuration settings, ClassLoader loader, Clock clock)
            throws Exception {
        String name = settings.getOptional(StateBackendOptions.STATE_BACKEND).orElse("hashmap");
        if (isHeap(chosen, name)) {
            return new HeapKeyedStateBackendFactory(clock::millis);
        }
        for (KeyedStateBackendProvider provider : providers(loader)) {
            StateBackend wanted =
                    chosen != null
                            ? chosen
                            : provider.name().equals(name.toLowerCase(Locale.ROOT))
                                    ? provider.fromSettings(settings, loader)
                                    : null;
            if (wanted != null && provider.provides(wanted)) {
                return provider.backends(
                        new KeyedStateSetup(
                                wanted, settings, loader, "savepoint", 1, clock::millis));
            }
        }
        throw new IllegalConfigurationException(
                "The state backend "
                        + (chosen != null ? chosen.getClass().getName() : "'" + name + "'")
                        + " is not there. HashMapStateBackend is (hashmap), and"
                        + " EmbeddedRocksDBStateBackend (rocksdb) with the module millrace-rocksdb. "
                        + OptionalModule.ofFolder("rocksdb").orElseThrow().howToGet());
    }

    @SuppressWarnings("deprecation") // The old backends are still to be understood.
    private static boolean isHeap(StateBackend chosen, String name) {
        return chosen == null
                ? HEAP.contains(name.toLowerCase(Locale.ROOT))
                : chosen instanceof HashMapStateBackend
                        || chosen instanceof MemoryStateBackend
                        || chosen instanceof FsStateBackend;
    }

    private static List<KeyedStateBackendProvider> providers(ClassLoader loader) {
        List<KeyedStateBackendProvider> found = new ArrayList<>();
        ServiceLoader.load(KeyedStateBackendProvider.class, loader).forEach(found::add);
        if (found.isEmpty()) {
            ServiceLoader.load(
                            KeyedStateBackendProvider.class, OfflineBackends.class.getClassLoader())
                    .forEach(found::add);
        }
        return found;
    }
}
