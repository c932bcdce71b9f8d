// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.loops;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.serialization.SimpleStringEncoder;
import io.millrace.configuration.CheckpointingOptions;
import io.millrace.configuration.Configuration;
import io.millrace.configuration.StateRecoveryOptions;
import io.millrace.connector.file.sink.FileSink;
import io.millrace.streaming.api.CheckpointingMode;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.sink.filesystem.bucketassigners.BasePathBucketAssigner;
import io.millrace.streaming.api.functions.sink.filesystem.rollingpolicies.OnCheckpointRollingPolicy;
import io.millrace.tests.kit.NumberSource;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A process whose numbers go round a loop until a file says that they may leave; it continues from
 * the latest checkpoint in its directory. To be killed.
 */
@SuppressWarnings("deprecation") // what users of 1.20 write to force a loop
public final class LoopProcess {

    static final int NUMBERS = 2000;
    static final String CHECKPOINTS = "checkpoints";
    static final String ROWS = "rows";
    static final String MAY_LEAVE = "they-may-leave";

    private LoopProcess() {}

    public static void main(String[] args) throws Exception {
        Path directory = Path.of(args[0]);
        String mayLeave = directory.resolve(MAY_LEAVE).toString();
        Configuration configuration = new Configuration();
        configuration.set(
                CheckpointingOptions.CHECKPOINTS_DIRECTORY,
                directory.resolve(CHECKPOINTS).toUri().toString());
        configuration.set(StateRecoveryOptions.SAVEPOINT_PATH, "latest");
        StreamExecutionEnvironment env =
                StreamExecutionEnvironment.createLocalEnvironment(2, configuration);
        env.enableCheckpointing(50, CheckpointingMode.EXACTLY_ONCE, true);
        Circling.rows(
                        env.fromSource(
                                NumberSource.numbers(1, NUMBERS).inSplits(2),
                                WatermarkStrategy.noWatermarks(),
                                "numbers"),
                        () -> Files.exists(Path.of(mayLeave)),
                        () -> {})
                .sinkTo(
                        FileSink.<String>forRowFormat(
                                        new io.millrace.core.fs.Path(
                                                directory.resolve(ROWS).toUri()),
                                        new SimpleStringEncoder<>())
                                .withBucketAssigner(new BasePathBucketAssigner<>())
                                .withRollingPolicy(OnCheckpointRollingPolicy.build())
                                .build());
        env.execute("loop to be killed");
    }
}
