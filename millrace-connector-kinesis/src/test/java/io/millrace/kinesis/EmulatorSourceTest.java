// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.kinesis;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.serialization.SimpleStringSchema;
import io.millrace.connector.kinesis.source.KinesisStreamsSource;
import io.millrace.connector.kinesis.source.config.KinesisSourceConfigOptions.InitialPosition;
import io.millrace.core.execution.JobClient;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The source against an emulator (kinesis-local), which is not Kinesis. */
@Timeout(180)
class EmulatorSourceTest {

    @TempDir Path directory;

    private KinesisEmulator emulator;
    private String name;

    @BeforeEach
    void start(TestInfo info) throws Exception {
        emulator = KinesisEmulator.get();
        name = getClass().getName() + info.getDisplayName();
    }

    private KinesisStreamsSource<String> source(String arn, InitialPosition position) {
        return KinesisStreamsSource.<String>builder()
                .setStreamArn(arn)
                .setSourceConfig(KinesisEmulator.configuration(emulator.port, position))
                .setDeserializationSchema(new SimpleStringSchema())
                .build();
    }

    private static List<String> numbers(int from, int to) {
        return IntStream.range(from, to).mapToObj(Integer::toString).toList();
    }

    @Test
    void emulatorAllRecordsOfAllShardsAreReadOnce() throws Exception {
        String arn = emulator.stream(3);
        emulator.put(arn, 0, 2_000, 17);
        StreamExecutionEnvironment env = Jobs.environment(directory, 2, 50, 0, null);
        env.fromSource(
                        source(arn, InitialPosition.TRIM_HORIZON),
                        WatermarkStrategy.noWatermarks(),
                        "stream")
                .addSink(new Jobs.Seen<>(name));
        JobClient job = env.executeAsync();
        Await.until("all are read", () -> Jobs.Seen.count(name) >= 2_000);
        emulator.put(arn, 2_000, 2_100, 17);
        Await.until("all are read", () -> Jobs.Seen.count(name) >= 2_100);
        Jobs.stop(job, directory);
        assertThat(Jobs.Seen.<String>of(name))
                .containsExactlyInAnyOrderElementsOf(numbers(0, 2_100));
    }
}
