// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.flink.shim;

import java.io.IOException;
import java.io.Serial;
import java.nio.charset.StandardCharsets;
import org.apache.flink.api.common.io.FileOutputFormat;
import org.apache.flink.api.common.io.FilePathFilter;
import org.apache.flink.api.common.typeinfo.BasicTypeInfo;
import org.apache.flink.core.fs.FileSystem.WriteMode;
import org.apache.flink.core.fs.Path;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.DataStreamSink;
import org.apache.flink.streaming.api.datastream.DataStreamSource;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.source.FileProcessingMode;
import org.apache.flink.streaming.api.legacy.io.TextInputFormat;

/** Files of lines, read and written. */
public final class TextFiles {

    private TextFiles() {}

    public static DataStreamSource<String> readTextFile(
            StreamExecutionEnvironment env, String path) {
        return readTextFile(env, path, StandardCharsets.UTF_8.name());
    }

    public static DataStreamSource<String> readTextFile(
            StreamExecutionEnvironment env, String path, String charset) {
        TextInputFormat format = new TextInputFormat(new Path(path));
        format.setFilesFilter(FilePathFilter.createDefaultFilter());
        format.setCharsetName(charset);
        return env.readFile(
                format, path, FileProcessingMode.PROCESS_ONCE, -1, BasicTypeInfo.STRING_TYPE_INFO);
    }

    public static <T> DataStreamSink<T> writeAsText(DataStream<T> stream, String path) {
        return write(stream, path, null);
    }

    public static <T> DataStreamSink<T> writeAsText(
            DataStream<T> stream, String path, WriteMode mode) {
        return write(stream, path, mode);
    }

    private static <T> DataStreamSink<T> write(DataStream<T> stream, String path, WriteMode mode) {
        Lines<T> lines = new Lines<>(new Path(path));
        if (mode != null) {
            lines.setWriteMode(mode);
        }
        return stream.writeUsingOutputFormat(lines);
    }

    /** A line for each record. */
    private static final class Lines<T> extends FileOutputFormat<T> {
        @Serial private static final long serialVersionUID = 1L;

        Lines(Path path) {
            super(path);
        }

        /** Each line goes to the file at once, as it did: who reads along sees whole lines. */
        @Override
        public void writeRecord(T value) throws IOException {
            stream.write(value.toString().getBytes(StandardCharsets.UTF_8));
            stream.write('\n');
        }
    }
}
