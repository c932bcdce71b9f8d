// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** The runtime. Users never name it: {@code execute()} finds it. */
// module: the friends are built after this module.
@SuppressWarnings("module")
module io.millrace.engine {
    requires transitive io.millrace.api;
    requires org.slf4j;

    exports io.millrace.engine to
            io.millrace.testing;
    exports io.millrace.engine.chain to
            io.millrace.testing;
    exports io.millrace.engine.exchange to
            io.millrace.testing;
    exports io.millrace.engine.job to
            io.millrace.testing;
    exports io.millrace.engine.keys to
            io.millrace.rocksdb,
            io.millrace.state,
            io.millrace.testing;
    exports io.millrace.engine.metrics to
            io.millrace.testing;
    exports io.millrace.engine.offline to
            io.millrace.state;
    exports io.millrace.engine.operator to
            io.millrace.state,
            io.millrace.testing;
    exports io.millrace.engine.plan to
            io.millrace.state;
    exports io.millrace.engine.state to
            io.millrace.rocksdb,
            io.millrace.state,
            io.millrace.testing;
    exports io.millrace.engine.state.heap to
            io.millrace.testing;
    exports io.millrace.engine.state.ttl to
            io.millrace.rocksdb;
    exports io.millrace.engine.storage to
            io.millrace.rocksdb,
            io.millrace.testing;
    exports io.millrace.engine.task to
            io.millrace.testing;
    exports io.millrace.engine.time to
            io.millrace.testing;
    exports io.millrace.engine.worker to
            io.millrace.testing;

    uses io.millrace.engine.state.HandleReader;
    uses io.millrace.engine.state.KeyedStateBackendProvider;
    uses io.millrace.spi.ProgramCheck;

    provides io.millrace.spi.PipelineExecutor with
            io.millrace.engine.EngineExecutor;
}
