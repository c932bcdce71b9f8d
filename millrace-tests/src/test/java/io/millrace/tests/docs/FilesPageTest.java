// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.serialization.SimpleStringEncoder;
import io.millrace.api.connector.source.Boundedness;
import io.millrace.configuration.MemorySize;
import io.millrace.connector.file.sink.FileSink;
import io.millrace.connector.file.src.FileSource;
import io.millrace.connector.file.src.reader.TextLineInputFormat;
import io.millrace.core.fs.Path;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.sink.filesystem.rollingpolicies.DefaultRollingPolicy;
import io.millrace.tests.kit.Jobs;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What files.md shows of watching and rolling, run. */
@Timeout(60)
class FilesPageTest {

    @TempDir java.nio.file.Path folder;

    @Test
    @DisplayName("M3, M18: files.md, a source that watches")
    void watching() {
        String incoming = folder.toUri().toString();
        // snippet: FilesWatch
        FileSource<String> lines =
                FileSource.forRecordStreamFormat(new TextLineInputFormat(), new Path(incoming))
                        .monitorContinuously(Duration.ofSeconds(10))
                        .build();
        // end of snippet
        assertThat(lines.getBoundedness()).isEqualTo(Boundedness.CONTINUOUS_UNBOUNDED);
    }

    @Test
    @DisplayName("M3, M18: files.md, when files end")
    void rolling() throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(1);
        DataStream<String> stream = env.fromData("a", "b");
        String out = folder.toUri().toString();
        // snippet: FilesRoll
        FileSink<String> sink =
                FileSink.forRowFormat(new Path(out), new SimpleStringEncoder<String>())
                        .withRollingPolicy(
                                DefaultRollingPolicy.builder()
                                        .withMaxPartSize(MemorySize.ofMebiBytes(64))
                                        .withRolloverInterval(Duration.ofMinutes(15))
                                        .withInactivityInterval(Duration.ofMinutes(5))
                                        .build())
                        .withBucketCheckInterval(10_000)
                        .build();
        stream.sinkTo(sink);
        // end of snippet
        Jobs.run(env, "rolling");
        try (Stream<java.nio.file.Path> files = Files.walk(folder)) {
            List<java.nio.file.Path> finished = files.filter(Files::isRegularFile).toList();
            assertThat(finished)
                    .singleElement()
                    .satisfies(file -> assertThat(file).hasContent("a\nb\n"));
        }
    }
}
