// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.mounts;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.functions.OpenContext;
import io.millrace.api.common.serialization.SimpleStringEncoder;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.configuration.CheckpointingOptions;
import io.millrace.configuration.Configuration;
import io.millrace.configuration.MemorySize;
import io.millrace.configuration.StateRecoveryOptions;
import io.millrace.connector.file.sink.FileSink;
import io.millrace.connector.file.src.FileSource;
import io.millrace.connector.file.src.reader.TextLineInputFormat;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.KeyedProcessFunction;
import io.millrace.streaming.api.functions.sink.filesystem.bucketassigners.BasePathBucketAssigner;
import io.millrace.streaming.api.functions.sink.filesystem.rollingpolicies.DefaultRollingPolicy;
import io.millrace.util.Collector;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;

/**
 * A job all of whose files are in one directory: numbers are read from it, counted by key in state
 * that incremental checkpoints hold, and written exactly once, into files that are gone on with
 * after a kill. {@code DIRECTORY PARALLELISM PAUSE_MS}, the pause after each number of a subtask;
 * goes on from the latest checkpoint.
 */
public final class FilesProcess {

    static final int KEYS = 101;
    static final String IN = "in";
    static final String OUT = "out";
    static final String CHECKPOINTS = "checkpoints";

    private FilesProcess() {}

    public static void main(String[] args) throws Exception {
        Path directory = Path.of(args[0]);
        Configuration configuration = new Configuration();
        configuration.set(
                CheckpointingOptions.CHECKPOINTS_DIRECTORY,
                directory.resolve(CHECKPOINTS).toUri().toString());
        configuration.set(CheckpointingOptions.FS_SMALL_FILE_THRESHOLD, MemorySize.ZERO);
        configuration.set(CheckpointingOptions.INCREMENTAL_CHECKPOINTS, true);
        configuration.set(CheckpointingOptions.MAX_RETAINED_CHECKPOINTS, 2);
        configuration.set(StateRecoveryOptions.SAVEPOINT_PATH, "latest");
        StreamExecutionEnvironment env =
                StreamExecutionEnvironment.createLocalEnvironment(
                        Integer.parseInt(args[1]), configuration);
        env.enableCheckpointing(100);
        long pause = Long.parseLong(args[2]) * 1_000_000;
        FileSource<String> numbers =
                FileSource.forRecordStreamFormat(new TextLineInputFormat(), inside(directory, IN))
                        .build();
        env.fromSource(numbers, WatermarkStrategy.noWatermarks(), "numbers")
                .uid("numbers")
                .map(
                        line -> {
                            if (pause > 0) {
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
                                        inside(directory, OUT), new SimpleStringEncoder<String>())
                                .withBucketAssigner(new BasePathBucketAssigner<>())
                                .withRollingPolicy(
                                        DefaultRollingPolicy.builder()
                                                .withMaxPartSize(MemorySize.parse("16kb"))
                                                .build())
                                .build())
                .uid("written");
        env.execute("files");
    }

    private static io.millrace.core.fs.Path inside(Path directory, String name) {
        return new io.millrace.core.fs.Path(directory.resolve(name).toUri());
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
                throws Exception {
            long next = count.value() == null ? 1 : count.value() + 1;
            count.update(next);
            out.collect(number + " " + next);
        }
    }
}
