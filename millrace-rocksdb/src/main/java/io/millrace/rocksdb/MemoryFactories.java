// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.rocksdb;

import io.millrace.contrib.streaming.state.EmbeddedRocksDBStateBackend;
import io.millrace.contrib.streaming.state.RocksDBMemoryControllerUtils.RocksDBMemoryFactory;
import java.util.function.Function;

/**
 * The way to a backend's memory factory: programs can set one, but Flink's class has no method that
 * gives it, so the class here must not have one either. It leaves its own way to it here when it is
 * loaded.
 */
public final class MemoryFactories {

    private static volatile Function<EmbeddedRocksDBStateBackend, RocksDBMemoryFactory> way;

    private MemoryFactories() {}

    /** Called by the backend's class, once. */
    public static void readBy(Function<EmbeddedRocksDBStateBackend, RocksDBMemoryFactory> its) {
        way = its;
    }

    /** Who has an instance has its class loaded. */
    static RocksDBMemoryFactory of(EmbeddedRocksDBStateBackend choice) {
        return way.apply(choice);
    }
}
