// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.components;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.functions.OpenContext;
import io.millrace.api.common.functions.RichMapFunction;
import io.millrace.api.common.serialization.SimpleStringEncoder;
import io.millrace.api.common.state.CheckpointListener;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.api.connector.source.util.ratelimit.RateLimiterStrategy;
import io.millrace.configuration.Configuration;
import io.millrace.connector.datagen.source.DataGeneratorSource;
import io.millrace.connector.file.sink.FileSink;
import io.millrace.core.execution.JobClient;
import io.millrace.core.fs.FSDataInputStream;
import io.millrace.core.fs.FileStatus;
import io.millrace.core.fs.FileSystem;
import io.millrace.core.fs.Path;
import io.millrace.engine.job.EngineJobClient;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.KeyedProcessFunction;
import io.millrace.streaming.api.functions.sink.filesystem.RollingPolicy;
import io.millrace.streaming.api.functions.sink.filesystem.bucketassigners.BasePathBucketAssigner;
import io.millrace.streaming.api.functions.sink.filesystem.rollingpolicies.DefaultRollingPolicy;
import io.millrace.streaming.api.functions.sink.filesystem.rollingpolicies.OnCheckpointRollingPolicy;
import io.millrace.util.Collector;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Numbers → a count by key, in state → files, with checkpoints and output in a file system. The
 * files tell whether each number, and each count, came once. For one job at a time.
 */
public final class NumbersJob {

    private static final int KEYS = 16;

    /** How many checkpoints a function of this JVM was told are complete. */
    public static final AtomicInteger COMPLETED = new AtomicInteger();

    /** How many failures are still to come; each takes a while. */
    public static final AtomicInteger FAILURES = new AtomicInteger();

    private static final AtomicLong SEEN = new AtomicLong();
    public static final AtomicInteger STARTS = new AtomicInteger();

    private final FileSystem fs;
    private final Configuration configuration;
    public long numbers = 4_000;
    public double perSecond = 2_000;
    public boolean resuming;

    public NumbersJob(FileSystem fs, Configuration store) {
        this.fs = fs;
        this.configuration = new Configuration(store);
        COMPLETED.set(0);
        FAILURES.set(0);
        SEEN.set(0);
        STARTS.set(0);
        set("execution.checkpointing.dir", fs.getUri() + "checkpoints");
        set("execution.checkpointing.interval", "100 ms");
        set("execution.checkpointing.data-inline-threshold", "0");
        set("restart-strategy.type", "fixed-delay");
        set("restart-strategy.fixed-delay.attempts", "1000");
        set("restart-strategy.fixed-delay.delay", "200 ms");
    }

    public NumbersJob set(String key, String value) {
        configuration.setString(key, value);
        return this;
    }

    private static final class Probe extends RichMapFunction<Long, Long>
            implements CheckpointListener {
        private static final long serialVersionUID = 1L;

        @Override
        public void open(OpenContext context) {
            STARTS.incrementAndGet();
        }

        @Override
        public Long map(Long value) {
            if (SEEN.incrementAndGet() % 701 == 0
                    && FAILURES.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                throw new IllegalStateException("on purpose, at " + value);
            }
            return value;
        }

        @Override
        public void notifyCheckpointComplete(long checkpointId) {
            COMPLETED.incrementAndGet();
        }
    }

    private static final class Count extends KeyedProcessFunction<Long, Long, String> {
        private static final long serialVersionUID = 1L;

        private transient ValueState<Long> count;

        @Override
        public void open(OpenContext context) {
            count = getRuntimeContext().getState(new ValueStateDescriptor<>("count", Types.LONG));
        }

        @Override
        public void processElement(Long value, Context context, Collector<String> out)
                throws Exception {
            long next = count.value() == null ? 1 : count.value() + 1;
            count.update(next);
            out.collect(value + " " + context.getCurrentKey() + " " + next);
        }
    }

    public JobClient start(int parallelism) throws Exception {
        StreamExecutionEnvironment env =
                StreamExecutionEnvironment.createLocalEnvironment(parallelism, configuration);
        env.setMaxParallelism(16);
        RollingPolicy<String, String> policy =
                resuming
                        ? DefaultRollingPolicy.builder()
                                .withRolloverInterval(Duration.ofSeconds(2))
                                .withInactivityInterval(Duration.ofSeconds(2))
                                .build()
                        : OnCheckpointRollingPolicy.build();
        env.fromSource(
                        new DataGeneratorSource<>(
                                number -> number,
                                numbers,
                                RateLimiterStrategy.perSecond(perSecond),
                                Types.LONG),
                        WatermarkStrategy.noWatermarks(),
                        "numbers")
                .uid("numbers")
                .map(new Probe())
                .uid("probe")
                .keyBy(value -> value % KEYS)
                .process(new Count())
                .uid("count")
                .sinkTo(
                        FileSink.<String>forRowFormat(inside("out"), new SimpleStringEncoder<>())
                                .withBucketAssigner(new BasePathBucketAssigner<>())
                                .withRollingPolicy(policy)
                                .withBucketCheckInterval(500)
                                .build())
                .uid("files");
        return env.executeAsync("numbers");
    }

    public void run(int parallelism) throws Exception {
        awaitEnd(start(parallelism));
    }

    public static void awaitEnd(JobClient client) throws Exception {
        client.getJobExecutionResult().get(300, TimeUnit.SECONDS);
    }

    /** As a signal does. */
    public static void suspend(JobClient client) throws Exception {
        ((EngineJobClient) client).suspend();
        try {
            client.getJobExecutionResult().get(120, TimeUnit.SECONDS);
        } catch (java.util.concurrent.ExecutionException e) {
            return; // so it is told
        }
        throw new AssertionError("The job ended before it was suspended.");
    }

    /** Lines of the finished files. */
    public List<String> lines() throws IOException {
        List<String> lines = new ArrayList<>();
        for (FileStatus file : fs.listStatus(inside("out"))) {
            String name = file.getPath().getName();
            if (!name.startsWith(".")) {
                try (FSDataInputStream in = fs.open(file.getPath())) {
                    new String(in.readAllBytes(), StandardCharsets.UTF_8)
                            .lines()
                            .forEach(lines::add);
                }
            }
        }
        return lines;
    }

    public void assertEachOnce() throws IOException {
        List<String> lines = lines();
        Map<Long, List<Long>> counts = new HashMap<>();
        List<Long> found = new ArrayList<>();
        for (String line : lines) {
            String[] fields = line.split(" ", -1);
            found.add(Long.parseLong(fields[0]));
            counts.computeIfAbsent(Long.parseLong(fields[1]), key -> new ArrayList<>())
                    .add(Long.parseLong(fields[2]));
        }
        found.sort(null);
        for (int i = 0; i < Math.min(found.size(), numbers); i++) {
            assertThat(found.get(i)).as("the numbers, in order, at " + i).isEqualTo(i);
        }
        assertThat(found).hasSize((int) numbers);
        counts.forEach(
                (key, list) -> {
                    list.sort(null);
                    for (int i = 0; i < list.size(); i++) {
                        assertThat(list.get(i)).as("counts of key " + key).isEqualTo(i + 1);
                    }
                });
    }

    /** Names of the complete checkpoints. */
    public List<String> checkpoints() throws IOException {
        List<String> complete = new ArrayList<>();
        try {
            for (FileStatus job : fs.listStatus(inside("checkpoints"))) {
                for (FileStatus each : fs.listStatus(job.getPath())) {
                    if (each.getPath().getName().startsWith("chk-")
                            && fs.exists(new Path(each.getPath(), "_metadata"))) {
                        complete.add(each.getPath().toString());
                    }
                }
            }
        } catch (FileNotFoundException e) {
            return List.of();
        }
        return complete;
    }

    private Path inside(String name) {
        return new Path(fs.getUri() + name);
    }
}
