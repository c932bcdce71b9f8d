// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

/**
 * Flink's DataStream names under {@code io.millrace}: contracts, choices and types.
 *
 * <p>Users on the module path open the packages of their functions and POJOs to this module.
 */
// module: the friends of the back door are built after this module. requires-*: Kryo has no module
// descriptor, only a reserved name, and mirrored signatures name its classes.
@SuppressWarnings({"module", "requires-automatic", "requires-transitive-automatic"})
module io.millrace.api {
    requires transitive com.esotericsoftware.kryo;
    requires transitive java.sql;
    requires org.objenesis;
    requires transitive org.slf4j; // AbstractStreamOperator.LOG

    exports io.millrace.annotation;
    exports io.millrace.api.common;
    exports io.millrace.api.common.accumulators;
    exports io.millrace.api.common.cache;
    exports io.millrace.api.common.eventtime;
    exports io.millrace.api.common.functions;
    exports io.millrace.api.common.functions.util;
    exports io.millrace.api.common.io;
    exports io.millrace.api.common.io.compression;
    exports io.millrace.api.common.io.statistics;
    exports io.millrace.api.common.operators;
    exports io.millrace.api.common.restartstrategy;
    exports io.millrace.api.common.serialization;
    exports io.millrace.api.common.state;
    exports io.millrace.api.common.time;
    exports io.millrace.api.common.typeinfo;
    exports io.millrace.api.common.typeutils;
    exports io.millrace.api.common.typeutils.base;
    exports io.millrace.api.common.typeutils.base.array;
    exports io.millrace.api.connector.sink2;
    exports io.millrace.api.connector.source;
    exports io.millrace.api.connector.source.lib;
    exports io.millrace.api.connector.source.lib.util;
    exports io.millrace.api.connector.source.util.ratelimit;
    exports io.millrace.api.java;
    exports io.millrace.api.java.functions;
    exports io.millrace.api.java.io;
    exports io.millrace.api.java.tuple;
    exports io.millrace.api.java.typeutils;
    exports io.millrace.api.java.typeutils.runtime;
    exports io.millrace.api.java.typeutils.runtime.kryo;
    exports io.millrace.api.java.utils;
    exports io.millrace.configuration;
    exports io.millrace.configuration.description;
    exports io.millrace.core.execution;
    exports io.millrace.core.fs;
    exports io.millrace.core.io;
    exports io.millrace.core.memory;
    exports io.millrace.core.plugin;
    exports io.millrace.metrics;
    exports io.millrace.metrics.groups;
    exports io.millrace.runtime;
    exports io.millrace.runtime.client;
    exports io.millrace.runtime.execution;
    exports io.millrace.runtime.jobgraph;
    exports io.millrace.runtime.metrics;
    exports io.millrace.runtime.state;
    exports io.millrace.runtime.state.filesystem;
    exports io.millrace.runtime.state.hashmap;
    exports io.millrace.runtime.state.memory;
    exports io.millrace.runtime.state.storage;
    exports io.millrace.runtime.throwable;
    exports io.millrace.streaming.api;
    exports io.millrace.streaming.api.checkpoint;
    exports io.millrace.streaming.api.connector.sink2;
    exports io.millrace.streaming.api.datastream;
    exports io.millrace.streaming.api.environment;
    exports io.millrace.streaming.api.functions;
    exports io.millrace.streaming.api.functions.aggregation;
    exports io.millrace.streaming.api.functions.async;
    exports io.millrace.streaming.api.functions.co;
    exports io.millrace.streaming.api.functions.sink;
    exports io.millrace.streaming.api.functions.sink.v2;
    exports io.millrace.streaming.api.functions.source;
    exports io.millrace.streaming.api.functions.source.datagen;
    exports io.millrace.streaming.api.functions.timestamps;
    exports io.millrace.streaming.api.functions.windowing;
    exports io.millrace.streaming.api.functions.windowing.delta;
    exports io.millrace.streaming.api.functions.windowing.delta.extractor;
    exports io.millrace.streaming.api.lineage;
    exports io.millrace.streaming.api.operators;
    exports io.millrace.streaming.api.operators.co;
    exports io.millrace.streaming.api.operators.collect;
    exports io.millrace.streaming.api.watermark;
    exports io.millrace.streaming.api.windowing.assigners;
    exports io.millrace.streaming.api.windowing.evictors;
    exports io.millrace.streaming.api.windowing.time;
    exports io.millrace.streaming.api.windowing.triggers;
    exports io.millrace.streaming.api.windowing.windows;
    exports io.millrace.streaming.experimental;
    exports io.millrace.streaming.runtime.operators.windowing;
    exports io.millrace.streaming.runtime.streamrecord;
    exports io.millrace.streaming.runtime.tasks;
    exports io.millrace.streaming.runtime.watermarkstatus;
    exports io.millrace.streaming.util.retryable;
    exports io.millrace.streaming.util.serialization;
    exports io.millrace.types;
    exports io.millrace.util;
    exports io.millrace.util.clock;
    exports io.millrace.util.concurrent;
    exports io.millrace.util.function;

    // The back door: what the API and the rest of Millrace tell each other. No user needs it.
    exports io.millrace.spi to
            io.millrace.connector.datagen,
            io.millrace.connector.files,
            io.millrace.connector.kafka,
            io.millrace.connector.kinesis,
            io.millrace.connector.rabbitmq,
            io.millrace.engine,
            io.millrace.filesystem.hadoop,
            io.millrace.filesystem.gs,
            io.millrace.filesystem.local,
            io.millrace.filesystem.s3,
            io.millrace.state,
            io.millrace.testing;
    exports io.millrace.spi.types to
            io.millrace.connector.files,
            io.millrace.engine,
            io.millrace.filesystem.local,
            io.millrace.format.avro,
            io.millrace.rocksdb,
            io.millrace.testing;

    uses io.millrace.core.fs.FileSystemFactory;
    uses io.millrace.spi.PipelineExecutor;
    uses io.millrace.spi.TextSourceFactory;
    uses io.millrace.spi.types.ForeignTypes;
}
