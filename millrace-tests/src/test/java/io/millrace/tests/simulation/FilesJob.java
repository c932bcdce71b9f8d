// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.simulation;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.serialization.SimpleStringEncoder;
import io.millrace.configuration.MemorySize;
import io.millrace.connector.file.sink.FileSink;
import io.millrace.connector.file.sink.compactor.ConcatFileCompactor;
import io.millrace.connector.file.sink.compactor.DecoderBasedReader;
import io.millrace.connector.file.sink.compactor.FileCompactStrategy;
import io.millrace.connector.file.sink.compactor.FileCompactor;
import io.millrace.connector.file.sink.compactor.RecordWiseFileCompactor;
import io.millrace.connector.file.sink.compactor.SimpleStringDecoder;
import io.millrace.core.fs.FSDataInputStream;
import io.millrace.core.fs.FileStatus;
import io.millrace.core.fs.FileSystem;
import io.millrace.core.fs.Path;
import io.millrace.core.io.SimpleVersionedSerializer;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.sink.filesystem.BucketAssigner;
import io.millrace.streaming.api.functions.sink.filesystem.RollingPolicy;
import io.millrace.streaming.api.functions.sink.filesystem.bucketassigners.SimpleVersionedStringSerializer;
import io.millrace.streaming.api.functions.sink.filesystem.rollingpolicies.DefaultRollingPolicy;
import io.millrace.streaming.api.functions.sink.filesystem.rollingpolicies.OnCheckpointRollingPolicy;
import io.millrace.testing.SimulatedWorld;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * One file sink behind two streams, one of them chained and twice side by side, one behind an
 * exchange: the finished files together hold each row once, whatever parallelism each process has.
 * Power fails between any two acts on the disk, so it also shows what was not forced to it.
 */
final class FilesJob implements Shape.Job {

    private static final int SPLITS = 4;
    private static final int PER_SPLIT = 10;
    private static final int BUCKETS = 3;
    private static final String DIRECTORY = "/data/of/today";

    /** Whether small files are made into larger ones before anybody sees them. */
    private final boolean compacting;

    FilesJob(boolean compacting) {
        this.compacting = compacting;
    }

    @Override
    public void program(StreamExecutionEnvironment env, SimulatedWorld world) {
        env.setParallelism(1 + world.draw(3));
        int apart = 1 + world.draw(3);
        DataStream<Long> numbers =
                env.fromSource(
                        new NumbersSource(world, 0, SPLITS, PER_SPLIT, Expected.HOLD_MS),
                        WatermarkStrategy.noWatermarks(),
                        "numbers");
        FileSink.DefaultRowFormatBuilder<String> builder =
                FileSink.forRowFormat(
                                world.disk().path(DIRECTORY), new SimpleStringEncoder<String>())
                        .withBucketAssigner(new ByNumber())
                        .withBucketCheckInterval(1)
                        .withRollingPolicy(policy(world));
        if (compacting) {
            builder.enableCompact(strategy(world), compactor(world));
        }
        FileSink<String> sink = builder.build();
        numbers.map(number -> "chained " + number).sinkTo(sink);
        numbers.rebalance()
                .map(
                        number -> {
                            world.userCode("map");
                            return "apart " + number;
                        })
                .setParallelism(apart)
                .sinkTo(sink)
                .setParallelism(apart);
    }

    private static FileCompactStrategy strategy(SimulatedWorld world) {
        FileCompactStrategy.Builder strategy = FileCompactStrategy.Builder.newBuilder();
        return world.draw(2) == 0
                ? strategy.enableCompactionOnCheckpoint(1 + world.draw(2)).build()
                : strategy.setSizeThreshold(1 + world.draw(60)).build();
    }

    private static FileCompactor compactor(SimulatedWorld world) {
        return world.draw(2) == 0
                ? new ConcatFileCompactor()
                : new RecordWiseFileCompactor<>(
                        new DecoderBasedReader.Factory<>(SimpleStringDecoder::new));
    }

    /** Each process may have another one: files go on under it. */
    private static RollingPolicy<String, String> policy(SimulatedWorld world) {
        return switch (world.draw(4)) {
            case 0 -> OnCheckpointRollingPolicy.build();
            case 1 -> DefaultRollingPolicy.builder().withMaxPartSize(new MemorySize(40)).build();
            case 2 ->
                    DefaultRollingPolicy.builder()
                            .withRolloverInterval(Duration.ofMillis(4))
                            .withInactivityInterval(Duration.ofMillis(2))
                            .build();
            default -> DefaultRollingPolicy.builder().build();
        };
    }

    @Override
    public List<String> outcome(SimulatedWorld world) throws IOException {
        List<String> rows = new ArrayList<>();
        collect(world.disk(), world.disk().path(DIRECTORY), rows);
        rows.sort(null);
        return rows;
    }

    private static void collect(FileSystem disk, Path directory, List<String> rows)
            throws IOException {
        FileStatus[] children = disk.listStatus(directory);
        // Names are random, and what a seed does may not depend on them.
        Arrays.sort(children, Comparator.comparingLong(FileStatus::getModificationTime));
        for (FileStatus status : children) {
            Path path = status.getPath();
            if (status.isDir()) {
                collect(disk, path, rows);
            } else if (!path.getName().startsWith(".")) {
                try (FSDataInputStream in = disk.open(path)) {
                    new String(in.readAllBytes(), StandardCharsets.UTF_8)
                            .lines()
                            .map(row -> path.getParent().getName() + ": " + row)
                            .forEach(rows::add);
                }
            }
        }
    }

    @Override
    public List<String> rows() {
        List<String> rows = new ArrayList<>();
        for (long number = 0; number < SPLITS * PER_SPLIT; number++) {
            rows.add("bucket " + number % BUCKETS + ": chained " + number);
            rows.add("bucket " + number % BUCKETS + ": apart " + number);
        }
        rows.sort(null);
        return rows;
    }

    private static final class ByNumber implements BucketAssigner<String, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public String getBucketId(String row, Context context) {
            return "bucket " + Long.parseLong(row.substring(row.indexOf(' ') + 1)) % BUCKETS;
        }

        @Override
        public SimpleVersionedSerializer<String> getSerializer() {
            return SimpleVersionedStringSerializer.INSTANCE;
        }
    }
}
