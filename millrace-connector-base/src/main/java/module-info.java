// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** What connectors share: Flink's own classes, renamed when this module is built. */
module io.millrace.connector.base {
    requires transitive io.millrace.api;

    exports io.millrace.connector.base;
    exports io.millrace.connector.base.sink;
    exports io.millrace.connector.base.sink.throwable;
    exports io.millrace.connector.base.sink.writer;
    exports io.millrace.connector.base.sink.writer.config;
    exports io.millrace.connector.base.sink.writer.strategy;
    exports io.millrace.connector.base.source.hybrid;
    exports io.millrace.connector.base.source.reader;
    exports io.millrace.connector.base.source.reader.fetcher;
    exports io.millrace.connector.base.source.reader.splitreader;
    exports io.millrace.connector.base.source.reader.synchronization;
    exports io.millrace.connector.base.source.utils;
}
