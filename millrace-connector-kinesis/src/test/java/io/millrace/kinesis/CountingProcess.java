// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.kinesis;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.serialization.SimpleStringSchema;
import io.millrace.configuration.Configuration;
import io.millrace.connector.kinesis.source.KinesisStreamsSource;
import io.millrace.connector.kinesis.source.config.KinesisSourceConfigOptions.InitialPosition;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.tests.components.CountingJob;
import java.nio.file.Path;

/**
 * A process that counts the records of a stream by key and writes each with its count to files; it
 * continues from the latest checkpoint in its directory. To be killed.
 */
public final class CountingProcess {

    private CountingProcess() {}

    /** Directory, port, ARN. */
    public static void main(String[] args) throws Exception {
        Path directory = Path.of(args[0]);
        StreamExecutionEnvironment env = CountingJob.environment(directory);
        Configuration source =
                KinesisEmulator.configuration(
                        Integer.parseInt(args[1]), InitialPosition.TRIM_HORIZON);
        // Small answers, so that there are moments within a shard.
        source.setString("source.shard.get-records.max-record-count", "100");
        CountingJob.toFiles(
                CountingJob.counts(
                        env.fromSource(
                                        KinesisStreamsSource.<String>builder()
                                                .setStreamArn(args[2])
                                                .setSourceConfig(source)
                                                .setDeserializationSchema(new SimpleStringSchema())
                                                .build(),
                                        WatermarkStrategy.noWatermarks(),
                                        "records")
                                .uid("records")),
                directory);
        env.execute("counts to be killed");
    }
}
