// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.kinesis;

import io.millrace.configuration.Configuration;
import io.millrace.connector.aws.config.AWSConfigConstants;
import io.millrace.connector.kinesis.source.config.KinesisSourceConfigOptions;
import io.millrace.connector.kinesis.source.config.KinesisSourceConfigOptions.InitialPosition;
import io.millrace.tests.components.Await;
import io.millrace.tests.components.Components;
import java.io.IOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.kinesis.KinesisAsyncClient;
import software.amazon.awssdk.services.kinesis.model.GetRecordsResponse;
import software.amazon.awssdk.services.kinesis.model.PutRecordsRequestEntry;
import software.amazon.awssdk.services.kinesis.model.PutRecordsResponse;
import software.amazon.awssdk.services.kinesis.model.Record;
import software.amazon.awssdk.services.kinesis.model.Shard;
import software.amazon.awssdk.services.kinesis.model.ShardIteratorType;
import software.amazon.awssdk.services.kinesis.model.StreamStatus;

/**
 * An emulator of Kinesis (kinesis-local), one for all tests of a JVM; each test has streams of its
 * own. It is not Kinesis: it throttles nobody and drops no record.
 */
final class KinesisEmulator {

    private static final String COMPONENT = "kinesis";
    private static final int ENTRIES = 500;
    private static final AtomicInteger NAMES = new AtomicInteger();
    private static KinesisEmulator shared;

    final int port;
    private final Path directory;
    private final String script;
    private KinesisClients.Client client;

    private KinesisEmulator(Path directory, String script) throws IOException {
        this.directory = directory;
        this.script = script;
        this.port = freePort();
    }

    /** Starts it if need be; skips the test if there is none to start. */
    static synchronized KinesisEmulator get() throws Exception {
        if (shared == null) {
            String script = Components.script("kinesis.sh").toString();
            Components.require(COMPONENT, Path.of(firstLine(script, "program")));
            KinesisEmulator emulator =
                    new KinesisEmulator(Files.createTempDirectory("kinesis"), script);
            Runtime.getRuntime().addShutdownHook(new Thread(emulator::end));
            emulator.call("start", emulator.directory.toString(), Integer.toString(emulator.port));
            emulator.client =
                    KinesisClients.create(
                            settings(emulator.port), "arn:aws:kinesis:us-east-1:0:stream/x", null);
            shared = emulator;
        }
        return shared;
    }

    private void end() {
        try {
            call("end", directory.toString());
        } catch (Exception e) {
            System.err.println("The emulator of the tests may be left over: " + e);
        }
    }

    private void call(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(script));
        command.addAll(List.of(arguments));
        Path log = Files.createTempFile("kinesis-script", ".log");
        Process process =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(log.toFile())
                        .start();
        if (!process.waitFor(120, TimeUnit.SECONDS) || process.exitValue() != 0) {
            throw new IOException(command + " has failed: " + Files.readString(log));
        }
        Files.delete(log);
    }

    private static String firstLine(String... command) throws Exception {
        Process process = new ProcessBuilder(command).start();
        String said =
                new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).trim();
        process.waitFor();
        return said.isEmpty() ? "/nowhere/kinesis-local/main.js" : said;
    }

    private static int freePort() throws IOException {
        for (int port = 24_000 + (int) (ProcessHandle.current().pid() % 4_000); ; port += 2) {
            if (isFree(port) && isFree(port + 1)) {
                return port;
            }
        }
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException e) {
            return false;
        }
    }

    // ------------------------------------------------------------------ settings

    static Map<String, String> settings(int port) {
        Map<String, String> settings = new TreeMap<>();
        settings.put(AWSConfigConstants.AWS_ENDPOINT, "http://127.0.0.1:" + port);
        settings.put(AWSConfigConstants.AWS_ACCESS_KEY_ID, "a-key");
        settings.put(AWSConfigConstants.AWS_SECRET_ACCESS_KEY, "a-secret");
        return settings;
    }

    /** For a sink. */
    static Properties properties(int port) {
        Properties properties = new Properties();
        properties.putAll(settings(port));
        return properties;
    }

    /** For a source, which looks for shards every 200 ms. */
    static Configuration configuration(int port, InitialPosition position) {
        Configuration configuration = Configuration.fromMap(settings(port));
        configuration.set(KinesisSourceConfigOptions.STREAM_INITIAL_POSITION, position);
        configuration.set(
                KinesisSourceConfigOptions.SHARD_DISCOVERY_INTERVAL, Duration.ofMillis(200));
        return configuration;
    }

    // ------------------------------------------------------------------ what tests do with it

    KinesisAsyncClient kinesis() {
        return client.kinesis();
    }

    /** A new stream's ARN. */
    String stream(int shards) throws Exception {
        String name = "stream-" + NAMES.incrementAndGet();
        kinesis().createStream(request -> request.streamName(name).shardCount(shards)).join();
        awaitActive(name);
        return kinesis()
                .describeStreamSummary(request -> request.streamName(name))
                .join()
                .streamDescriptionSummary()
                .streamARN();
    }

    private void awaitActive(String name) throws Exception {
        Await.until(
                name + " is active",
                () ->
                        kinesis()
                                        .describeStreamSummary(request -> request.streamName(name))
                                        .join()
                                        .streamDescriptionSummary()
                                        .streamStatus()
                                == StreamStatus.ACTIVE);
    }

    private static String name(String arn) {
        return arn.substring(arn.indexOf('/') + 1);
    }

    /** Puts "key number" for each number; the key is the number modulo keys. */
    void put(String arn, int from, int to, int keys) {
        for (int at = from; at < to; at += ENTRIES) {
            List<PutRecordsRequestEntry> entries = new ArrayList<>();
            for (int i = at; i < Math.min(to, at + ENTRIES); i++) {
                entries.add(entry("key-" + i % keys, Integer.toString(i)));
            }
            PutRecordsResponse response =
                    kinesis().putRecords(request -> request.streamARN(arn).records(entries)).join();
            if (response.failedRecordCount() > 0) {
                throw new IllegalStateException("The emulator refuses records: " + response);
            }
        }
    }

    static PutRecordsRequestEntry entry(String key, String text) {
        return PutRecordsRequestEntry.builder()
                .partitionKey(key)
                .data(SdkBytes.fromUtf8String(text))
                .build();
    }

    List<Shard> shards(String arn) {
        return kinesis().listShards(request -> request.streamARN(arn)).join().shards();
    }

    List<Shard> openShards(String arn) {
        return shards(arn).stream()
                .filter(shard -> shard.sequenceNumberRange().endingSequenceNumber() == null)
                .toList();
    }

    /** Splits in the middle. */
    void split(String arn, Shard shard) throws Exception {
        BigInteger low = new BigInteger(shard.hashKeyRange().startingHashKey());
        BigInteger high = new BigInteger(shard.hashKeyRange().endingHashKey());
        kinesis()
                .splitShard(
                        request ->
                                request.streamARN(arn)
                                        .shardToSplit(shard.shardId())
                                        .newStartingHashKey(low.add(high).shiftRight(1).toString()))
                .join();
        awaitActive(name(arn));
    }

    void merge(String arn, Shard one, Shard other) throws Exception {
        kinesis()
                .mergeShards(
                        request ->
                                request.streamARN(arn)
                                        .shardToMerge(one.shardId())
                                        .adjacentShardToMerge(other.shardId()))
                .join();
        awaitActive(name(arn));
    }

    /** All records of the stream, each shard's in order, shards in the order of their ids. */
    List<Record> drain(String arn) {
        List<Record> all = new ArrayList<>();
        for (Shard shard : shards(arn)) {
            boolean open = shard.sequenceNumberRange().endingSequenceNumber() == null;
            String iterator =
                    kinesis()
                            .getShardIterator(
                                    request ->
                                            request.streamARN(arn)
                                                    .shardId(shard.shardId())
                                                    .shardIteratorType(
                                                            ShardIteratorType.TRIM_HORIZON))
                            .join()
                            .shardIterator();
            while (iterator != null) {
                String at = iterator;
                GetRecordsResponse response =
                        kinesis().getRecords(request -> request.shardIterator(at)).join();
                all.addAll(response.records());
                iterator =
                        open && response.records().isEmpty() ? null : response.nextShardIterator();
            }
        }
        return all;
    }
}
