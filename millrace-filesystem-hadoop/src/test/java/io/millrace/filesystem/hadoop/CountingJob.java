// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.filesystem.hadoop;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.functions.OpenContext;
import io.millrace.api.common.serialization.SimpleStringEncoder;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.configuration.CheckpointingOptions;
import io.millrace.configuration.Configuration;
import io.millrace.configuration.MemorySize;
import io.millrace.configuration.RestartStrategyOptions;
import io.millrace.configuration.StateRecoveryOptions;
import io.millrace.connector.file.sink.FileSink;
import io.millrace.connector.file.src.FileSource;
import io.millrace.connector.file.src.reader.TextLineInputFormat;
import io.millrace.core.fs.FileSystem;
import io.millrace.core.fs.Path;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.KeyedProcessFunction;
import io.millrace.streaming.api.functions.sink.filesystem.bucketassigners.BasePathBucketAssigner;
import io.millrace.streaming.api.functions.sink.filesystem.rollingpolicies.DefaultRollingPolicy;
import io.millrace.util.Collector;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;

/**
 * A job all of whose files are on HDFS: numbers are read, counted by key in state that checkpoints
 * hold, and written exactly once. Its files are resumed at checkpoints, and end rarely. Also a
 * process of its own, to be killed.
 */
final class CountingJob {

    private static final int FILES = 4;
    private static final int KEYS = 101;

    private static volatile boolean hurries;

    final String directory;
    int parallelism = 2;

    /** After each number, until it is told to hurry. */
    long pauseMicros = 1_000;

    long interval = 100;
    Map<String, String> settings = new LinkedHashMap<>();

    CountingJob(String directory) {
        this.directory = directory;
    }

    /** Writes the numbers below {@code count} for the job to read. */
    static void input(HdfsCluster cluster, String directory, int count) throws IOException {
        for (int file = 0; file < FILES; file++) {
            StringBuilder lines = new StringBuilder();
            for (int n = file; n < count; n += FILES) {
                lines.append(n).append('\n');
            }
            cluster.write(directory + "/in/numbers-" + file, lines.toString());
        }
    }

    /** The job of this JVM need take no more time: what was to happen meanwhile has happened. */
    static void hurry() {
        hurries = true;
    }

    String checkpoints() {
        return directory + "/checkpoints";
    }

    StreamExecutionEnvironment environment() {
        hurries = false;
        Configuration configuration = new Configuration();
        configuration.set(CheckpointingOptions.CHECKPOINTS_DIRECTORY, checkpoints());
        configuration.set(CheckpointingOptions.FS_SMALL_FILE_THRESHOLD, MemorySize.ZERO);
        configuration.set(CheckpointingOptions.MAX_RETAINED_CHECKPOINTS, 2);
        configuration.set(StateRecoveryOptions.SAVEPOINT_PATH, "latest");
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, 1000);
        configuration.set(
                RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofMillis(200));
        settings.forEach(configuration::setString);
        StreamExecutionEnvironment env =
                StreamExecutionEnvironment.createLocalEnvironment(parallelism, configuration);
        env.enableCheckpointing(interval);
        FileSource<String> numbers =
                FileSource.forRecordStreamFormat(
                                new TextLineInputFormat(), new Path(directory + "/in"))
                        .build();
        long pause = pauseMicros * 1000;
        env.fromSource(numbers, WatermarkStrategy.noWatermarks(), "numbers")
                .uid("numbers")
                .map(
                        line -> {
                            if (!hurries) {
                                LockSupport.parkNanos(pause);
                            }
                            return Long.parseLong(line);
                        })
                .uid("parsed")
                .keyBy(number -> number % KEYS)
                .process(new Counting())
                .uid("counted")
                .sinkTo(
                        FileSink.forRowFormat(
                                        new Path(directory + "/out"),
                                        new SimpleStringEncoder<String>())
                                .withBucketAssigner(new BasePathBucketAssigner<>())
                                .withRollingPolicy(
                                        DefaultRollingPolicy.builder()
                                                .withMaxPartSize(MemorySize.parse("64kb"))
                                                .build())
                                .build())
                .uid("written");
        return env;
    }

    /** Counts the numbers of each key. */
    private static final class Counting extends KeyedProcessFunction<Long, Long, String> {
        private static final long serialVersionUID = 1L;

        private transient ValueState<Long> count;

        @Override
        public void open(OpenContext context) {
            count = getRuntimeContext().getState(new ValueStateDescriptor<>("count", Long.class));
        }

        @Override
        public void processElement(Long number, Context context, Collector<String> out)
                throws IOException {
            long next = count.value() == null ? 1 : count.value() + 1;
            count.update(next);
            out.collect(number + " " + context.getCurrentKey() + " " + next);
        }
    }

    /**
     * What is wrong with the results: numbers that are missing or there twice, counts that were not
     * exact. Empty when nothing is.
     */
    static List<String> problems(HdfsCluster cluster, String directory, int count)
            throws IOException {
        List<String> problems = new ArrayList<>();
        int[] seen = new int[count];
        Map<Long, List<Long>> counts = new TreeMap<>();
        for (String file : cluster.files(directory + "/out")) {
            if (file.substring(file.lastIndexOf('/') + 1).startsWith(".")) {
                problems.add("unfinished: " + file);
                continue;
            }
            for (String line : cluster.read(file).split("\n", -1)) {
                if (line.isEmpty()) {
                    continue;
                }
                String[] fields = line.split(" ", -1);
                seen[Integer.parseInt(fields[0])]++;
                counts.computeIfAbsent(Long.parseLong(fields[1]), key -> new ArrayList<>())
                        .add(Long.parseLong(fields[2]));
            }
        }
        int missing = 0;
        int doubled = 0;
        for (int n = 0; n < count; n++) {
            missing += seen[n] == 0 ? 1 : 0;
            doubled += seen[n] > 1 ? 1 : 0;
        }
        if (missing + doubled > 0) {
            problems.add(missing + " of " + count + " missing, " + doubled + " more than once");
        }
        counts.forEach(
                (key, all) -> {
                    long[] sorted = all.stream().mapToLong(Long::longValue).sorted().toArray();
                    for (int i = 0; i < sorted.length; i++) {
                        if (sorted[i] != i + 1) {
                            problems.add("counts of key " + key + ": " + Arrays.toString(sorted));
                            return;
                        }
                    }
                });
        return problems;
    }

    /** Ids of the checkpoints that have a manifest, ascending. */
    static List<Long> completed(HdfsCluster cluster, String directory) throws IOException {
        return cluster.files(directory + "/checkpoints").stream()
                .filter(file -> file.endsWith("/_metadata"))
                .map(file -> file.replaceFirst(".*/chk-(\\d+)/_metadata", "$1"))
                .map(Long::valueOf)
                .sorted()
                .toList();
    }

    /**
     * @param args directory, parallelism, pause in microseconds; then settings, each {@code
     *     key=value}
     */
    public static void main(String[] args) throws Exception {
        FileSystem.initialize(new Configuration()); // HADOOP_CONF_DIR says where the cluster is
        CountingJob job = new CountingJob(args[0]);
        job.parallelism = Integer.parseInt(args[1]);
        job.pauseMicros = Long.parseLong(args[2]);
        for (String setting : List.of(args).subList(3, args.length)) {
            int equals = setting.indexOf('=');
            job.settings.put(setting.substring(0, equals), setting.substring(equals + 1));
        }
        job.environment().execute("counting on hdfs");
    }
}
