// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.example;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.serialization.SimpleStringEncoder;
import io.millrace.connector.file.sink.FileSink;
import io.millrace.connector.file.src.FileSource;
import io.millrace.connector.file.src.reader.TextLineInputFormat;
import io.millrace.core.fs.Path;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.sink.filesystem.bucketassigners.BasePathBucketAssigner;
import java.io.IOException;

/**
 * Copies from files to files, exactly once: reads all text files of a folder and writes the lines
 * that hold a word. Kill it when you like and start it again with {@code -s latest}: what is in the
 * output in the end is there once.
 *
 * <pre>
 * bin/millrace run examples/FileToFile.jar examples /tmp/keyed keyBy
 * </pre>
 */
public final class FileToFile {

    private FileToFile() {}

    public static void main(String[] args) throws Exception {
        if (args.length != 0 && args.length != 3) {
            System.err.println("Usage: FileToFile [FROM TO WORD]");
            System.exit(2);
        }
        Files folders = args.length == 0 ? Files.made() : new Files(args[0], args[1], args[2]);
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.enableCheckpointing(500);

        FileSource<String> source =
                FileSource.forRecordStreamFormat(
                                new TextLineInputFormat(), new Path(folders.from()))
                        .build();
        // What a checkpoint has not yet confirmed lies in hidden files.
        FileSink<String> sink =
                FileSink.forRowFormat(new Path(folders.to()), new SimpleStringEncoder<String>())
                        .withBucketAssigner(new BasePathBucketAssigner<>())
                        .build();
        String word = folders.word();
        env.fromSource(source, WatermarkStrategy.noWatermarks(), "lines")
                .uid("lines")
                .filter(line -> line.contains(word))
                .sinkTo(sink)
                .uid("files");

        env.execute("file to file");
        System.out.println("The lines with '" + word + "' are in " + folders.to());
    }

    /** From where, to where, and which lines. */
    private record Files(String from, String to, String word) {

        /** Something to begin with. */
        static Files made() throws IOException {
            var folder = java.nio.file.Files.createTempDirectory("file-to-file");
            var from = java.nio.file.Files.createDirectory(folder.resolve("from"));
            for (int file = 0; file < 3; file++) {
                StringBuilder lines = new StringBuilder();
                for (int line = 0; line < 1000; line++) {
                    lines.append("file ").append(file).append(", line ").append(line).append('\n');
                }
                java.nio.file.Files.writeString(from.resolve(file + ".txt"), lines);
            }
            return new Files(from.toUri().toString(), folder.resolve("to").toUri().toString(), "7");
        }
    }
}
