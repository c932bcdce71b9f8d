// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.kinesis;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.functions.MapFunction;
import io.millrace.api.common.serialization.SimpleStringSchema;
import io.millrace.configuration.Configuration;
import io.millrace.connector.kinesis.source.KinesisStreamsSource;
import io.millrace.connector.kinesis.source.config.KinesisSourceConfigOptions;
import io.millrace.connector.kinesis.source.config.KinesisSourceConfigOptions.ConsumerLifecycle;
import io.millrace.connector.kinesis.source.config.KinesisSourceConfigOptions.InitialPosition;
import io.millrace.connector.kinesis.source.config.KinesisSourceConfigOptions.ReaderType;
import io.millrace.core.execution.JobClient;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.tests.components.Await;
import io.millrace.tests.components.Checkpoints;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.kinesis.model.Consumer;
import software.amazon.awssdk.services.kinesis.model.Record;
import software.amazon.awssdk.services.kinesis.model.Shard;

/**
 * The source against an emulator (kinesis-local), which is not Kinesis. To a subscription the
 * emulator never says that its shard is closed; what enhanced fan-out makes of that, {@link
 * FanOutShardsTest} shows.
 */
@Timeout(180)
class EmulatorSourceTest {

    private static final AtomicInteger CONSUMERS = new AtomicInteger();

    @TempDir Path directory;

    private KinesisEmulator emulator;
    private String name;

    /**
     * Of this test alone: the emulator takes a consumer that is deregistered away from the first
     * stream that has one of that name, whichever it is, and the other is being deregistered for
     * ever.
     */
    private String consumer;

    @BeforeEach
    void start(TestInfo info) throws Exception {
        emulator = KinesisEmulator.get();
        consumer = "consumer-" + CONSUMERS.incrementAndGet();
        name = info.getTestMethod().orElseThrow().getName() + info.getDisplayName();
    }

    private Configuration configuration(InitialPosition position, ReaderType type) {
        Configuration configuration = KinesisEmulator.configuration(emulator.port, position);
        configuration.set(KinesisSourceConfigOptions.READER_TYPE, type);
        if (type == ReaderType.EFO) {
            configuration.set(KinesisSourceConfigOptions.EFO_CONSUMER_NAME, consumer);
            configuration.set(
                    KinesisSourceConfigOptions
                            .EFO_DESCRIBE_CONSUMER_RETRY_STRATEGY_MIN_DELAY_OPTION,
                    Duration.ofMillis(50));
        }
        return configuration;
    }

    private static KinesisStreamsSource<String> source(String arn, Configuration configuration) {
        return KinesisStreamsSource.<String>builder()
                .setStreamArn(arn)
                .setSourceConfig(configuration)
                .setDeserializationSchema(new SimpleStringSchema())
                .build();
    }

    private static List<String> numbers(int from, int to) {
        return IntStream.range(from, to).mapToObj(Integer::toString).toList();
    }

    private StreamExecutionEnvironment environment(int parallelism, String savepoint) {
        return Jobs.environment(directory, parallelism, 50, 0, savepoint);
    }

    /** Begins a job that hands what it reads to the test, by keys. */
    private JobClient read(
            StreamExecutionEnvironment env, String arn, Configuration configuration, int keys)
            throws Exception {
        env.fromSource(source(arn, configuration), WatermarkStrategy.noWatermarks(), "stream")
                .uid("stream")
                .keyBy(number -> Integer.parseInt(number) % keys)
                .map(number -> number)
                .returns(String.class)
                .addSink(new Jobs.Seen<>(name));
        return env.executeAsync();
    }

    private void awaitSeen(int count) throws Exception {
        Await.until(count + " are read", () -> Jobs.Seen.count(name) >= count);
    }

    private void assertOrdered(int keys) {
        Map<Integer, Integer> last = new HashMap<>();
        for (String text : Jobs.Seen.<String>of(name)) {
            int number = Integer.parseInt(text);
            Integer before = last.put(number % keys, number);
            assertThat(before == null || before < number)
                    .as("%s after %s", number, before)
                    .isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource(ReaderType.class)
    void emulatorAllRecordsOfAllShardsAreReadOnce(ReaderType type) throws Exception {
        String arn = emulator.stream(3);
        emulator.put(arn, 0, 2_000, 17);
        JobClient job =
                read(
                        environment(2, null),
                        arn,
                        configuration(InitialPosition.TRIM_HORIZON, type),
                        17);
        awaitSeen(2_000);
        emulator.put(arn, 2_000, 2_100, 17);
        awaitSeen(2_100);
        Jobs.stop(job, directory);
        assertThat(Jobs.Seen.<String>of(name))
                .containsExactlyInAnyOrderElementsOf(numbers(0, 2_100));
        assertOrdered(17);
    }

    @Test
    void emulatorSplitsAndMergesWhileRecordsComeDisturbNoOrder() throws Exception {
        int keys = 23;
        int records = 6_000;
        String arn = emulator.stream(2);
        JobClient job =
                read(
                        environment(3, null),
                        arn,
                        configuration(InitialPosition.TRIM_HORIZON, ReaderType.POLLING),
                        keys);
        AtomicInteger written = new AtomicInteger();
        CompletableFuture<Void> writer =
                CompletableFuture.runAsync(
                        () -> {
                            for (int at = 0; at < records; at += 50) {
                                emulator.put(arn, at, at + 50, keys);
                                written.set(at + 50);
                            }
                        });
        int changes = 0;
        while (!writer.isDone() && changes < 6) {
            int seen = written.get();
            Await.until("more is written", () -> writer.isDone() || written.get() >= seen + 400);
            List<Shard> open = emulator.openShards(arn);
            if (changes % 3 == 2) {
                Shard[] pair = adjacent(open);
                emulator.merge(arn, pair[0], pair[1]);
            } else {
                emulator.split(arn, open.get(changes % open.size()));
            }
            changes++;
        }
        writer.get(60, TimeUnit.SECONDS);
        awaitSeen(records);
        Jobs.stop(job, directory);
        System.out.println(
                "Kinesis emulator: "
                        + Jobs.Seen.count(name)
                        + " records, "
                        + changes
                        + " changes of shards, "
                        + emulator.shards(arn).size()
                        + " shards in all");
        assertThat(changes).isGreaterThanOrEqualTo(3);
        assertThat(Jobs.Seen.<String>of(name))
                .containsExactlyInAnyOrderElementsOf(numbers(0, records));
        assertOrdered(keys);
    }

    /** Two of which the second begins where the first ends. */
    static Shard[] adjacent(List<Shard> open) {
        for (Shard one : open) {
            for (Shard other : open) {
                if (new java.math.BigInteger(one.hashKeyRange().endingHashKey())
                        .add(java.math.BigInteger.ONE)
                        .equals(new java.math.BigInteger(other.hashKeyRange().startingHashKey()))) {
                    return new Shard[] {one, other};
                }
            }
        }
        throw new IllegalStateException("No two open shards are adjacent");
    }

    @Test
    void emulatorK15ShardsClosedSinceTheSavepointAreReadOnFromWhereTheyWere() throws Exception {
        String arn = emulator.stream(2);
        emulator.put(arn, 0, 101, 13);
        Configuration configuration =
                configuration(InitialPosition.TRIM_HORIZON, ReaderType.POLLING);
        JobClient job = read(environment(2, null), arn, configuration, 13);
        awaitSeen(101);
        String savepoint = Jobs.stop(job, directory);
        assertThat(Jobs.Seen.<String>of(name)).containsExactlyInAnyOrderElementsOf(numbers(0, 101));

        // The first twenty still go to the shards that are then closed.
        emulator.put(arn, 101, 121, 13);
        List<Shard> open = emulator.openShards(arn);
        emulator.merge(arn, open.get(0), open.get(1));
        emulator.put(arn, 121, 151, 13);
        job = read(environment(3, savepoint), arn, configuration, 13);
        awaitSeen(151);
        savepoint = Jobs.stop(job, directory);
        assertThat(Jobs.Seen.<String>of(name)).containsExactlyInAnyOrderElementsOf(numbers(0, 151));

        // Closed with nothing behind, and twice more while nobody looks.
        emulator.split(arn, emulator.openShards(arn).get(0));
        emulator.split(arn, emulator.openShards(arn).get(1));
        emulator.put(arn, 151, 201, 13);
        job = read(environment(1, savepoint), arn, configuration, 13);
        awaitSeen(201);
        Jobs.stop(job, directory);
        assertThat(Jobs.Seen.<String>of(name)).containsExactlyInAnyOrderElementsOf(numbers(0, 201));
        assertOrdered(13);
    }

    @ParameterizedTest
    @EnumSource(ReaderType.class)
    void emulatorLatestReadsNothingThatWasThereBefore(ReaderType type) throws Exception {
        String arn = emulator.stream(2);
        emulator.put(arn, 0, 100, 7);
        if (type == ReaderType.POLLING) {
            emulator.split(arn, emulator.shards(arn).get(0));
        }
        emulator.put(arn, 100, 200, 7);
        Await.until("time goes on", () -> Instant.now().isAfter(newest(arn).plusMillis(5)));
        JobClient job =
                read(environment(2, null), arn, configuration(InitialPosition.LATEST, type), 7);
        int[] next = {200};
        Await.until(
                "something new is read",
                () -> {
                    emulator.put(arn, next[0], next[0] + 14, 7);
                    next[0] += 14;
                    return Jobs.Seen.count(name) > 0;
                });
        emulator.put(arn, next[0], next[0] + 140, 7);
        Await.until(
                "the last is read",
                () -> Jobs.Seen.of(name).containsAll(numbers(next[0], next[0] + 140)));
        Jobs.stop(job, directory);
        assertThat(Jobs.Seen.<String>of(name))
                .doesNotHaveDuplicates()
                .doesNotContainAnyElementsOf(numbers(0, 200));
        assertOrdered(7);
    }

    private Instant newest(String arn) {
        return emulator.drain(arn).stream()
                .map(Record::approximateArrivalTimestamp)
                .max(Instant::compareTo)
                .orElseThrow();
    }

    @ParameterizedTest
    @EnumSource(ReaderType.class)
    void emulatorAtTimestampReadsWhatHasArrivedSince(ReaderType type) throws Exception {
        String arn = emulator.stream(2);
        emulator.put(arn, 0, 100, 7);
        if (type == ReaderType.POLLING) {
            emulator.split(arn, emulator.shards(arn).get(0));
        }
        emulator.put(arn, 100, 200, 7);
        Instant from = newest(arn).plusMillis(2);
        Await.until("time goes on", () -> Instant.now().isAfter(from.plusMillis(2)));
        emulator.put(arn, 200, 300, 7);
        Configuration configuration = configuration(InitialPosition.AT_TIMESTAMP, type);
        configuration.set(
                KinesisSourceConfigOptions.STREAM_INITIAL_TIMESTAMP,
                Double.toString(from.toEpochMilli() / 1000.0));
        JobClient job = read(environment(2, null), arn, configuration, 7);
        awaitSeen(100);
        Jobs.stop(job, directory);
        assertThat(Jobs.Seen.<String>of(name))
                .containsExactlyInAnyOrderElementsOf(numbers(200, 300));
    }

    /** Fails once, on one record, after a checkpoint. */
    private static final class FailsOnce implements MapFunction<String, String> {
        private static final long serialVersionUID = 1L;
        private static final Map<String, AtomicInteger> FAILURES =
                new java.util.concurrent.ConcurrentHashMap<>();
        private final String name;
        private final String at;

        private FailsOnce(String name, String at) {
            this.name = name;
            this.at = at;
            FAILURES.put(name, new AtomicInteger());
        }

        @Override
        public String map(String value) {
            if (value.equals(at) && FAILURES.get(name).getAndIncrement() == 0) {
                throw new IllegalStateException("As it is told to");
            }
            return value;
        }
    }

    @ParameterizedTest
    @EnumSource(ReaderType.class)
    void emulatorAfterAFailureReadingGoesOnFromTheCheckpoint(ReaderType type) throws Exception {
        String arn = emulator.stream(2);
        StreamExecutionEnvironment env = Jobs.environment(directory, 2, 50, 1, null);
        env.fromSource(
                        source(arn, configuration(InitialPosition.TRIM_HORIZON, type)),
                        WatermarkStrategy.noWatermarks(),
                        "stream")
                .map(new FailsOnce(name, "2500"))
                .addSink(new Jobs.Seen<>(name));
        JobClient job = env.executeAsync();
        emulator.put(arn, 0, 1_000, 17);
        awaitSeen(1_000);
        Path checkpoints = directory.resolve("checkpoints");
        Await.until("there is a checkpoint", () -> Checkpoints.newest(checkpoints) > 0);
        long before = Checkpoints.newest(checkpoints);
        Await.until("there are later ones", () -> Checkpoints.newest(checkpoints) >= before + 2);
        if (type == ReaderType.POLLING) {
            emulator.split(arn, emulator.openShards(arn).get(0));
        }
        emulator.put(arn, 1_000, 3_000, 17);
        Await.until(
                "all are read",
                () -> {
                    if (job.getJobExecutionResult().isDone()) {
                        job.getJobExecutionResult().get(); // tells why
                    }
                    return Jobs.Seen.of(name).containsAll(numbers(0, 3_000));
                });
        Jobs.stop(job, directory);
        List<String> seen = Jobs.Seen.of(name);
        assertThat(FailsOnce.FAILURES.get(name).get()).isGreaterThanOrEqualTo(2);
        // What was in a completed checkpoint does not come again.
        assertThat(seen.stream().filter(number -> Integer.parseInt(number) < 1_000).toList())
                .doesNotHaveDuplicates();
    }

    @Test
    void emulatorTheJobsConsumerIsRegisteredAndDeregistered() throws Exception {
        String arn = emulator.stream(1);
        JobClient job =
                read(
                        environment(1, null),
                        arn,
                        configuration(InitialPosition.TRIM_HORIZON, ReaderType.EFO),
                        3);
        emulator.put(arn, 0, 10, 3);
        awaitSeen(10);
        assertThat(consumers(arn)).extracting(Consumer::consumerName).containsExactly(consumer);
        Jobs.stop(job, directory);
        Await.until("the consumer is gone", () -> consumers(arn).isEmpty());
    }

    private List<Consumer> consumers(String arn) {
        return emulator.kinesis()
                .listStreamConsumers(request -> request.streamARN(arn))
                .join()
                .consumers();
    }

    @Test
    void emulatorAConsumerOfTheUsersOwnMustBeThereAndStays() throws Exception {
        String arn = emulator.stream(1);
        Configuration configuration = configuration(InitialPosition.TRIM_HORIZON, ReaderType.EFO);
        configuration.set(
                KinesisSourceConfigOptions.EFO_CONSUMER_LIFECYCLE, ConsumerLifecycle.SELF_MANAGED);
        JobClient without = read(environment(1, null), arn, configuration, 3);
        assertThat(without.getJobExecutionResult())
                .failsWithin(60, TimeUnit.SECONDS)
                .withThrowableThat()
                .havingRootCause()
                .withMessageContaining(
                        "Consumer '" + consumer + "' of " + arn + " is not registered");

        emulator.kinesis()
                .registerStreamConsumer(request -> request.streamARN(arn).consumerName(consumer))
                .join();
        JobClient job = read(environment(1, null), arn, configuration, 3);
        emulator.put(arn, 0, 10, 3);
        awaitSeen(10);
        Jobs.stop(job, directory);
        assertThat(consumers(arn)).hasSize(1);
    }
}
