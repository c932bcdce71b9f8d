// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.components;

import io.millrace.api.common.functions.OpenContext;
import io.millrace.api.common.serialization.SimpleStringEncoder;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.configuration.CheckpointingOptions;
import io.millrace.configuration.Configuration;
import io.millrace.configuration.RestartStrategyOptions;
import io.millrace.configuration.StateRecoveryOptions;
import io.millrace.connector.file.sink.FileSink;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.datastream.SingleOutputStreamOperator;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.KeyedProcessFunction;
import io.millrace.streaming.api.functions.sink.filesystem.bucketassigners.BasePathBucketAssigner;
import io.millrace.streaming.api.functions.sink.filesystem.rollingpolicies.OnCheckpointRollingPolicy;
import io.millrace.util.Collector;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The parts of a job that is killed and goes on: it counts numbers by key, and writes each with its
 * count, so that the rows tell whether one was lost, doubled or out of order. All that it keeps is
 * in one directory.
 */
public final class CountingJob {

    public static final int KEYS = 7;

    private static final int EVERY_MS = 50;

    private CountingJob() {}

    /** Two subtasks; goes on from the latest checkpoint in the directory, and fails at once. */
    public static StreamExecutionEnvironment environment(Path directory) {
        Configuration configuration = new Configuration();
        configuration.set(
                CheckpointingOptions.CHECKPOINTS_DIRECTORY,
                checkpoints(directory).toUri().toString());
        configuration.set(StateRecoveryOptions.SAVEPOINT_PATH, "latest");
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "none");
        StreamExecutionEnvironment env =
                StreamExecutionEnvironment.createLocalEnvironment(2, configuration);
        env.enableCheckpointing(EVERY_MS);
        return env;
    }

    /** Of each number a row: "number key count", how many of its key there have been. */
    public static SingleOutputStreamOperator<String> counts(DataStream<String> numbers) {
        return numbers.keyBy(text -> Integer.parseInt(text) % KEYS)
                .process(new Counts())
                .uid("counts");
    }

    /** Writes rows to files in the directory. */
    public static void toFiles(DataStream<String> rows, Path directory) {
        rows.sinkTo(
                        FileSink.<String>forRowFormat(
                                        new io.millrace.core.fs.Path(rows(directory).toUri()),
                                        new SimpleStringEncoder<>())
                                .withBucketAssigner(new BasePathBucketAssigner<>())
                                .withRollingPolicy(OnCheckpointRollingPolicy.build())
                                .build())
                .uid("rows");
    }

    /** The rows of the numbers from 0 on, each once, those of a key in order. */
    public static List<String> expected(int numbers) {
        return IntStream.range(0, numbers)
                .mapToObj(i -> i + " " + i % KEYS + " " + (i / KEYS + 1))
                .toList();
    }

    /** The rows that are visible. */
    public static List<String> written(Path directory) throws IOException {
        List<String> all = new ArrayList<>();
        if (Files.exists(rows(directory))) {
            try (Stream<Path> files = Files.list(rows(directory))) {
                for (Path file :
                        files.filter(f -> !f.getFileName().toString().startsWith(".")).toList()) {
                    all.addAll(Files.readAllLines(file));
                }
            }
        }
        return all;
    }

    /** The largest id of a checkpoint whose manifest is visible, 0 for none. */
    public static long newestCheckpoint(Path directory) {
        return Checkpoints.newest(checkpoints(directory));
    }

    private static Path checkpoints(Path directory) {
        return directory.resolve("checkpoints");
    }

    private static Path rows(Path directory) {
        return directory.resolve("rows");
    }

    private static final class Counts extends KeyedProcessFunction<Integer, String, String> {
        private static final long serialVersionUID = 1L;
        private transient ValueState<Long> count;

        @Override
        public void open(OpenContext context) {
            count = getRuntimeContext().getState(new ValueStateDescriptor<>("count", Long.class));
        }

        @Override
        public void processElement(String number, Context context, Collector<String> out)
                throws Exception {
            Long before = count.value();
            long after = before == null ? 1 : before + 1;
            count.update(after);
            out.collect(number + " " + context.getCurrentKey() + " " + after);
        }
    }
}
