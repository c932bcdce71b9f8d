// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.rescaling;

import io.millrace.configuration.ExternalizedCheckpointRetention;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.tests.kit.Jobs;
import io.millrace.tests.kit.RunningJob;
import java.nio.file.Path;

/** One job after the other, each going on from the newest checkpoint of the one before. */
final class Succession {

    private final Path directory;
    private boolean begun;

    Succession(Path directory) {
        this.directory = directory;
    }

    /** Describes a program, without execute. */
    interface Program {
        void describe(StreamExecutionEnvironment env) throws Exception;
    }

    /** Starts the program at a parallelism; its checkpoints stay when it is cancelled. */
    RunningJob start(int parallelism, Program program) throws Exception {
        StreamExecutionEnvironment env =
                Jobs.environment(
                        parallelism,
                        begun
                                ? Jobs.checkpointsIn(directory, "latest")
                                : Jobs.checkpointsIn(directory));
        begun = true;
        env.enableCheckpointing(20);
        env.getCheckpointConfig()
                .setExternalizedCheckpointRetention(
                        ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION);
        program.describe(env);
        return Jobs.start(env, "rescaled");
    }
}
