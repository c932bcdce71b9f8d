// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.example;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.functions.MapFunction;
import io.millrace.api.common.serialization.SimpleStringEncoder;
import io.millrace.api.common.typeinfo.TypeInformation;
import io.millrace.api.connector.source.util.ratelimit.RateLimiterStrategy;
import io.millrace.api.java.utils.ParameterTool;
import io.millrace.connector.datagen.source.DataGeneratorSource;
import io.millrace.connector.datagen.source.GeneratorFunction;
import io.millrace.connector.file.sink.FileSink;
import io.millrace.connector.file.src.FileSource;
import io.millrace.connector.file.src.reader.TextLineInputFormat;
import io.millrace.core.fs.Path;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.sink.filesystem.bucketassigners.BasePathBucketAssigner;
import java.util.Set;

/**
 * Both ends of a job that is run for real: where records come from and where results go, as the
 * arguments say.
 *
 * <ul>
 *   <li>{@code --input PATH} reads the lines of a text file, or of all those of a folder. Without
 *       it {@code --events N} records are made up, {@code --per-second R} of them if they are not
 *       to come as fast as they can.
 *   <li>{@code --output FOLDER} writes each result once, whatever fails meanwhile. Without it they
 *       are printed.
 * </ul>
 */
final class Ends {

    private final ParameterTool arguments;
    private final long events;
    private final double perSecond;

    /**
     * Reads the arguments.
     *
     * @param events how many records are made up if nothing else is said
     */
    Ends(String[] args, long events) {
        this.arguments = ParameterTool.fromArgs(args);
        boolean madeUp = !arguments.has("input");
        // Asked for only where they mean something, so that the check at the end finds the others.
        this.events = madeUp ? arguments.getLong("events", events) : 0;
        this.perSecond = madeUp ? arguments.getDouble("per-second", 0) : 0;
    }

    /** The records of {@code --input}, or those that are made up. */
    <T> DataStream<T> read(
            StreamExecutionEnvironment env,
            Class<T> type,
            GeneratorFunction<Long, T> madeUp,
            MapFunction<String, T> parse) {
        return read(env, "input", 1, type, madeUp, parse);
    }

    /**
     * A second stream beside {@code --input}.
     *
     * @param option names its path
     * @param every one of it is made up for so many of the others, in the same time
     */
    <T> DataStream<T> read(
            StreamExecutionEnvironment env,
            String option,
            int every,
            Class<T> type,
            GeneratorFunction<Long, T> madeUp,
            MapFunction<String, T> parse) {
        if (arguments.has("input")) {
            FileSource<String> lines =
                    FileSource.forRecordStreamFormat(
                                    new TextLineInputFormat(),
                                    new Path(arguments.getRequired(option)))
                            .build();
            return env.fromSource(lines, WatermarkStrategy.noWatermarks(), option)
                    .uid(option)
                    .map(parse)
                    .returns(type);
        }
        DataGeneratorSource<T> generator =
                new DataGeneratorSource<>(
                        madeUp,
                        events / every,
                        perSecond > 0
                                ? RateLimiterStrategy.perSecond(perSecond / every)
                                : RateLimiterStrategy.noOp(),
                        TypeInformation.of(type));
        return env.fromSource(generator, WatermarkStrategy.noWatermarks(), option).uid(option);
    }

    /** A line for each record, in {@code --output} or on the console. */
    void write(DataStream<?> results) {
        DataStream<String> lines = results.map(String::valueOf);
        if (!arguments.has("output")) {
            lines.print();
            return;
        }
        // What a checkpoint has not yet confirmed lies in hidden files.
        lines.sinkTo(
                        FileSink.forRowFormat(
                                        new Path(arguments.getRequired("output")),
                                        new SimpleStringEncoder<String>())
                                .withBucketAssigner(new BasePathBucketAssigner<>())
                                .build())
                .uid("output");
    }

    /** Runs the job; an argument that nobody has asked for is a mistake. */
    void execute(StreamExecutionEnvironment env, String name) throws Exception {
        Set<String> unknown = arguments.getUnrequestedParameters();
        if (!unknown.isEmpty()) {
            throw new IllegalArgumentException(
                    "Nothing is known of "
                            + unknown.stream().map(option -> "--" + option).sorted().toList()
                            + " here. There are --input PATH, or --events N and --per-second R"
                            + " for records that are made up, and --output FOLDER; more may be"
                            + " told where the example begins.");
        }
        env.execute(name);
    }
}
