// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cluster.jobs;

import io.millrace.api.common.restartstrategy.RestartStrategies;
import io.millrace.api.common.restartstrategy.RestartStrategies.RestartStrategyConfiguration;
import io.millrace.api.common.state.CheckpointListener;
import io.millrace.api.common.time.Time;
import io.millrace.contrib.streaming.state.EmbeddedRocksDBStateBackend;
import io.millrace.contrib.streaming.state.PredefinedOptions;
import io.millrace.contrib.streaming.state.RocksDBStateBackend;
import io.millrace.core.fs.Path;
import io.millrace.runtime.state.filesystem.FsStateBackend;
import io.millrace.runtime.state.hashmap.HashMapStateBackend;
import io.millrace.runtime.state.memory.MemoryStateBackend;
import io.millrace.runtime.state.storage.FileSystemCheckpointStorage;
import io.millrace.runtime.state.storage.JobManagerCheckpointStorage;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.sink.DiscardingSink;
import io.millrace.streaming.api.functions.source.SourceFunction;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/**
 * Where checkpoints go and how often a job begins again, in the old words; what came of each goes
 * to the file {@code said}. For one JVM: its jobs tell through static fields.
 */
public final class OldStorages {

    private static final List<String> SAID = new ArrayList<>();

    private OldStorages() {}

    public static void main(String[] args) throws Exception {
        File folder = new File(args[0]);
        storages(folder);
        restarts();
        Files.write(new File(folder, "said").toPath(), SAID);
    }

    private static void storages(File folder) throws Exception {
        stored(folder, "text", (env, in) -> storage(env, in + "/a"));
        stored(
                folder,
                "path",
                (env, in) -> env.getCheckpointConfig().setCheckpointStorage(new Path(in + "/a")));
        stored(
                folder,
                "uri",
                (env, in) ->
                        env.getCheckpointConfig()
                                .setCheckpointStorage(java.net.URI.create(in + "/a")));
        stored(folder, "object", (env, in) -> object(env, in + "/a"));
        stored(
                folder,
                "the later one",
                (env, in) -> {
                    storage(env, in + "/a");
                    storage(env, in + "/b");
                });
        stored(
                folder,
                "memory after a directory",
                (env, in) -> {
                    object(env, in + "/a");
                    env.getCheckpointConfig()
                            .setCheckpointStorage(new JobManagerCheckpointStorage());
                });
        stored(
                folder,
                "a backend's before another",
                (env, in) -> {
                    env.setStateBackend(new FsStateBackend(in + "/a"));
                    storage(env, in + "/b");
                });
        stored(
                folder,
                "a backend's after another",
                (env, in) -> {
                    storage(env, in + "/b");
                    env.setStateBackend(new FsStateBackend(in + "/a"));
                });
        stored(
                folder,
                "a backend's that is no longer there",
                (env, in) -> {
                    env.setStateBackend(new FsStateBackend(in + "/b"));
                    storage(env, in + "/a");
                    env.setStateBackend(new HashMapStateBackend());
                });
        stored(
                folder,
                "none",
                (env, in) -> {
                    env.setStateBackend(new FsStateBackend(in + "/a"));
                    env.setStateBackend(new HashMapStateBackend());
                });
        stored(
                folder,
                "a backend's memory",
                (env, in) -> {
                    object(env, in + "/a");
                    env.setStateBackend(new MemoryStateBackend());
                });
        stored(
                folder,
                "tuned RocksDB",
                (env, in) -> {
                    EmbeddedRocksDBStateBackend backend = new EmbeddedRocksDBStateBackend(true);
                    backend.setPredefinedOptions(PredefinedOptions.FLASH_SSD_OPTIMIZED);
                    env.setStateBackend(backend);
                    storage(env, in + "/a");
                });
        stored(
                folder,
                "old RocksDB",
                (env, in) -> env.setStateBackend(rocks(new File(in + "/a").toString())));
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        say("the backend of nobody", env.getStateBackend());
        env.setStateBackend(new HashMapStateBackend());
        say("the backend", env.getStateBackend().getClass().getSimpleName());
        say("the storage of nobody", env.getCheckpointConfig().getCheckpointStorage());
        storage(env, "file:///tmp/x");
        say("the storage", env.getCheckpointConfig().getCheckpointStorage().getClass());
        say(
                "no backend",
                thrown(
                        () -> {
                            env.setStateBackend(null);
                        }));
        say(
                "no storage",
                thrown(() -> env.getCheckpointConfig().setCheckpointStorage((Path) null)));
    }

    private static RocksDBStateBackend rocks(String directory) {
        try {
            return new RocksDBStateBackend(directory.replaceFirst("^file:/*", "file:///"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void storage(StreamExecutionEnvironment env, String directory) {
        env.getCheckpointConfig().setCheckpointStorage(directory);
    }

    private static void object(StreamExecutionEnvironment env, String directory) {
        env.getCheckpointConfig().setCheckpointStorage(new FileSystemCheckpointStorage(directory));
    }

    /** Says which of the folders a and b has a checkpoint, when there is one. */
    private static void stored(
            File folder, String name, BiConsumer<StreamExecutionEnvironment, String> settings)
            throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.setParallelism(1);
        env.enableCheckpointing(20);
        File files = new File(folder, name.replaceAll("\\W", ""));
        settings.accept(env, files.toURI().toString().replaceFirst("/$", ""));
        UntilCheckpoint.files = files;
        UntilCheckpoint.done = new CountDownLatch(1);
        env.addSource(new UntilCheckpoint()).addSink(new DiscardingSink<>());
        env.execute(name);
        say(name, UntilCheckpoint.found);
    }

    private static void restarts() throws Exception {
        restarted("twice", RestartStrategies.fixedDelayRestart(2, 0));
        restarted("once", RestartStrategies.fixedDelayRestart(1, Time.milliseconds(1)));
        restarted("never", RestartStrategies.noRestart());
        restarted(
                "the cluster's",
                RestartStrategies.fixedDelayRestart(2, 0),
                RestartStrategies.fallBackRestart());
        restarted(
                "another one's",
                RestartStrategies.noRestart(),
                RestartStrategies.fallBackRestart(),
                RestartStrategies.fixedDelayRestart(2, 0));
        restarted(
                "seldom enough",
                RestartStrategies.failureRateRestart(
                        3, Duration.ofMinutes(5), Duration.ofMillis(1)));
        restarted(
                "too often",
                RestartStrategies.failureRateRestart(1, Time.minutes(5), Time.milliseconds(1)));
        restarted(
                "more and more slowly",
                RestartStrategies.exponentialDelayRestart(
                        Duration.ofMillis(1),
                        Duration.ofMillis(2),
                        1.5,
                        Duration.ofMinutes(1),
                        0.1));
    }

    private static void restarted(String name, RestartStrategyConfiguration... strategies) {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.setParallelism(1);
        for (RestartStrategyConfiguration strategy : strategies) {
            env.setRestartStrategy(strategy);
        }
        FailsTwice.ATTEMPTS.set(0);
        env.addSource(new FailsTwice()).addSink(new DiscardingSink<>());
        boolean failed = thrown(() -> env.execute(name)) != null;
        say("restarted " + name, FailsTwice.ATTEMPTS.get() + (failed ? " and failed" : ""));
    }

    private interface Act {
        void run() throws Exception;
    }

    private static String thrown(Act act) {
        try {
            act.run();
            return null;
        } catch (Exception e) {
            return e.getClass().getName();
        }
    }

    private static void say(String what, Object value) {
        SAID.add(what + ": " + value);
    }

    private static final class UntilCheckpoint implements SourceFunction<Long>, CheckpointListener {
        private static volatile File files;
        private static volatile CountDownLatch done;
        private static volatile List<String> found;

        @Override
        public void run(SourceContext<Long> context) throws Exception {
            done.await();
        }

        @Override
        public void cancel() {
            done.countDown();
        }

        @Override
        public void notifyCheckpointComplete(long checkpoint) {
            List<String> having = new ArrayList<>();
            for (String folder : List.of("a", "b")) {
                java.nio.file.Path path = files.toPath().resolve(folder);
                if (Files.exists(path)) {
                    try (Stream<java.nio.file.Path> all = Files.walk(path)) {
                        if (all.anyMatch(file -> file.endsWith("_metadata"))) {
                            having.add(folder);
                        }
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                }
            }
            if (done.getCount() > 0) {
                found = having;
                done.countDown();
            }
        }
    }

    private static final class FailsTwice implements SourceFunction<Long> {
        private static final AtomicInteger ATTEMPTS = new AtomicInteger();

        @Override
        public void run(SourceContext<Long> context) {
            int attempt = ATTEMPTS.incrementAndGet();
            if (attempt < 3) {
                throw new IllegalStateException("attempt " + attempt);
            }
        }

        @Override
        public void cancel() {
            // It ends by itself.
        }
    }
}
