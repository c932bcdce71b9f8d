// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.kinesis;

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
import io.millrace.tests.components.Await;
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

    /** Restarts as often as told, at once; checkpoints so often, never for 0. */
    @SuppressWarnings("deprecation") // what users of 1.20 write
    static StreamExecutionEnvironment environment(
            Path directory, int parallelism, int everyMs, int restarts, String savepoint) {
        Configuration configuration = new Configuration();
        configuration.set(
                CheckpointingOptions.CHECKPOINTS_DIRECTORY,
                directory.resolve("checkpoints").toUri().toString());
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "none");
        if (savepoint != null) {
            configuration.set(StateRecoveryOptions.SAVEPOINT_PATH, savepoint);
        }
        StreamExecutionEnvironment env =
                StreamExecutionEnvironment.createLocalEnvironment(parallelism, configuration);
        if (everyMs > 0) {
            env.enableCheckpointing(everyMs);
        }
        if (restarts > 0) {
            env.setRestartStrategy(
                    RestartStrategies.fixedDelayRestart(restarts, Time.milliseconds(0)));
        }
        return env;
    }

    static void cancel(JobClient client) throws Exception {
        client.cancel().get(60, TimeUnit.SECONDS);
        Await.until("the job is over", () -> client.getJobStatus().get().isGloballyTerminalState());
    }

    /** Ends the job with a savepoint; its path. */
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

    /** All that a job's sink was handed, also what was handed to it twice. */
    static final class Seen<T> implements SinkFunction<T> {
        private static final long serialVersionUID = 1L;
        private static final Map<String, Collection<Object>> ALL = new ConcurrentHashMap<>();

        private final String name;

        Seen(String name) {
            this.name = name;
            ALL.putIfAbsent(name, new ConcurrentLinkedQueue<>());
        }

        @Override
        public void invoke(T value, Context context) {
            ALL.get(name).add(value);
        }

        @SuppressWarnings("unchecked") // the name is one test's
        static <T> List<T> of(String name) {
            return (List<T>) List.copyOf(ALL.getOrDefault(name, List.of()));
        }

        static int count(String name) {
            return ALL.getOrDefault(name, List.of()).size();
        }
    }
}
