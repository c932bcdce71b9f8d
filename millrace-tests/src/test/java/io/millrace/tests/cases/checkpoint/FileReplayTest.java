// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.functions.OpenContext;
import io.millrace.api.common.functions.RichMapFunction;
import io.millrace.api.common.state.ValueState;
import io.millrace.api.common.state.ValueStateDescriptor;
import io.millrace.api.common.typeinfo.Types;
import io.millrace.configuration.Configuration;
import io.millrace.configuration.ExternalizedCheckpointRetention;
import io.millrace.connector.file.src.FileSource;
import io.millrace.connector.file.src.reader.TextLineInputFormat;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.tests.kit.CheckpointFolder;
import io.millrace.tests.kit.CheckpointLog;
import io.millrace.tests.kit.Collected;
import io.millrace.tests.kit.Fault;
import io.millrace.tests.kit.Jobs;
import io.millrace.tests.kit.RunningJob;
import io.millrace.tests.kit.Shared;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A file is read again from where a checkpoint was, and the checkpoint lies on the local disk. */
@Timeout(180)
class FileReplayTest {

    private static final int LINES = 20_000;
    private static final List<Long> EACH_ONCE = LongStream.rangeClosed(1, LINES).boxed().toList();

    @TempDir Path folder;

    private final CheckpointLog log = new CheckpointLog();
    private final Fault fault = Fault.onDemand();
    private final AtomicBoolean hurry = new AtomicBoolean();
    private final Collected<String> counts = new Collected<>();
    private Path input;

    @BeforeEach
    void write() throws Exception {
        input =
                Files.write(
                        folder.resolve("numbers.txt"),
                        EACH_ONCE.stream().map(String::valueOf).collect(Collectors.toList()));
    }

    private RunningJob start(String from) throws Exception {
        Path checkpoints = folder.resolve("checkpoints");
        Configuration configuration =
                from == null
                        ? Jobs.checkpointsIn(checkpoints)
                        : Jobs.checkpointsIn(checkpoints, from);
        StreamExecutionEnvironment env = Jobs.environment(1, configuration);
        env.enableCheckpointing(20);
        env.getCheckpointConfig()
                .setExternalizedCheckpointRetention(
                        ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION);
        Jobs.restarts(env, 3);
        Fault inTheMiddle = fault;
        Shared<AtomicBoolean> free = Shared.of(hurry);
        env.fromSource(
                        FileSource.forRecordStreamFormat(
                                        new TextLineInputFormat(),
                                        new io.millrace.core.fs.Path(input.toUri()))
                                .build(),
                        WatermarkStrategy.noWatermarks(),
                        "lines")
                .uid("lines")
                .map(
                        line -> {
                            if (!free.get().get()) {
                                LockSupport.parkNanos(1_000_000); // so that the file lasts
                            }
                            inTheMiddle.strike("in the middle of the file");
                            return Long.valueOf(line);
                        })
                .keyBy(value -> 0)
                .map(new Counts())
                .uid("counts")
                .map(log.<String>probe())
                .uid("log")
                .addSink(counts)
                .uid("sink");
        return Jobs.start(env, "file replay");
    }

    @Test
    @DisplayName("M3: lines of a file are read again after failures, and change state once each")
    void linesAreReadAgain() throws Exception {
        RunningJob job = start(null);
        for (int failure = 1; failure <= 3; failure++) {
            log.awaitFurtherCompleted(2);
            fault.arm();
            log.awaitOpened(failure + 1);
        }
        hurry.set(true);
        job.awaitFinished();

        assertThat(fault.struck()).isEqualTo(3);
        assertThat(log.restored()).hasSize(4).last().satisfies(id -> assertThat(id).isPresent());
        assertThat(counts.last()).isEqualTo(LINES + " lines, sum " + sum());
    }

    @Test
    @DisplayName("M4: a checkpoint on the local disk brings state and position into another run")
    void aCheckpointOnTheLocalDisk() throws Exception {
        RunningJob first = start(null);
        log.awaitFurtherCompleted(3);
        first.cancel();
        Path checkpoint = CheckpointFolder.at(folder.resolve("checkpoints")).newest();
        assertThat(checkpoint.resolve("_metadata")).isNotEmptyFile();

        hurry.set(true);
        int before = counts.size();
        start(checkpoint.toString()).awaitFinished();

        assertThat(counts.last()).isEqualTo(LINES + " lines, sum " + sum());
        assertThat(counts.size() - before)
                .as("what was read before is not read again")
                .isLessThan(LINES);
    }

    private static long sum() {
        return LINES * (LINES + 1L) / 2;
    }

    private static final class Counts extends RichMapFunction<Long, String> {
        private static final long serialVersionUID = 1L;
        private transient ValueState<Long> lines;
        private transient ValueState<Long> sum;

        @Override
        public void open(OpenContext context) {
            lines = getRuntimeContext().getState(new ValueStateDescriptor<>("lines", Types.LONG));
            sum = getRuntimeContext().getState(new ValueStateDescriptor<>("sum", Types.LONG));
        }

        @Override
        public String map(Long value) throws Exception {
            lines.update(lines.value() == null ? 1 : lines.value() + 1);
            sum.update(sum.value() == null ? value : sum.value() + value);
            return lines.value() + " lines, sum " + sum.value();
        }
    }
}
