// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * All the names by which state backends and checkpoint storages can be chosen in a configuration:
 * short ones in any case, and classes and their factories, ours or those of Flink that ours stand
 * for, so that a file of settings of a cluster can be used as it is.
 */
final class StorageNames {

    /** A state backend. */
    enum Backend {
        HASHMAP,
        /** A backend of old with its storage: memory. */
        OLD_MEMORY,
        /** A backend of old with its storage: files. */
        OLD_FILES,
        ROCKSDB,
        /** Perhaps a factory of the user's. */
        OTHER
    }

    /** A checkpoint storage. */
    enum Storage {
        MEMORY,
        FILES,
        /** Perhaps a factory of the user's. */
        OTHER
    }

    private static final List<String> ROOTS = List.of("io.millrace.", "org.apache.flink.");
    private static final String FACTORY = "Factory";

    private static final Map<String, Backend> BACKENDS =
            Map.of(
                    "hashmap", Backend.HASHMAP,
                    "runtime.state.hashmap.HashMapStateBackend", Backend.HASHMAP,
                    "jobmanager", Backend.OLD_MEMORY,
                    "runtime.state.memory.MemoryStateBackend", Backend.OLD_MEMORY,
                    "filesystem", Backend.OLD_FILES,
                    "runtime.state.filesystem.FsStateBackend", Backend.OLD_FILES,
                    "rocksdb", Backend.ROCKSDB,
                    "contrib.streaming.state.RocksDBStateBackend", Backend.ROCKSDB,
                    "contrib.streaming.state.EmbeddedRocksDBStateBackend", Backend.ROCKSDB,
                    "state.rocksdb.EmbeddedRocksDBStateBackend", Backend.ROCKSDB);

    private static final Map<String, Storage> STORAGES =
            Map.of(
                    "jobmanager", Storage.MEMORY,
                    "runtime.state.storage.JobManagerCheckpointStorage", Storage.MEMORY,
                    "filesystem", Storage.FILES,
                    "runtime.state.storage.FileSystemCheckpointStorage", Storage.FILES);

    private StorageNames() {}

    static Backend backend(String name) {
        return BACKENDS.getOrDefault(plain(name), Backend.OTHER);
    }

    static Storage storage(String name) {
        return STORAGES.getOrDefault(plain(name), Storage.OTHER);
    }

    /** A short name in lower case; of a class what stands between the root and "Factory". */
    private static String plain(String name) {
        for (String root : ROOTS) {
            if (name.startsWith(root)) {
                String inside = name.substring(root.length());
                return inside.endsWith(FACTORY)
                        ? inside.substring(0, inside.length() - FACTORY.length())
                        : inside;
            }
        }
        return name.indexOf('.') < 0 ? name.toLowerCase(Locale.ROOT) : name;
    }
}
