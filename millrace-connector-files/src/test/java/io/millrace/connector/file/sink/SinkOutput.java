// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.file.sink;

import io.millrace.api.common.serialization.SimpleStringEncoder;
import io.millrace.core.fs.Path;
import io.millrace.core.io.SimpleVersionedSerializer;
import io.millrace.streaming.api.functions.sink.filesystem.BucketAssigner;
import io.millrace.streaming.api.functions.sink.filesystem.RollingPolicy;
import io.millrace.streaming.api.functions.sink.filesystem.bucketassigners.BasePathBucketAssigner;
import io.millrace.streaming.api.functions.sink.filesystem.bucketassigners.SimpleVersionedStringSerializer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A directory that the sinks of a test write to, such sinks, and what they left there. */
record SinkOutput(java.nio.file.Path directory) {

    /** A new job that writes there without buckets, and has started. */
    FileSinkRun begin(RollingPolicy<String, String> policy) throws Exception {
        FileSinkRun run = new FileSinkRun(toOneDirectory(policy));
        run.start();
        return run;
    }

    FileSink<String> toOneDirectory(RollingPolicy<String, String> policy) {
        return sink(new BasePathBucketAssigner<>(), policy);
    }

    FileSink<String> byWholeElement(RollingPolicy<String, String> policy) {
        return sink(new WholeElement(), policy);
    }

    FileSink<String> byFirstLetter(RollingPolicy<String, String> policy) {
        return sink(new FirstLetter(), policy);
    }

    private FileSink<String> sink(
            BucketAssigner<String, String> buckets, RollingPolicy<String, String> policy) {
        return FileSink.forRowFormat(new Path(directory.toUri()), new SimpleStringEncoder<String>())
                .withBucketAssigner(buckets)
                .withRollingPolicy(policy)
                .build();
    }

    /** Finished files outside of all buckets, by name. */
    List<java.nio.file.Path> visible() throws IOException {
        return visibleIn(directory);
    }

    /** Finished files of a bucket, by name: in the order in which they were begun. */
    List<java.nio.file.Path> visible(String bucket) throws IOException {
        return visibleIn(directory.resolve(bucket));
    }

    private static List<java.nio.file.Path> visibleIn(java.nio.file.Path bucket)
            throws IOException {
        if (!Files.isDirectory(bucket)) {
            return List.of();
        }
        try (Stream<java.nio.file.Path> all = Files.list(bucket)) {
            return all.filter(file -> Files.isRegularFile(file) && !isHidden(file))
                    .sorted()
                    .toList();
        }
    }

    /** Files that are not finished, in all buckets. */
    List<java.nio.file.Path> hidden() throws IOException {
        return files().stream().filter(SinkOutput::isHidden).toList();
    }

    /** The lines of all finished files. */
    List<String> allLines() throws IOException {
        return lines(files().stream().filter(file -> !isHidden(file)).toList());
    }

    static List<String> lines(List<java.nio.file.Path> files) {
        List<String> lines = new ArrayList<>();
        for (java.nio.file.Path file : files) {
            try {
                lines.addAll(Files.readAllLines(file));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return lines;
    }

    private List<java.nio.file.Path> files() throws IOException {
        try (Stream<java.nio.file.Path> all = Files.walk(directory)) {
            return all.filter(Files::isRegularFile).toList();
        }
    }

    private static boolean isHidden(java.nio.file.Path file) {
        return file.getFileName().toString().startsWith(".");
    }

    /** A bucket for each first letter. */
    static final class FirstLetter implements BucketAssigner<String, String> {

        static final long serialVersionUID = 1L;

        @Override
        public String getBucketId(String element, BucketAssigner.Context context) {
            return element.substring(0, 1);
        }

        @Override
        public SimpleVersionedSerializer<String> getSerializer() {
            return SimpleVersionedStringSerializer.INSTANCE;
        }
    }

    /** A bucket for each element, named as it says. */
    private static final class WholeElement implements BucketAssigner<String, String> {

        private static final long serialVersionUID = 1L;

        @Override
        public String getBucketId(String element, BucketAssigner.Context context) {
            return element;
        }

        @Override
        public SimpleVersionedSerializer<String> getSerializer() {
            return SimpleVersionedStringSerializer.INSTANCE;
        }
    }
}
