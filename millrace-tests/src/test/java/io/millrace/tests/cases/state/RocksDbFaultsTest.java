// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.functions.OpenContext;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.configuration.Configuration;
import io.millrace.contrib.streaming.state.EmbeddedRocksDBStateBackend;
import io.millrace.contrib.streaming.state.RocksDBOptionsFactory;
import io.millrace.engine.job.EngineJobClient;
import io.millrace.metrics.Gauge;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.KeyedProcessFunction;
import io.millrace.tests.components.Await;
import io.millrace.tests.kit.Collected;
import io.millrace.tests.kit.Gate;
import io.millrace.tests.kit.Jobs;
import io.millrace.tests.kit.Logs;
import io.millrace.tests.kit.NumberSource;
import io.millrace.tests.kit.Pace;
import io.millrace.tests.kit.RunningJob;
import io.millrace.tests.kit.Throwables;
import io.millrace.util.Collector;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.DBOptions;
import org.rocksdb.Env;
import org.rocksdb.RocksDBException;
import org.rocksdb.SstFileManager;

/** Jobs on RocksDB whose local disk fails them, and what they tell. */
@Timeout(120)
class RocksDbFaultsTest {

    @TempDir Path folder;

    /** How many databases are still to be opened on a disk that is too small. */
    private static final AtomicInteger SMALL_DISKS = new AtomicInteger();

    /** Gives databases a disk of 200 KB. */
    private static final class SmallDisk implements RocksDBOptionsFactory {
        private static final long serialVersionUID = 1L;

        @Override
        public DBOptions createDBOptions(
                DBOptions currentOptions, Collection<AutoCloseable> handlesToClose) {
            if (SMALL_DISKS.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                try {
                    SstFileManager disk = new SstFileManager(Env.getDefault());
                    handlesToClose.add(disk);
                    disk.setMaxAllowedSpaceUsage(200_000);
                    currentOptions.setSstFileManager(disk);
                } catch (RocksDBException e) {
                    throw new IllegalStateException(e);
                }
            }
            return currentOptions;
        }

        @Override
        public ColumnFamilyOptions createColumnOptions(
                ColumnFamilyOptions currentOptions, Collection<AutoCloseable> handlesToClose) {
            return currentOptions;
        }
    }

    /** Keeps a kilobyte for each number, and fails if there is one already. */
    private static final class Keeps extends KeyedProcessFunction<Long, Long, Long> {
        private static final long serialVersionUID = 1L;
        private transient ValueState<String> kept;

        @Override
        public void open(OpenContext context) {
            kept = getRuntimeContext().getState(new ValueStateDescriptor<>("kept", Types.STRING));
        }

        @Override
        public void processElement(Long value, Context context, Collector<Long> out)
                throws Exception {
            assertThat(kept.value()).isNull();
            kept.update(
                    new Random(value) // so that it can't be compressed
                            .ints(1000, ' ', 127)
                            .mapToObj(Character::toString)
                            .collect(Collectors.joining()));
            out.collect(value);
        }
    }

    private StreamExecutionEnvironment job(
            EmbeddedRocksDBStateBackend backend,
            NumberSource source,
            Collected<Long> kept,
            Configuration more) {
        Configuration configuration = Jobs.checkpointsIn(folder.resolve("checkpoints"));
        configuration.addAll(more);
        StreamExecutionEnvironment env = Jobs.environment(1, configuration);
        env.setStateBackend(backend);
        env.enableCheckpointing(10);
        env.fromSource(source, WatermarkStrategy.noWatermarks(), "numbers")
                .keyBy(value -> value)
                .process(new Keeps())
                .uid("keeps")
                .addSink(kept);
        return env;
    }

    @DisplayName("a full disk is told; with room again the job goes on, and nothing is lost")
    @Test
    void aFullDisk() throws Exception {
        EmbeddedRocksDBStateBackend backend = new EmbeddedRocksDBStateBackend(true);
        backend.setDbStoragePath(folder.resolve("local").toString());
        backend.setRocksDBOptions(new SmallDisk());
        Collected<Long> kept = new Collected<>();
        Gate gate = new Gate();
        StreamExecutionEnvironment env =
                job(
                        backend,
                        NumberSource.numbers(1, 3000).paced(Pace.behind(gate)),
                        kept,
                        new Configuration());
        Jobs.restarts(env, 2);
        SMALL_DISKS.set(1);
        try (Logs logs = Logs.capture()) {
            RunningJob running = Jobs.start(env, "full disk");
            gate.letReadUpTo(2000);
            // Two megabytes do not fit: it fails at the latest when a checkpoint writes them out.
            Await.until(
                    "the full disk is told",
                    () -> logs.text().contains("Max allowed space was reached"));
            gate.open();
            running.awaitFinished();
            assertThat(logs.text())
                    .contains("RocksDB says")
                    .contains("Max allowed space was reached")
                    .contains("If the disk is full or damaged, make room or name another one by");
        }
        assertThat(new HashSet<>(kept.values())).hasSize(3000);
        assertThat(folder.resolve("local/millrace-rocksdb"))
                .isDirectoryNotContaining(Files::isDirectory);
    }

    @DisplayName("a directory that can't be used fails the job before a record is read")
    @Test
    void anUnusableDirectory() throws Exception {
        Path file = Files.writeString(folder.resolve("file"), "no directory");
        EmbeddedRocksDBStateBackend backend = new EmbeddedRocksDBStateBackend(true);
        backend.setDbStoragePath(file.toString());
        Collected<Long> kept = new Collected<>();
        StreamExecutionEnvironment env =
                job(backend, NumberSource.numbers(1, 10), kept, new Configuration());
        Throwable failure = catchThrowable(() -> Jobs.run(env, "nowhere"));
        assertThat(Throwables.messages(failure))
                .anySatisfy(
                        message ->
                                assertThat(message)
                                        .contains("RocksDB can't keep its files in " + file)
                                        .contains("state.backend.rocksdb.localdir"));
        assertThat(kept.values()).isEmpty();
    }

    @DisplayName("what RocksDB tells of itself is among the metrics of the operator")
    @Test
    void metricsOfAJob() throws Exception {
        Configuration metrics = new Configuration();
        metrics.setString("state.backend.rocksdb.metrics.estimate-num-keys", "true");
        EmbeddedRocksDBStateBackend backend = new EmbeddedRocksDBStateBackend(true);
        backend.setDbStoragePath(folder.resolve("local").toString());
        Collected<Long> kept = new Collected<>();
        Gate gate = new Gate();
        RunningJob running =
                Jobs.start(
                        job(
                                backend,
                                NumberSource.numbers(1, 100).paced(Pace.behind(gate)),
                                kept,
                                metrics),
                        "metrics");
        gate.letReadUpTo(50);
        Await.until("fifty are kept", () -> kept.size() == 50);
        assertThat(
                        ((EngineJobClient) running.client())
                                .metrics().stream()
                                        .filter(metric -> metric.name().startsWith("kept."))
                                        .map(
                                                metric ->
                                                        Map.entry(
                                                                metric.name(),
                                                                ((Gauge<?>) metric.metric())
                                                                        .getValue()
                                                                        .toString())))
                .containsExactly(Map.entry("kept.rocksdb.estimate-num-keys", "50"));
        gate.open();
        running.awaitFinished();
    }
}
