// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/** Sources and sinks over files. */
module io.millrace.connector.files {
    requires transitive io.millrace.api;
    requires org.slf4j;

    exports io.millrace.connector.file.sink;
    exports io.millrace.connector.file.sink.compactor;
    exports io.millrace.connector.file.sink.writer;
    exports io.millrace.connector.file.src;
    exports io.millrace.connector.file.src.assigners;
    exports io.millrace.connector.file.src.compression;
    exports io.millrace.connector.file.src.enumerate;
    exports io.millrace.connector.file.src.reader;
    exports io.millrace.connector.file.src.util;
    exports io.millrace.streaming.api.functions.sink.filesystem;
    exports io.millrace.streaming.api.functions.sink.filesystem.bucketassigners;
    exports io.millrace.streaming.api.functions.sink.filesystem.rollingpolicies;

    provides io.millrace.spi.TextSourceFactory with
            io.millrace.filesystem.text.FileTextSources;
}
