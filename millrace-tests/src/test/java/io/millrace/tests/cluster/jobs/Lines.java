// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cluster.jobs;

import io.millrace.api.common.serialization.SimpleStringEncoder;
import io.millrace.api.java.utils.ParameterTool;
import io.millrace.connector.file.sink.FileSink;
import io.millrace.core.fs.Path;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;

/** What all jobs have in common: numbers that come slowly, and files of lines that come once. */
final class Lines {

    private Lines() {}

    /** From 0, slowly enough that something can happen in the middle. */
    static DataStream<Long> numbers(StreamExecutionEnvironment env, ParameterTool arguments) {
        long pause = arguments.getLong("pause-ms");
        return env.fromSequence(0, arguments.getLong("numbers") - 1)
                .map(
                        number -> {
                            Thread.sleep(pause);
                            return number;
                        })
                .uid("numbers");
    }

    static void write(DataStream<String> lines, ParameterTool arguments) {
        lines.sinkTo(
                        FileSink.forRowFormat(
                                        new Path(arguments.getRequired("out")),
                                        new SimpleStringEncoder<String>())
                                .build())
                .uid("out");
    }
}
