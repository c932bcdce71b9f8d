// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.cases.savepoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.millrace.api.common.JobStatus;
import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.configuration.CheckpointingOptions;
import io.millrace.configuration.Configuration;
import io.millrace.configuration.StateRecoveryOptions;
import io.millrace.core.execution.CheckpointType;
import io.millrace.core.execution.RestoreMode;
import io.millrace.engine.Engine;
import io.millrace.engine.checkpoint.CheckpointManifest;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.tests.cases.CountingJob;
import io.millrace.tests.components.Await;
import io.millrace.tests.kit.CommittingSink;
import io.millrace.tests.kit.Gate;
import io.millrace.tests.kit.Jobs;
import io.millrace.tests.kit.NumberSource;
import io.millrace.tests.kit.Pace;
import io.millrace.tests.kit.RunningJob;
import io.millrace.tests.kit.Throwables;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Savepoints of a job that runs on, and jobs that begin from them. */
class TakingSavepointsTest {

    private static final Map<Long, Long> ELEVEN_EACH = Map.of(0L, 11L, 1L, 11L, 2L, 11L);
    private static final Map<Long, Long> TWENTY_EACH = Map.of(0L, 20L, 1L, 20L, 2L, 20L);

    @TempDir Path directory;
    private Path checkpoints;
    private Path target;

    @BeforeEach
    void directories() {
        checkpoints = directory.resolve("checkpoints");
        target = directory.resolve("my savepoints");
    }

    private Path savepointOfThirty() throws Exception {
        CountingJob job = new CountingJob(Jobs.checkpointsIn(checkpoints));
        RunningJob running = job.start();
        job.readThirty();
        Path savepoint = SavepointFolder.take(running, target);
        running.cancel();
        return savepoint;
    }

    private void goesOnFrom(Path savepoint, Configuration configuration) throws Exception {
        configuration.set(StateRecoveryOptions.SAVEPOINT_PATH, savepoint.toString());
        CountingJob job = new CountingJob(configuration);
        RunningJob running = job.start();
        job.gate.open();
        running.awaitFinished();
        assertThat(job.firstCounts()).isEqualTo(ELEVEN_EACH);
        assertThat(job.lastCounts()).isEqualTo(TWENTY_EACH);
    }

    @DisplayName(
            "CK-63: a savepoint is the user's: the job goes on, and neither expires nor removes it")
    @Test
    void ck63() throws Exception {
        CountingJob job = new CountingJob(Jobs.checkpointsIn(checkpoints));
        RunningJob running = job.start();
        job.readThirty();
        Path savepoint = SavepointFolder.take(running, target);
        assertThat(savepoint.getFileName().toString())
                .startsWith("savepoint-" + running.id().substring(0, 6) + "-");
        assertThat(savepoint.getParent()).isEqualTo(target);
        job.log.awaitFurtherCompleted(3);
        job.gate.open();
        running.awaitFinished();
        assertThat(job.lastCounts()).isEqualTo(TWENTY_EACH);
        assertThat(savepoint.resolve("_metadata")).exists();
        goesOnFrom(savepoint, Jobs.checkpointsIn(checkpoints));
        assertThat(savepoint.resolve("_metadata")).as("CK-81: NO_CLAIM").exists();
    }

    @DisplayName("O15, CK-77: a savepoint restores where it was moved to, by any name")
    @ParameterizedTest
    @ValueSource(strings = {"with a blank", "chk-3", "savepoint"})
    void o15(String name) throws Exception {
        Path savepoint = savepointOfThirty();
        Path moved = Files.createDirectories(directory.resolve("moved to")).resolve(name);
        Files.move(savepoint, moved);
        goesOnFrom(moved, Jobs.checkpointsIn(checkpoints));
    }

    @DisplayName("A job whose checkpoints are in memory has its savepoints in files all the same")
    @Test
    void inMemory() throws Exception {
        CountingJob job = new CountingJob(new Configuration());
        RunningJob running = job.start();
        job.readThirty();
        Path savepoint = SavepointFolder.take(running, target);
        running.cancel();
        goesOnFrom(savepoint, new Configuration());
    }

    @DisplayName(
            "CK-67: without a directory there is an IllegalStateException, and the job runs on")
    @Test
    void ck67() throws Exception {
        CountingJob job = new CountingJob(Jobs.checkpointsIn(checkpoints));
        RunningJob running = job.start();
        job.log.awaitCompleted(1);
        Throwable no =
                catchThrowable(
                        () -> SavepointFolder.path(running.client().triggerSavepoint(null, null)));
        assertThat(no)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("execution.checkpointing.savepoint-dir");
        assertThat(running.status()).isEqualTo(JobStatus.RUNNING);
        job.gate.open();
        running.awaitFinished();
    }

    @DisplayName("A default directory is used where the call names none")
    @Test
    void theDefaultDirectory() throws Exception {
        Configuration configuration = Jobs.checkpointsIn(checkpoints);
        configuration.set(CheckpointingOptions.SAVEPOINT_DIRECTORY, target.toUri().toString());
        CountingJob job = new CountingJob(configuration);
        RunningJob running = job.start();
        job.readThirty();
        Path savepoint = SavepointFolder.path(running.client().triggerSavepoint(null, null));
        assertThat(savepoint.getParent()).isEqualTo(target);
        running.cancel();
    }

    @DisplayName("A directory that can't be made fails the request, and nothing else")
    @Test
    void noPlace() throws Exception {
        Path file = Files.writeString(directory.resolve("file"), "x");
        CountingJob job = new CountingJob(Jobs.checkpointsIn(checkpoints));
        RunningJob running = job.start();
        job.readThirty();
        for (Path place : List.of(file, file.resolve("below"))) {
            Throwable no = catchThrowable(() -> SavepointFolder.take(running, place));
            assertThat(Throwables.messages(no))
                    .anySatisfy(message -> assertThat(message).contains(file.toString()));
        }
        job.log.awaitFurtherCompleted(1);
        job.gate.open();
        running.awaitFinished();
        assertThat(job.log.opened()).as("never restarted").isEqualTo(1);
    }

    @DisplayName("A job that has ended takes no savepoint")
    @Test
    void afterTheEnd() throws Exception {
        CountingJob job = new CountingJob(Jobs.checkpointsIn(checkpoints));
        RunningJob running = job.start();
        job.gate.open();
        running.awaitFinished();
        assertThat(catchThrowable(() -> SavepointFolder.take(running, target)))
                .hasMessageContaining("the job has ended");
        assertThat(SavepointFolder.in(target)).isEmpty();
    }

    @DisplayName("A checkpoint can be asked for beside the schedule, and has a number")
    @ParameterizedTest
    @EnumSource(CheckpointType.class)
    void aCheckpointIsAskedFor(CheckpointType type) throws Exception {
        CountingJob job = new CountingJob(Jobs.checkpointsIn(checkpoints));
        job.intervalMs = 1_000_000;
        RunningJob running = job.start();
        Await.until("it runs", () -> running.status() == JobStatus.RUNNING);
        long id = SavepointFolder.engine(running).triggerCheckpoint(type).get(60, TimeUnit.SECONDS);
        assertThat(id).isEqualTo(1);
        Await.until("it was told", () -> job.log.completed().contains(1L));
        running.cancel();
    }

    @DisplayName(
            "CK-66: what was pending when it was taken is committed by the next checkpoint, once")
    @Test
    void ck66() throws Exception {
        CommittingSink sink = new CommittingSink();
        Gate gate = new Gate();
        StreamExecutionEnvironment env = Jobs.environment(1, Jobs.checkpointsIn(checkpoints));
        env.enableCheckpointing(1_000_000);
        env.fromSource(
                        NumberSource.numbers(1, 40).paced(Pace.behind(gate)),
                        WatermarkStrategy.noWatermarks(),
                        "numbers")
                .uid("numbers")
                .sinkTo(sink)
                .uid("sink");
        RunningJob running = Jobs.start(env, "pending");
        gate.letReadUpTo(20);
        Await.until("twenty", () -> sink.received() == 20);
        SavepointFolder.take(running, target);
        assertThat(sink.rows()).as("nothing is committed for it").isEmpty();
        gate.letReadUpTo(30);
        Await.until("thirty", () -> sink.received() == 30);
        SavepointFolder.engine(running)
                .triggerCheckpoint(CheckpointType.FULL)
                .get(60, TimeUnit.SECONDS);
        Await.until("they are committed", () -> sink.rows().size() == 30);
        gate.open();
        running.awaitFinished();
        assertThat(sink.rows())
                .containsExactlyInAnyOrderElementsOf(
                        LongStream.rangeClosed(1, 40).boxed().toList());
    }

    @DisplayName(
            "CK-65: cancel with savepoint takes it, cancels, and tells nobody that it is complete")
    @Test
    void ck65() throws Exception {
        CountingJob job = new CountingJob(Jobs.checkpointsIn(checkpoints));
        job.intervalMs = 1_000_000;
        RunningJob running = job.start();
        job.gate.letReadUpTo(30);
        Await.until("thirty", () -> job.counts.size() == 30);
        Path savepoint = SavepointFolder.cancel(running, target);
        assertThat(running.status()).isEqualTo(JobStatus.CANCELED);
        assertThat(job.log.completed()).isEmpty();
        goesOnFrom(savepoint, Jobs.checkpointsIn(checkpoints));
    }

    @DisplayName("The manifest names operators by uid as text, with states, types and key counts")
    @Test
    void theManifestSaysWhatIsInIt() throws Exception {
        Path savepoint = savepointOfThirty();
        CheckpointManifest manifest =
                CheckpointManifest.decode(
                        Files.readAllBytes(savepoint.resolve("_metadata")), savepoint.toString());
        assertThat(manifest.savepoint()).isTrue();
        assertThat(manifest.jobName()).isEqualTo("counting");
        CheckpointManifest.Operator counter =
                manifest.operators().stream().filter(o -> "c".equals(o.uid())).findAny().get();
        assertThat(counter.name()).isEqualTo("counter");
        assertThat(counter.subtasks().get(0).handles())
                .flatExtracting(handle -> handle.states())
                .anySatisfy(
                        state -> {
                            assertThat(state.name()).isEqualTo("count");
                            assertThat(state.type()).containsIgnoringCase("Long");
                            assertThat(state.entries()).isEqualTo(3);
                        });
    }

    @DisplayName("C05: the pause does not hold a savepoint, and the schedule goes on after it")
    @Test
    void c05() throws Exception {
        Configuration configuration = Jobs.checkpointsIn(checkpoints);
        configuration.set(
                CheckpointingOptions.MIN_PAUSE_BETWEEN_CHECKPOINTS, Duration.ofSeconds(2));
        CountingJob job = new CountingJob(configuration);
        job.intervalMs = 100;
        RunningJob running = job.start();
        job.log.awaitCompleted(1);
        long began = System.nanoTime();
        SavepointFolder.take(running, target);
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(1));
        job.log.awaitFurtherCompleted(1);
        running.cancel();
    }

    // ---- claim modes ----

    @DisplayName(
            "CK-81 CLAIM: the savepoint is removed when the job's own checkpoint has taken over")
    @Test
    void ck81Claim() throws Exception {
        Path savepoint = savepointOfThirty();
        Configuration configuration = Jobs.checkpointsIn(checkpoints, savepoint.toString());
        configuration.set(StateRecoveryOptions.RESTORE_MODE, RestoreMode.CLAIM);
        CountingJob job = new CountingJob(configuration);
        RunningJob running = job.start();
        job.log.awaitCompleted(1);
        Await.until("the claimed savepoint is gone", () -> !Files.exists(savepoint));
        job.gate.open();
        running.awaitFinished();
        assertThat(job.firstCounts()).isEqualTo(ELEVEN_EACH);
    }

    @DisplayName(
            "CK-81 CLAIM: a claimed checkpoint of another job goes, and what lies beside it stays")
    @Test
    void ck81ClaimOfACheckpoint() throws Exception {
        Path checkpoint = CountingJob.leaveCheckpoint(checkpoints);
        Path beside = checkpoint.resolveSibling("shared").resolve("1-of-somebody-else");
        Configuration configuration = Jobs.checkpointsIn(checkpoints, checkpoint.toString());
        configuration.set(StateRecoveryOptions.RESTORE_MODE, RestoreMode.CLAIM);
        CountingJob job = new CountingJob(configuration);
        RunningJob running = job.start();
        job.log.awaitCompleted(1);
        Await.until("the claimed checkpoint is gone", () -> !Files.exists(checkpoint));
        assertThat(beside.getParent()).exists();
        job.gate.open();
        running.awaitFinished();
        assertThat(job.firstCounts()).isEqualTo(ELEVEN_EACH);
    }

    @DisplayName("CK-81 CLAIM: a checkpoint of a living job can't be claimed")
    @Test
    void ck81ClaimOfALivingJob() throws Exception {
        Configuration keeping = Jobs.checkpointsIn(checkpoints);
        // The job goes on, and must not remove it before the other one has looked at it.
        keeping.set(CheckpointingOptions.MAX_RETAINED_CHECKPOINTS, 1000);
        CountingJob first = new CountingJob(keeping);
        RunningJob running = first.start();
        first.log.awaitCompleted(1);
        Path checkpoint =
                SavepointFolder.path(
                        SavepointFolder.engine(running).checkpoint(CheckpointType.FULL));
        Configuration configuration = Jobs.checkpointsIn(checkpoints, checkpoint.toString());
        configuration.set(StateRecoveryOptions.RESTORE_MODE, RestoreMode.CLAIM);
        assertThat(Throwables.messages(catchThrowable(new CountingJob(configuration)::start)))
                .anySatisfy(
                        message ->
                                assertThat(message)
                                        .contains("can't be claimed")
                                        .contains("NO_CLAIM"));
        first.gate.open();
        running.awaitFinished();
    }

    @DisplayName("CK-81 LEGACY: the savepoint is never removed")
    @Test
    void ck81Legacy() throws Exception {
        Path savepoint = savepointOfThirty();
        Configuration configuration = Jobs.checkpointsIn(checkpoints);
        configuration.set(StateRecoveryOptions.RESTORE_MODE, RestoreMode.LEGACY);
        goesOnFrom(savepoint, configuration);
        assertThat(savepoint.resolve("_metadata")).exists();
    }

    // ---- dispose ----

    @DisplayName("A savepoint is disposed of as a whole; what is none is refused")
    @Test
    void disposal() throws Exception {
        Path savepoint = savepointOfThirty();
        Path other = Files.createDirectories(directory.resolve("other"));
        Files.writeString(
                other.resolve("_metadata"), "not a manifest of ours, but long enough ...");
        assertThat(catchThrowable(() -> Engine.disposeSavepoint(other.toString()))).isNotNull();
        assertThat(other.resolve("_metadata")).exists();
        Engine.disposeSavepoint(savepoint.toString());
        assertThat(savepoint).doesNotExist();
        assertThat(catchThrowable(() -> Engine.disposeSavepoint(savepoint.toString())))
                .hasMessageContaining("There is no checkpoint at");
    }

    // ---- damage ----

    @DisplayName("A named savepoint that is damaged is refused, and the file is named")
    @ParameterizedTest
    @ValueSource(strings = {"truncated", "flipped", "missing", "swapped", "foreign"})
    void damage(String how) throws Exception {
        Path savepoint = savepointOfThirty();
        List<String> files =
                SavepointFolder.in(savepoint).stream().filter(n -> !n.equals("_metadata")).toList();
        Path file = savepoint.resolve(files.get(0));
        byte[] bytes = Files.readAllBytes(file);
        switch (how) {
            case "truncated" -> Files.write(file, java.util.Arrays.copyOf(bytes, bytes.length - 1));
            case "flipped" -> {
                bytes[bytes.length / 2] ^= 1;
                Files.write(file, bytes);
            }
            case "missing" -> Files.delete(file);
            case "swapped" ->
                    Files.write(file, Files.readAllBytes(savepoint.resolve(files.get(1))));
            default -> Files.write(file, new byte[bytes.length]);
        }
        CountingJob job = new CountingJob(Jobs.checkpointsIn(checkpoints, savepoint.toString()));
        Throwable refusal = catchThrowable(job::start);
        assertThat(Throwables.messages(refusal))
                .anySatisfy(message -> assertThat(message).contains(file.getFileName().toString()));
        assertThat(job.log.opened()).isZero();
    }
}
