// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.functions.OpenContext;
import io.millrace.api.common.functions.RichMapFunction;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.configuration.Configuration;
import io.millrace.contrib.streaming.state.RocksDBStateBackend;
import io.millrace.runtime.state.filesystem.FsStateBackend;
import io.millrace.runtime.state.hashmap.HashMapStateBackend;
import io.millrace.runtime.state.memory.MemoryStateBackend;
import io.millrace.runtime.state.storage.FileSystemCheckpointStorage;
import io.millrace.runtime.state.storage.JobManagerCheckpointStorage;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.tests.kit.CheckpointFolder;
import io.millrace.tests.kit.CheckpointLog;
import io.millrace.tests.kit.Collected;
import io.millrace.tests.kit.Fault;
import io.millrace.tests.kit.Gate;
import io.millrace.tests.kit.Jobs;
import io.millrace.tests.kit.NumberSource;
import io.millrace.tests.kit.Pace;
import io.millrace.tests.kit.RunningJob;
import java.nio.file.Path;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(180)
@SuppressWarnings("deprecation") // The backends of the 1.x years are to work, too.
class BackendChoiceTest {

    private interface InCode extends BiConsumer<StreamExecutionEnvironment, String> {}

    @TempDir Path folder;

    static Stream<Arguments> choices() {
        InCode nothing = (env, directory) -> {};
        InCode heap = (env, directory) -> env.setStateBackend(new HashMapStateBackend());
        InCode heapAndMemory =
                (env, directory) -> {
                    env.setStateBackend(new HashMapStateBackend());
                    env.getCheckpointConfig()
                            .setCheckpointStorage(new JobManagerCheckpointStorage(100_000));
                };
        InCode heapAndFiles =
                (env, directory) -> {
                    env.setStateBackend(new HashMapStateBackend());
                    env.getCheckpointConfig()
                            .setCheckpointStorage(new FileSystemCheckpointStorage(directory));
                };
        InCode path = (env, directory) -> env.getCheckpointConfig().setCheckpointStorage(directory);
        InCode oldMemory = (env, directory) -> env.setStateBackend(new MemoryStateBackend());
        InCode oldFiles = (env, directory) -> env.setStateBackend(new FsStateBackend(directory));
        InCode oldRocksDb =
                (env, directory) -> {
                    try {
                        env.setStateBackend(new RocksDBStateBackend(directory, true));
                    } catch (java.io.IOException e) {
                        throw new java.io.UncheckedIOException(e);
                    }
                };
        String flink = "org.apache.flink.runtime.state.";
        return Stream.of(
                arguments("", heap, false),
                arguments("", heapAndMemory, false),
                arguments("", heapAndFiles, true),
                arguments("", path, true),
                arguments("", oldMemory, false),
                arguments("", oldFiles, true),
                arguments("", oldRocksDb, true),
                arguments("state.backend.type=rocksdb,state.checkpoints.dir=DIR", nothing, true),
                arguments("", nothing, false),
                arguments("execution.checkpointing.dir=DIR", nothing, true),
                arguments("state.backend=jobmanager", nothing, false),
                arguments("state.backend=filesystem,state.checkpoints.dir=DIR", nothing, true),
                arguments(
                        "state.backend.type=hashmap,execution.checkpointing.storage=filesystem,"
                                + "execution.checkpointing.dir=DIR",
                        nothing,
                        true),
                arguments(
                        "state.backend="
                                + flink
                                + "filesystem.FsStateBackendFactory,state.checkpoints.dir=DIR",
                        nothing,
                        true),
                arguments(
                        "state.backend=" + flink + "hashmap.HashMapStateBackendFactory",
                        nothing,
                        false),
                // The program wins over the settings.
                arguments("state.backend=jobmanager", heapAndFiles, true),
                arguments(
                        "state.backend=filesystem,state.checkpoints.dir=DIR",
                        heapAndMemory,
                        // A directory beside memory is for the manifests.
                        true));
    }

    @DisplayName(
            "M15: each backend and storage, by code and by settings, brings state over a restart")
    @ParameterizedTest(name = "[{index}] {0}")
    @MethodSource("choices")
    void stateComesOverARestart(String settings, InCode inCode, boolean onDisk) throws Exception {
        String directory = folder.toUri().toString();
        Configuration configuration = new Configuration();
        for (String setting : settings.isEmpty() ? new String[0] : settings.split(",", -1)) {
            String[] pair = setting.replace("DIR", directory).split("=", 2);
            configuration.setString(pair[0], pair[1]);
        }
        CheckpointLog log = new CheckpointLog();
        Gate gate = new Gate();
        Fault fault = Fault.onDemand();
        Collected<Long> counts = new Collected<>();
        StreamExecutionEnvironment env = Jobs.environment(1, configuration);
        inCode.accept(env, directory);
        env.enableCheckpointing(10);
        Jobs.restarts(env, 1);
        env.fromSource(
                        NumberSource.numbers(1, 60).paced(Pace.behind(gate)),
                        WatermarkStrategy.noWatermarks(),
                        "numbers")
                .keyBy(value -> value % 3)
                .map(new Counts())
                .map(log.<Long>probe())
                .map(
                        count -> {
                            fault.strike("after a checkpoint");
                            return count;
                        })
                .addSink(counts);
        RunningJob job = Jobs.start(env, "M15");
        gate.letReadUpTo(30);
        log.awaitCompleted(1);
        log.awaitFurtherCompleted(2);

        assertThat(CheckpointFolder.at(folder).checkpoints().isEmpty()).isEqualTo(!onDisk);

        fault.arm();
        gate.open();
        job.awaitFinished();

        assertThat(fault.struck()).isEqualTo(1);
        assertThat(log.restored()).hasSize(2);
        assertThat(log.restored().get(1)).isPresent();
        // With state lost on the way no key would come to twenty.
        assertThat(counts.values()).filteredOn(count -> count == 20).hasSize(3);
        assertThat(counts.values()).allMatch(count -> count <= 20);
    }

    private static final class Counts extends RichMapFunction<Long, Long> {
        private static final long serialVersionUID = 1L;
        private transient ValueState<Long> count;

        @Override
        public void open(OpenContext context) {
            count = getRuntimeContext().getState(new ValueStateDescriptor<>("count", Types.LONG));
        }

        @Override
        public Long map(Long value) throws Exception {
            Long before = count.value();
            long now = before == null ? 1 : before + 1;
            count.update(now);
            return now;
        }
    }
}
