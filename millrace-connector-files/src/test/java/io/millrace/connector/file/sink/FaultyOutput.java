// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.file.sink;

import io.millrace.api.common.serialization.SimpleStringEncoder;
import io.millrace.core.fs.FSDataInputStream;
import io.millrace.core.fs.FileStatus;
import io.millrace.core.fs.Path;
import io.millrace.streaming.api.functions.sink.filesystem.RollingPolicy;
import io.millrace.testing.FaultyFileSystem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/** The same on a disk that fails when the test says so. */
record FaultyOutput(FaultyFileSystem fs) {

    FaultyOutput(String disk) {
        this(FaultyFileSystem.named(disk));
    }

    /** A sink with a bucket for each first letter. */
    FileSink<String> sink(RollingPolicy<String, String> policy) {
        return FileSink.forRowFormat(fs.path("/data/out"), new SimpleStringEncoder<String>())
                .withBucketAssigner(new SinkOutput.FirstLetter())
                .withRollingPolicy(policy)
                .withBucketCheckInterval(5_000)
                .build();
    }

    /** The text of all files, also of unfinished ones, by name. */
    Map<String, String> files() throws IOException {
        Map<String, String> files = new TreeMap<>();
        collect(fs.path("/data/out"), files);
        return files;
    }

    private void collect(Path directory, Map<String, String> files) throws IOException {
        for (FileStatus status : fs.listStatus(directory)) {
            if (status.isDir()) {
                collect(status.getPath(), files);
            } else {
                try (FSDataInputStream in = fs.open(status.getPath())) {
                    files.put(
                            status.getPath().getName(),
                            new String(in.readAllBytes(), StandardCharsets.UTF_8));
                }
            }
        }
    }
}
