// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.connectors.gcp.pubsub;

import io.millrace.api.common.restartstrategy.RestartStrategies;
import io.millrace.api.common.time.Time;
import io.millrace.configuration.CheckpointingOptions;
import io.millrace.configuration.Configuration;
import io.millrace.configuration.RestartStrategyOptions;
import io.millrace.configuration.StateRecoveryOptions;
import io.millrace.core.execution.JobClient;
import io.millrace.core.execution.SavepointFormatType;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.sink.SinkFunction;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

/** Jobs of tests, in this JVM. */
final class Jobs {

    private Jobs() {}

    /**
     * Restarts as often as told, at once; checkpoints so often, never for 0; from a savepoint or
     * not.
     */
    @SuppressWarnings("deprecation") // what users of 1.20 write
    static StreamExecutionEnvironment environment(
            Path directory, int everyMs, int restarts, String... savepoint) {
        Configuration configuration = new Configuration();
        if (savepoint.length > 0) {
            configuration.set(StateRecoveryOptions.SAVEPOINT_PATH, savepoint[0]);
        }
        configuration.set(
                CheckpointingOptions.CHECKPOINTS_DIRECTORY,
                directory.resolve("checkpoints").toUri().toString());
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "none");
        StreamExecutionEnvironment env =
                StreamExecutionEnvironment.createLocalEnvironment(1, configuration);
        if (everyMs > 0) {
            env.enableCheckpointing(everyMs);
        }
        if (restarts > 0) {
            env.setRestartStrategy(
                    RestartStrategies.fixedDelayRestart(restarts, Time.milliseconds(0)));
        }
        return env;
    }

    /**
     * Ends the job with a savepoint, by which everything that was read is acknowledged; returns
     * where that is.
     */
    static String stop(JobClient client, Path directory) throws Exception {
        String savepoint =
                client.stopWithSavepoint(
                                false,
                                directory.resolve("savepoints").toUri().toString(),
                                SavepointFormatType.CANONICAL)
                        .get(60, TimeUnit.SECONDS);
        client.getJobExecutionResult().get(60, TimeUnit.SECONDS);
        return savepoint;
    }

    /** Returns when everything that was emitted before is safe. */
    static void savepoint(JobClient client, Path directory) throws Exception {
        client.triggerSavepoint(
                        directory.resolve("savepoints").toUri().toString(),
                        SavepointFormatType.CANONICAL)
                .get(60, TimeUnit.SECONDS);
    }

    /** All that a job's sink was handed, also what was handed to it twice. */
    static final class Seen implements SinkFunction<String> {
        private static final Map<String, Collection<String>> ALL = new ConcurrentHashMap<>();

        private final String name;

        Seen(String name) {
            this.name = name;
            ALL.put(name, new ConcurrentLinkedQueue<>());
        }

        @Override
        public void invoke(String value, Context context) {
            ALL.get(name).add(value);
        }

        static List<String> of(String name) {
            return List.copyOf(ALL.get(name));
        }
    }
}
