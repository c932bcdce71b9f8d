// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.checkpoint;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.functions.RichMapFunction;
import io.millrace.api.common.serialization.SimpleStringEncoder;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.configuration.CheckpointingOptions;
import io.millrace.configuration.Configuration;
import io.millrace.configuration.StateRecoveryOptions;
import io.millrace.connector.file.sink.FileSink;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.sink.filesystem.bucketassigners.DateTimeBucketAssigner;
import io.millrace.streaming.api.functions.sink.filesystem.rollingpolicies.OnCheckpointRollingPolicy;
import io.millrace.tests.kit.NumberSource;
import io.millrace.tests.kit.Pace;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * A process that counts numbers by their last digit and writes each with its place; it continues
 * from the latest checkpoint in its directory, which no lock guards. To be stopped and woken.
 */
public final class CountingProcess {

    static final long NUMBERS = 4000;
    static final int DIGITS = 10;
    static final String CHECKPOINTS = "checkpoints";
    static final String ROWS = "rows";

    static final String MAY_END = "it-may-end";

    /** Of each split, the last ones are held back. */
    private static final long HELD_FROM = NUMBERS / 2 - 50;

    private CountingProcess() {}

    public static void main(String[] args) throws Exception {
        Path directory = Path.of(args[0]);
        Configuration configuration = new Configuration();
        configuration.set(
                CheckpointingOptions.CHECKPOINTS_DIRECTORY,
                args[1] + ":" + directory.resolve(CHECKPOINTS));
        configuration.set(StateRecoveryOptions.SAVEPOINT_PATH, "latest");
        StreamExecutionEnvironment env =
                StreamExecutionEnvironment.createLocalEnvironment(2, configuration);
        env.enableCheckpointing(100);
        env.getCheckpointConfig().setTolerableCheckpointFailureNumber(Integer.MAX_VALUE);
        env.fromSource(
                        NumberSource.numbers(1, NUMBERS)
                                .inSplits(2)
                                .paced(pace(directory.resolve(MAY_END).toString())),
                        WatermarkStrategy.noWatermarks(),
                        "numbers")
                .uid("numbers")
                .keyBy(n -> n % DIGITS)
                .map(new Place())
                .uid("place")
                .sinkTo(
                        FileSink.<String>forRowFormat(
                                        new io.millrace.core.fs.Path(
                                                directory.resolve(ROWS).toUri()),
                                        new SimpleStringEncoder<>())
                                // Who wakes opens a bucket in which its successor writes.
                                .withBucketAssigner(
                                        new DateTimeBucketAssigner<>("yyyy-MM-dd--HHmmss"))
                                .withRollingPolicy(OnCheckpointRollingPolicy.build())
                                .build())
                .uid("rows");
        env.execute("counting");
    }

    private static Pace pace(String mayEnd) {
        return () -> {
            Pace.Turns paced = Pace.bursts(5, Duration.ofMillis(20)).begin();
            return (position, given) -> {
                if (position < HELD_FROM) {
                    return paced.turn(position, given);
                }
                CompletableFuture<Void> turn = new CompletableFuture<>();
                whenThere(mayEnd, turn);
                return turn;
            };
        };
    }

    private static void whenThere(String file, CompletableFuture<Void> then) {
        if (Files.exists(Path.of(file))) {
            then.complete(null);
        } else {
            CompletableFuture.delayedExecutor(20, TimeUnit.MILLISECONDS)
                    .execute(() -> whenThere(file, then));
        }
    }

    /** Says of each number which it is of its digit. */
    static final class Place extends RichMapFunction<Long, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public String map(Long number) throws Exception {
            ValueState<Long> seen =
                    getRuntimeContext().getState(new ValueStateDescriptor<>("seen", Types.LONG));
            long place = seen.value() == null ? 1 : seen.value() + 1;
            seen.update(place);
            return number + " " + place;
        }
    }
}
