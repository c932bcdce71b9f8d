// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** Keyed state on RocksDB. */
// requires-*: the binding of RocksDB has no module descriptor, and mirrored signatures name its
// classes.
@SuppressWarnings({"requires-automatic", "requires-transitive-automatic"})
module io.millrace.rocksdb {
    requires transitive io.millrace.api;
    requires io.millrace.engine;
    requires org.slf4j;
    requires transitive rocksdbjni;

    exports io.millrace.contrib.streaming.state;

    provides io.millrace.engine.state.HandleReader with
            io.millrace.rocksdb.RocksHandleReader;
    provides io.millrace.engine.state.KeyedStateBackendProvider with
            io.millrace.rocksdb.RocksStateProvider;
}
