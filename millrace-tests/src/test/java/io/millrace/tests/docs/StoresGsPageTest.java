// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.docs;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.serialization.SimpleStringEncoder;
import io.millrace.configuration.Configuration;
import io.millrace.connector.file.sink.FileSink;
import io.millrace.connector.file.src.FileSource;
import io.millrace.connector.file.src.reader.TextLineInputFormat;
import io.millrace.core.fs.FileSystem;
import io.millrace.core.fs.Path;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.tests.kit.Jobs;
import java.net.URI;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What stores.md shows of Google Cloud Storage, built; it runs in the tests of the module, where
 * there is a store.
 */
@Timeout(60)
class StoresGsPageTest {

    @AfterEach
    void forget() {
        FileSystem.initialize(new Configuration());
    }

    @Test
    @DisplayName("M4, M18: stores.md, a job whose files lie in a bucket")
    void aJobWhoseFilesLieInABucket() throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(1);
        // snippet: StoresGs
        Configuration settings = new Configuration();
        settings.setString(
                "google.cloud.auth.service.account.json.keyfile", "/etc/key.json"); // or none
        FileSystem.initialize(settings);

        env.enableCheckpointing(10_000);
        env.getCheckpointConfig().setCheckpointStorage("gs://bucket/checkpoints");
        FileSource<String> logs =
                FileSource.forRecordStreamFormat(
                                new TextLineInputFormat(), new Path("gs://bucket/logs"))
                        .build();
        FileSink<String> errors =
                FileSink.forRowFormat(
                                new Path("gs://bucket/errors"), new SimpleStringEncoder<String>())
                        .build();
        env.fromSource(logs, WatermarkStrategy.noWatermarks(), "logs")
                .filter(line -> line.contains("ERROR"))
                .sinkTo(errors);
        // end of snippet
        assertThatThrownBy(() -> FileSystem.get(URI.create("gs://bucket/")))
                .hasMessageContaining("/etc/key.json");
    }
}
