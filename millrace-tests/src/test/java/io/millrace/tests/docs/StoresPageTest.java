// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.serialization.SimpleStringEncoder;
import io.millrace.connector.file.sink.FileSink;
import io.millrace.connector.file.src.FileSource;
import io.millrace.connector.file.src.reader.TextLineInputFormat;
import io.millrace.core.fs.Path;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.tests.kit.Jobs;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What stores.md shows, run on the local disk: the program does not know where its files lie. */
@Timeout(60)
class StoresPageTest {

    @TempDir java.nio.file.Path directory;

    @Test
    @DisplayName("M4, M18: stores.md, a job whose files lie in a store")
    void aJobWhoseFilesLieInAStore() throws Exception {
        Files.createDirectory(directory.resolve("logs"));
        Files.writeString(directory.resolve("logs/a"), "fine\nERROR one\nfine\nERROR two\n");
        String store = directory.toUri().toString();
        StreamExecutionEnvironment env = Jobs.environment(1);
        // snippet: StoresJob
        env.enableCheckpointing(10_000);
        env.getCheckpointConfig().setCheckpointStorage(store + "/checkpoints");
        FileSource<String> logs =
                FileSource.forRecordStreamFormat(
                                new TextLineInputFormat(), new Path(store + "/logs"))
                        .build();
        FileSink<String> errors =
                FileSink.forRowFormat(
                                new Path(store + "/errors"), new SimpleStringEncoder<String>())
                        .build();
        env.fromSource(logs, WatermarkStrategy.noWatermarks(), "logs")
                .filter(line -> line.contains("ERROR"))
                .sinkTo(errors);
        env.execute("errors");
        // end of snippet
        List<String> lines = new ArrayList<>();
        try (Stream<java.nio.file.Path> files = Files.walk(directory.resolve("errors"))) {
            for (java.nio.file.Path file : files.filter(Files::isRegularFile).toList()) {
                lines.addAll(Files.readAllLines(file));
            }
        }
        assertThat(lines).containsExactly("ERROR one", "ERROR two");
    }
}
