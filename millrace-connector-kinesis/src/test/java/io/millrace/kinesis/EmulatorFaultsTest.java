// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.kinesis;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.serialization.SimpleStringSchema;
import io.millrace.connector.kinesis.sink.KinesisStreamsSink;
import io.millrace.connector.kinesis.source.KinesisStreamsSource;
import io.millrace.connector.kinesis.source.config.KinesisSourceConfigOptions.InitialPosition;
import io.millrace.core.execution.JobClient;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.tests.components.Await;
import io.millrace.tests.components.Door;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * What Kinesis does and the emulator does not, done by a proxy before the emulator. One after
 * another: how clients encode requests is a setting of the JVM.
 */
@Execution(ExecutionMode.SAME_THREAD)
@Timeout(180)
class EmulatorFaultsTest {

    @TempDir Path directory;

    private KinesisEmulator emulator;
    private String name;

    @BeforeEach
    void start(TestInfo info) throws Exception {
        emulator = KinesisEmulator.get();
        name = getClass().getName() + info.getTestMethod().orElseThrow().getName();
    }

    private static List<String> numbers(int from, int to) {
        return IntStream.range(from, to).mapToObj(Integer::toString).toList();
    }

    private KinesisStreamsSource<String> source(String arn, int port) {
        var configuration = KinesisEmulator.configuration(port, InitialPosition.TRIM_HORIZON);
        configuration.setString("source.shard.get-records.max-record-count", "50");
        configuration.setString("retry-strategy.delay.min", "5 ms");
        configuration.setString("retry-strategy.delay.max", "20 ms");
        return KinesisStreamsSource.<String>builder()
                .setStreamArn(arn)
                .setSourceConfig(configuration)
                .setDeserializationSchema(new SimpleStringSchema())
                .build();
    }

    @Test
    void emulatorBehindAProxyThrottlingAndExpiredIteratorsLoseNothingAndRepeatNothing()
            throws Exception {
        String arn = emulator.stream(2);
        emulator.put(arn, 0, 1_000, 11);
        Random random = new Random(7);
        try (FaultyProxy proxy = new FaultyProxy(emulator.port)) {
            proxy.fault(
                    (operation, request, real) -> {
                        int draw;
                        synchronized (random) {
                            draw = random.nextInt(100);
                        }
                        return switch (operation) {
                            case "GetRecords" ->
                                    draw < 20
                                            ? FaultyProxy.error(
                                                    "ProvisionedThroughputExceededException")
                                            : draw < 40
                                                    ? FaultyProxy.error("ExpiredIteratorException")
                                                    : null;
                            case "GetShardIterator" ->
                                    draw < 20
                                            ? FaultyProxy.error(
                                                    "ProvisionedThroughputExceededException")
                                            : null;
                            case "ListShards" ->
                                    draw < 40 ? FaultyProxy.error("LimitExceededException") : null;
                            default -> null;
                        };
                    });
            StreamExecutionEnvironment env = Jobs.environment(directory, 2, 50, 0, null);
            env.fromSource(source(arn, proxy.port()), WatermarkStrategy.noWatermarks(), "stream")
                    .addSink(new Jobs.Seen<>(name));
            JobClient job = env.executeAsync();
            Await.until("half is read", () -> Jobs.Seen.count(name) >= 500);
            emulator.split(arn, emulator.openShards(arn).get(1));
            emulator.put(arn, 1_000, 1_500, 11);
            Await.until("all are read", () -> Jobs.Seen.count(name) >= 1_500);
            Jobs.stop(job, directory);
            System.out.println(
                    "Kinesis emulator behind a proxy: 1500 records, answered by the proxy: "
                            + proxy.injected("GetRecords")
                            + " GetRecords, "
                            + proxy.injected("GetShardIterator")
                            + " GetShardIterator, "
                            + proxy.injected("ListShards")
                            + " ListShards");
            assertThat(proxy.injected("GetRecords")).isPositive();
        }
        assertThat(Jobs.Seen.<String>of(name))
                .containsExactlyInAnyOrderElementsOf(numbers(0, 1_500));
    }

    private JobClient write(String arn, int port, boolean failOnError, int records)
            throws Exception {
        Properties properties = KinesisEmulator.properties(port);
        StreamExecutionEnvironment env = Jobs.environment(directory, 1, 50, 0, null);
        env.fromData(numbers(0, records))
                .sinkTo(
                        KinesisStreamsSink.<String>builder()
                                .setStreamArn(arn)
                                .setKinesisClientProperties(properties)
                                .setSerializationSchema(new SimpleStringSchema())
                                .setPartitionKeyGenerator(
                                        number -> "key-" + Integer.parseInt(number) % 11)
                                .setFailOnError(failOnError)
                                .setMaxBatchSize(100)
                                .build());
        return env.executeAsync();
    }

    private List<String> written(String arn) {
        return emulator.drain(arn).stream().map(record -> record.data().asUtf8String()).toList();
    }

    @Test
    void emulatorTheSinkWritesAll() throws Exception {
        String arn = emulator.stream(3);
        write(arn, emulator.port, false, 2_000).getJobExecutionResult().get(60, TimeUnit.SECONDS);
        List<String> written = written(arn);
        assertThat(written).containsExactlyInAnyOrderElementsOf(numbers(0, 2_000));
    }

    /** The proxy takes every third record of a request and says of the others that it has not. */
    private static FaultyProxy.Answer takeEveryThird(byte[] request, FaultyProxy.Emulator emulator)
            throws IOException {
        ObjectMapper json = new ObjectMapper();
        ObjectNode asked = (ObjectNode) json.readTree(request);
        ArrayNode some = json.createArrayNode();
        for (int i = 0; i < asked.get("Records").size(); i += 3) {
            some.add(asked.get("Records").get(i));
        }
        int all = asked.get("Records").size();
        asked.set("Records", some);
        ObjectNode answer =
                (ObjectNode) json.readTree(emulator.ask(json.writeValueAsBytes(asked)).body());
        ArrayNode results = json.createArrayNode();
        for (int i = 0; i < all; i++) {
            if (i % 3 == 0) {
                results.add(answer.get("Records").get(i / 3));
            } else {
                results.addObject()
                        .put("ErrorCode", "ProvisionedThroughputExceededException")
                        .put("ErrorMessage", "Rate exceeded for shard");
            }
        }
        answer.set("Records", results);
        answer.put("FailedRecordCount", all - some.size());
        return FaultyProxy.said(json.writeValueAsBytes(answer));
    }

    /** So that the proxy understands the requests of clients that are made meanwhile. */
    private static AutoCloseable json() {
        System.setProperty("aws.cborEnabled", "false");
        return () -> System.clearProperty("aws.cborEnabled");
    }

    @Test
    void emulatorBehindAProxyWhatARequestLeavesOutIsSentAgain() throws Exception {
        String arn = emulator.stream(2);
        AtomicInteger calls = new AtomicInteger();
        AtomicInteger partly = new AtomicInteger();
        try (AutoCloseable restored = json();
                FaultyProxy proxy = new FaultyProxy(emulator.port)) {
            proxy.fault(
                    (operation, request, real) -> {
                        if (!operation.equals("PutRecords")) {
                            return null;
                        }
                        int call = calls.incrementAndGet();
                        if (call % 4 == 0) {
                            return FaultyProxy.error("ProvisionedThroughputExceededException");
                        }
                        if (call % 4 == 3) {
                            return null;
                        }
                        partly.incrementAndGet();
                        return takeEveryThird(request, real);
                    });
            write(arn, proxy.port(), false, 2_000)
                    .getJobExecutionResult()
                    .get(120, TimeUnit.SECONDS);
            System.out.println(
                    "Kinesis emulator behind a proxy: 2000 records written in "
                            + calls
                            + " requests, "
                            + partly
                            + " of them taken in part, "
                            + (proxy.injected("PutRecords") - partly.get())
                            + " refused");
        }
        assertThat(partly.get()).isPositive();
        assertThat(written(arn)).containsExactlyInAnyOrderElementsOf(numbers(0, 2_000));
    }

    @Test
    void emulatorBehindAProxyARecordThatIsNotTakenFailsTheJobIfItIsToldSo() throws Exception {
        String arn = emulator.stream(1);
        try (AutoCloseable restored = json();
                FaultyProxy proxy = new FaultyProxy(emulator.port)) {
            proxy.fault(
                    (operation, request, real) ->
                            operation.equals("PutRecords") ? takeEveryThird(request, real) : null);
            assertThat(write(arn, proxy.port(), true, 30).getJobExecutionResult())
                    .failsWithin(60, TimeUnit.SECONDS)
                    .withThrowableThat()
                    .havingRootCause()
                    .withMessageContaining("The stream " + arn + " has not taken 20 of 30 records")
                    .withMessageContaining("Rate exceeded");
        }
    }

    @Test
    void emulatorAStreamThatIsNotThereFailsTheJob() throws Exception {
        String arn = emulator.stream(1) + "-not";
        assertThat(write(arn, emulator.port, false, 30).getJobExecutionResult())
                .failsWithin(60, TimeUnit.SECONDS)
                .withThrowableThat()
                .withStackTraceContaining("ResourceNotFoundException (400)")
                .withStackTraceContaining(arn);
        StreamExecutionEnvironment env = Jobs.environment(directory, 1, 50, 0, null);
        env.fromSource(source(arn, emulator.port), WatermarkStrategy.noWatermarks(), "stream")
                .addSink(new Jobs.Seen<>(name));
        assertThat(env.executeAsync().getJobExecutionResult())
                .failsWithin(60, TimeUnit.SECONDS)
                .withThrowableThat()
                .withStackTraceContaining("ResourceNotFoundException (400)")
                .withStackTraceContaining(arn);
    }

    @Test
    void emulatorTheSinkOutlivesAConnectionThatIsCutOff() throws Exception {
        String arn = emulator.stream(2);
        try (Door door = new Door(emulator.port)) {
            door.shut();
            JobClient job = write(arn, door.port(), false, 2_000);
            Await.until("the sink was refused", () -> door.refused() >= 3);
            door.open();
            Await.until("it writes", () -> door.passed() > 0);
            door.slam();
            job.getJobExecutionResult().get(120, TimeUnit.SECONDS);
        }
        // At least once: what was cut off in the middle of an answer may be there twice.
        assertThat(written(arn)).containsAll(numbers(0, 2_000));
    }

    @Test
    void emulatorARecordThatIsTooLargeFailsTheJob() throws Exception {
        String arn = emulator.stream(1);
        StreamExecutionEnvironment env = Jobs.environment(directory, 1, 50, 0, null);
        env.fromData(List.of("x".repeat(1_100_000)))
                .sinkTo(
                        KinesisStreamsSink.<String>builder()
                                .setStreamArn(arn)
                                .setKinesisClientProperties(
                                        KinesisEmulator.properties(emulator.port))
                                .setSerializationSchema(new SimpleStringSchema())
                                .setPartitionKeyGenerator(text -> "key")
                                .build());
        assertThat(env.executeAsync().getJobExecutionResult())
                .failsWithin(60, TimeUnit.SECONDS)
                .withThrowableThat()
                .havingRootCause()
                .withMessageContaining("1048576");
    }
}
