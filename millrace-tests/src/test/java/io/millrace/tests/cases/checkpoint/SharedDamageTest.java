// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.functions.OpenContext;
import io.millrace.api.common.functions.RichMapFunction;
import io.millrace.api.common.state.CheckpointListener;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.api.java.tuple.Tuple2;
import io.millrace.configuration.CheckpointingOptions;
import io.millrace.configuration.Configuration;
import io.millrace.engine.inspect.Progress;
import io.millrace.engine.inspect.SnapshotCheck;
import io.millrace.engine.state.SharedFile;
import io.millrace.engine.state.StateHandle;
import io.millrace.engine.storage.StoredSnapshots;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.tests.kit.CheckpointFolder;
import io.millrace.tests.kit.CheckpointLog;
import io.millrace.tests.kit.Collected;
import io.millrace.tests.kit.Fault;
import io.millrace.tests.kit.Jobs;
import io.millrace.tests.kit.Kept;
import io.millrace.tests.kit.Logs;
import io.millrace.tests.kit.NumberSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A failed job whose newest checkpoint is damaged in what is not in its own file of state. */
@Timeout(120)
class SharedDamageTest {

    private static final int KEYS = 50;
    private static final int NUMBERS = 2000;

    @TempDir Path directory;

    private enum Damage {
        TRUNCATED {
            @Override
            void inflict(Path file) throws IOException {
                byte[] bytes = Files.readAllBytes(file);
                Files.write(file, Arrays.copyOf(bytes, bytes.length - 5));
            }
        },
        BIT_FLIPPED {
            @Override
            void inflict(Path file) throws IOException {
                byte[] bytes = Files.readAllBytes(file);
                bytes[bytes.length / 2] ^= 0x10;
                Files.write(file, bytes);
            }
        },
        MISSING {
            @Override
            void inflict(Path file) throws IOException {
                Files.delete(file);
            }
        };

        abstract void inflict(Path file) throws IOException;
    }

    /** What of a checkpoint is damaged. */
    private enum Victim {
        /** A layer, or a table of RocksDB, that no earlier checkpoint refers to. */
        SHARED {
            @Override
            List<Path> in(Path checkpoint) throws IOException {
                List<Path> files = new ArrayList<>();
                for (StateHandle handle : CheckpointFolder.manifest(checkpoint).handles()) {
                    for (SharedFile file : handle.files()) {
                        if (file.checkpointId() == CheckpointFolder.id(checkpoint)) {
                            StoredSnapshots.file(file.place(), checkpoint.toUri().toString())
                                    .map(each -> new io.millrace.core.fs.Path(each).toUri())
                                    .ifPresent(each -> files.add(Path.of(each.getPath())));
                        }
                    }
                }
                return files;
            }
        },
        IN_FLIGHT {
            @Override
            List<Path> in(Path checkpoint) {
                return CheckpointFolder.stateFiles(checkpoint).stream()
                        .filter(file -> file.getFileName().toString().endsWith("-in-flight"))
                        .toList();
            }
        };

        abstract List<Path> in(Path checkpoint) throws IOException;
    }

    static Stream<Arguments> cases() {
        return Arrays.stream(Damage.values())
                .flatMap(
                        damage ->
                                Stream.of(
                                        Arguments.of(
                                                Kept.ON_THE_HEAP_IN_LAYERS, Victim.SHARED, damage),
                                        Arguments.of(
                                                Kept.IN_ROCKSDB_BY_FILES, Victim.SHARED, damage),
                                        Arguments.of(
                                                Kept.ON_THE_HEAP_IN_LAYERS,
                                                Victim.IN_FLIGHT,
                                                damage),
                                        Arguments.of(
                                                Kept.IN_ROCKSDB_BY_FILES,
                                                Victim.IN_FLIGHT,
                                                damage)));
    }

    @ParameterizedTest(name = "{displayName}: {0}, {1} {2}")
    @MethodSource("cases")
    @DisplayName("M2: a failed job goes back to the newest checkpoint that is whole")
    void m2AFailedJobGoesBackToTheNewestCheckpointThatIsWhole(
            Kept kept, Victim victim, Damage damage) throws Exception {
        Configuration settings = kept.in(Jobs.checkpointsIn(directory));
        settings.set(CheckpointingOptions.MAX_RETAINED_CHECKPOINTS, 3);
        settings.setString("millrace.checkpoints.keep-after-finish", "true");
        StreamExecutionEnvironment env = Jobs.environment(1, settings);
        env.enableCheckpointing(30);
        if (victim == Victim.IN_FLIGHT) {
            env.getCheckpointConfig().enableUnalignedCheckpoints();
        }
        Jobs.restarts(env, 1);
        CheckpointLog log = new CheckpointLog();
        Collected<Tuple2<Long, Long>> sink = new Collected<>();
        Culprit.STRUCK.set(null);
        env.fromSource(
                        NumberSource.numbers(1, NUMBERS),
                        WatermarkStrategy.noWatermarks(),
                        "numbers")
                .map(log.<Long>probe())
                .keyBy(number -> number % KEYS)
                .map(new Culprit(directory.toString(), victim, damage))
                .setParallelism(2) // so that there is a channel to it
                .addSink(sink);
        try (Logs logs = Logs.capture()) {
            Jobs.run(env, "goes back");
            long damaged = Culprit.STRUCK.get();
            assertThat(log.restored())
                    .containsExactly(OptionalLong.empty(), OptionalLong.of(damaged - 1));
            assertThat(logs.warnings())
                    .filteredOn(
                            line ->
                                    line.contains("goes back to checkpoint " + (damaged - 1))
                                            && line.contains(Culprit.FILE.get()))
                    .hasSize(1);
        }
        Map<Long, Long> counts = new TreeMap<>();
        sink.values().forEach(count -> counts.merge(count.f0, count.f1, Math::max));
        assertThat(counts).hasSize(KEYS);
        assertThat(counts.values()).allMatch(count -> count == NUMBERS / KEYS);
        // What came afterwards does not refer to what is damaged.
        Path newest = CheckpointFolder.at(directory).newest();
        assertThat(CheckpointFolder.id(newest)).isGreaterThan(Culprit.STRUCK.get());
        assertThat(SnapshotCheck.of(newest.toString(), Progress.NONE).findings()).isEmpty();
    }

    /**
     * Counts, slowly until it has struck. Told of the fourth checkpoint, or the first afterwards in
     * which there is such a file, it damages the file, and fails.
     */
    private static final class Culprit extends RichMapFunction<Long, Tuple2<Long, Long>>
            implements CheckpointListener {
        private static final long serialVersionUID = 1L;
        static final AtomicReference<Long> STRUCK = new AtomicReference<>();
        static final AtomicReference<String> FILE = new AtomicReference<>();
        private final String directory;
        private final Victim victim;
        private final Damage damage;
        private final Fault fault = Fault.once();
        private transient ValueState<Long> count;

        Culprit(String directory, Victim victim, Damage damage) {
            this.directory = directory;
            this.victim = victim;
            this.damage = damage;
        }

        @Override
        public void open(OpenContext context) {
            count = getRuntimeContext().getState(new ValueStateDescriptor<>("count", Types.LONG));
        }

        @Override
        public Tuple2<Long, Long> map(Long value) throws Exception {
            LockSupport.parkNanos(STRUCK.get() == null ? 2_000_000 : 200_000);
            long now = count.value() == null ? 1 : count.value() + 1;
            count.update(now);
            return Tuple2.of(value % KEYS, now);
        }

        @Override
        public void notifyCheckpointComplete(long checkpointId) throws Exception {
            synchronized (STRUCK) { // the other subtask hears of it, too
                strike(checkpointId);
            }
        }

        private void strike(long checkpointId) throws Exception {
            if (checkpointId < 4 || STRUCK.get() != null) {
                return;
            }
            for (Path checkpoint : CheckpointFolder.at(Path.of(directory)).checkpoints()) {
                if (CheckpointFolder.id(checkpoint) == checkpointId) {
                    List<Path> files = victim.in(checkpoint);
                    if (!files.isEmpty()) {
                        damage.inflict(files.get(0));
                        FILE.set(files.get(0).getFileName().toString());
                        STRUCK.set(checkpointId);
                        fault.strike("after the damage");
                    }
                }
            }
        }
    }
}
