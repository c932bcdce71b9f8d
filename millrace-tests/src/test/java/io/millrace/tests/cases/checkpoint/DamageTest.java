// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.common.functions.RichMapFunction;
import io.millrace.api.common.state.CheckpointListener;
import io.millrace.configuration.CheckpointingOptions;
import io.millrace.configuration.Configuration;
import io.millrace.configuration.ExecutionOptions;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.tests.cases.CountingJob;
import io.millrace.tests.kit.CheckpointFolder;
import io.millrace.tests.kit.CheckpointLog;
import io.millrace.tests.kit.Collected;
import io.millrace.tests.kit.Fault;
import io.millrace.tests.kit.Gate;
import io.millrace.tests.kit.Jobs;
import io.millrace.tests.kit.Logs;
import io.millrace.tests.kit.NumberSource;
import io.millrace.tests.kit.Pace;
import io.millrace.tests.kit.RunningJob;
import io.millrace.tests.kit.Throwables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Checkpoints whose files were damaged. */
class DamageTest {

    @TempDir Path directory;
    @TempDir Path otherDirectory;

    private enum Damage {
        TRUNCATED {
            @Override
            void inflict(Path file) throws IOException {
                byte[] bytes = Files.readAllBytes(file);
                Files.write(file, Arrays.copyOf(bytes, bytes.length - 1));
            }
        },
        EMPTIED {
            @Override
            void inflict(Path file) throws IOException {
                Files.write(file, new byte[0]);
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

    @ParameterizedTest(
            name =
                    "M2: a {0} file is named, whichever it is, compressed or not, and nothing is started")
    @EnumSource(Damage.class)
    void m2ADamagedFileIsNamedAndNothingIsStarted(Damage damage) throws Exception {
        Configuration configuration = Jobs.checkpointsIn(directory);
        configuration.set(ExecutionOptions.SNAPSHOT_COMPRESSION, damage.ordinal() % 2 == 0);
        new CountingJob(configuration).leaveCheckpoint();
        Path checkpoint = CheckpointFolder.at(directory).newest();
        List<Path> files = new ArrayList<>(CheckpointFolder.stateFiles(checkpoint));
        assertThat(files).as("files of state, to have something to damage").isNotEmpty();
        files.add(checkpoint.resolve("_metadata"));
        for (Path file : files) {
            byte[] intact = Files.readAllBytes(file);
            damage.inflict(file);
            List<Path> before = CheckpointFolder.at(otherDirectory).files().toList();
            CountingJob job =
                    new CountingJob(Jobs.checkpointsIn(otherDirectory, checkpoint.toString()));
            Throwable refusal = catchThrowable(job::start);
            assertThat(refusal).as("%s %s", damage, file).isNotNull();
            assertThat(Throwables.messages(refusal))
                    .as("%s %s", damage, file)
                    .anySatisfy(
                            message ->
                                    assertThat(message)
                                            .contains(file.getParent().toString())
                                            .contains(
                                                    // a checkpoint without its manifest is none at
                                                    // all
                                                    damage == Damage.MISSING
                                                                    && file.endsWith("_metadata")
                                                            ? checkpoint.toString()
                                                            : file.getFileName().toString()));
            assertThat(job.log.opened()).isZero();
            assertThat(CheckpointFolder.at(otherDirectory).files().filter(f -> !f.endsWith("lock")))
                    .isEqualTo(before.stream().filter(f -> !f.endsWith("lock")).toList());
            Files.write(file, intact);
        }
        // All are whole again, so it was the damage that was refused.
        CountingJob job =
                new CountingJob(Jobs.checkpointsIn(otherDirectory, checkpoint.toString()));
        RunningJob running = job.start();
        job.gate.open();
        running.awaitFinished();
        assertThat(job.counts.size()).isEqualTo(30);
    }

    @ParameterizedTest(
            name =
                    "M2: a failed job falls back to an older checkpoint when a file of the newest is {0}")
    @EnumSource(Damage.class)
    void m2AFailedJobFallsBackToAnOlderIntactCheckpoint(Damage damage) throws Exception {
        Configuration configuration = Jobs.checkpointsIn(directory);
        configuration.set(CheckpointingOptions.MAX_RETAINED_CHECKPOINTS, 3);
        StreamExecutionEnvironment env = Jobs.environment(1, configuration);
        env.enableCheckpointing(20);
        Jobs.restarts(env, 1);
        CheckpointLog log = new CheckpointLog();
        Gate gate = new Gate();
        Collected<Long> sums = new Collected<>();
        DamagesCheckpointFour culprit = new DamagesCheckpointFour(directory.toString(), damage);
        env.fromSource(
                        NumberSource.numbers(1, 100).paced(Pace.behind(gate)),
                        WatermarkStrategy.noWatermarks(),
                        "numbers")
                .map(log.<Long>probe())
                .map(culprit)
                .keyBy(value -> "one")
                .reduce(Long::sum)
                .addSink(sums);
        try (Logs logs = Logs.capture()) {
            RunningJob job = Jobs.start(env, "falls back");
            gate.letReadUpTo(50);
            log.awaitOpened(2);
            gate.open();
            job.awaitFinished();
            assertThat(logs.warnings())
                    .filteredOn(
                            line ->
                                    line.contains("goes back to checkpoint 3")
                                            && line.contains("chk-4"))
                    .hasSize(1);
        }
        assertThat(log.restored()).containsExactly(OptionalLong.empty(), OptionalLong.of(3));
        assertThat(sums.last()).isEqualTo(LongStream.rangeClosed(1, 100).sum());
        // The probe stands before the culprit, so it never heard of 4; and 4 is not used again.
        assertThat(log.completed()).startsWith(1L, 2L, 3L).doesNotContain(4L);
    }

    @Test
    @DisplayName(
            "M2: a failed job whose only checkpoint is damaged fails for good, and never begins without state")
    void m2AFailedJobWhoseOnlyCheckpointIsDamagedFailsForGood() throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(1, Jobs.checkpointsIn(directory));
        env.enableCheckpointing(20);
        Jobs.restarts(env, 5);
        CheckpointLog log = new CheckpointLog();
        Gate gate = new Gate();
        gate.letReadUpTo(50);
        env.fromSource(
                        NumberSource.numbers(1, 100).paced(Pace.behind(gate)),
                        WatermarkStrategy.noWatermarks(),
                        "numbers")
                .map(log.<Long>probe())
                .map(new DamagesCheckpointFour(directory.toString(), Damage.BIT_FLIPPED))
                .keyBy(value -> "one")
                .reduce(Long::sum)
                .addSink(new Collected<>());
        Throwable failure = Jobs.runToFailure(env, "lost");

        assertThat(Throwables.messages(failure))
                .anySatisfy(message -> assertThat(message).contains("is intact", "chk-4"))
                .anySatisfy(message -> assertThat(message).contains("Recovery is suppressed"));
        assertThat(log.opened()).isEqualTo(1);
        assertThat(CheckpointFolder.at(directory).checkpoints())
                .extracting(CheckpointFolder::id)
                .as("what is damaged stays")
                .contains(4L);
    }

    /** Told that checkpoint 4 is complete, it damages a file of it, and fails. */
    private static final class DamagesCheckpointFour extends RichMapFunction<Long, Long>
            implements CheckpointListener {
        private static final long serialVersionUID = 1L;
        private final String directory;
        private final Damage damage;
        private final Fault fault = Fault.once();

        DamagesCheckpointFour(String directory, Damage damage) {
            this.directory = directory;
            this.damage = damage;
        }

        @Override
        public Long map(Long value) {
            return value;
        }

        @Override
        public void notifyCheckpointComplete(long checkpointId) throws Exception {
            if (checkpointId == 4) {
                Path checkpoint =
                        CheckpointFolder.at(Path.of(directory)).checkpoints().stream()
                                .filter(each -> CheckpointFolder.id(each) == 4)
                                .findFirst()
                                .orElseThrow();
                damage.inflict(CheckpointFolder.stateFiles(checkpoint).get(0));
                fault.strike("after the damage");
            }
        }
    }

    @Test
    @DisplayName(
            "M2: when no retained checkpoint is intact the job fails, names each file, and removes nothing")
    void m2WhenNoRetainedCheckpointIsIntactTheJobFails() throws Exception {
        Path checkpoint = CountingJob.leaveCheckpoint(directory);
        Path file = CheckpointFolder.stateFiles(checkpoint).get(0);
        Damage.BIT_FLIPPED.inflict(file);
        List<Path> before = CheckpointFolder.at(directory).files().toList();
        CountingJob job = new CountingJob(Jobs.checkpointsIn(directory, "latest"));
        Throwable refusal = catchThrowable(job::start);
        assertThat(refusal).isNotNull();
        assertThat(Throwables.messages(refusal))
                .anySatisfy(message -> assertThat(message).contains(file.toString()));
        assertThat(job.log.opened()).isZero();
        assertThat(CheckpointFolder.at(directory).files())
                .containsExactlyInAnyOrderElementsOf(before);
    }
}
