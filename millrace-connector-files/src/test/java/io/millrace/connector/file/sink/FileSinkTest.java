// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.file.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.common.JobID;
import io.millrace.api.common.serialization.BulkWriter;
import io.millrace.api.common.serialization.SimpleStringEncoder;
import io.millrace.configuration.MemorySize;
import io.millrace.connector.file.sink.FileSinkRun.Checkpoint;
import io.millrace.core.fs.FSDataInputStream;
import io.millrace.core.fs.FSDataOutputStream;
import io.millrace.core.fs.FileStatus;
import io.millrace.core.fs.Path;
import io.millrace.core.io.SimpleVersionedSerializer;
import io.millrace.streaming.api.functions.sink.filesystem.BucketAssigner;
import io.millrace.streaming.api.functions.sink.filesystem.OutputFileConfig;
import io.millrace.streaming.api.functions.sink.filesystem.RollingPolicy;
import io.millrace.streaming.api.functions.sink.filesystem.bucketassigners.BasePathBucketAssigner;
import io.millrace.streaming.api.functions.sink.filesystem.bucketassigners.SimpleVersionedStringSerializer;
import io.millrace.streaming.api.functions.sink.filesystem.rollingpolicies.DefaultRollingPolicy;
import io.millrace.streaming.api.functions.sink.filesystem.rollingpolicies.OnCheckpointRollingPolicy;
import io.millrace.testing.FaultyFileSystem;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FileSinkTest {

    private static final String UUID =
            "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";

    @TempDir java.nio.file.Path directory;

    private final FaultyFileSystem faulty = FaultyFileSystem.named("file-sink-test");

    @BeforeEach
    void emptyDisk() {
        faulty.reset();
    }

    @Test
    void k01_aBucketThatFallsSilentAndComesBackDoesNotOverwriteItsEarlierFiles() throws Exception {
        FileSinkRun run =
                new FileSinkRun(byFirstLetter(OnCheckpointRollingPolicy.build()), JobID.generate());
        run.start();
        long id = 0;
        for (int round = 0; round < 3; round++) {
            for (int i = 0; i < 10; i++) {
                run.write("X" + round + i);
            }
            run.checkpoint(++id);
            run.write("Y in between " + round);
            run.checkpoint(++id);
        }
        run.finish(++id);

        List<java.nio.file.Path> finished = visible(directory.resolve("X"));
        assertThat(finished).hasSize(3);
        assertThat(lines(finished)).hasSize(30).doesNotHaveDuplicates();
        assertThat(hidden()).isEmpty();
    }

    @Test
    void k03_aBoundedJobLeavesOneVisibleFileWithAndWithoutCheckpoints() throws Exception {
        for (boolean checkpointing : new boolean[] {true, false}) {
            FileSinkRun run =
                    new FileSinkRun(
                            toOneDirectory(DefaultRollingPolicy.builder().build()),
                            JobID.generate());
            run.start();
            for (int i = 0; i < 5; i++) {
                run.write("a" + i);
                if (checkpointing) {
                    run.checkpoint(i);
                }
            }
            if (checkpointing) {
                run.finish(9);
            } else {
                run.finishWithoutCheckpoint();
            }

            assertThat(visible(directory))
                    .singleElement()
                    .satisfies(file -> assertThat(Files.size(file)).isEqualTo(15));
            assertThat(hidden()).isEmpty();
            Files.delete(visible(directory).get(0));
        }
    }

    @Test
    void k03_emptyInputLeavesNoFile() throws Exception {
        FileSinkRun run =
                new FileSinkRun(
                        toOneDirectory(OnCheckpointRollingPolicy.build()), JobID.generate());
        run.start();
        run.checkpoint(1);
        run.finish(2);
        run = new FileSinkRun(toOneDirectory(OnCheckpointRollingPolicy.build()), JobID.generate());
        run.start();
        run.finishWithoutCheckpoint();

        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void filesAreNamedByPrefixWriterNumberAndSuffix() throws Exception {
        FileSink<String> sink =
                FileSink.forRowFormat(
                                new Path(directory.toUri()), new SimpleStringEncoder<String>())
                        .withBucketAssigner(new BasePathBucketAssigner<>())
                        .withRollingPolicy(OnCheckpointRollingPolicy.build())
                        .withOutputFileConfig(new OutputFileConfig("out", ".txt"))
                        .build();
        FileSinkRun run = new FileSinkRun(sink, JobID.generate());
        run.start();
        run.write("a");
        assertThat(hidden())
                .allSatisfy(
                        f ->
                                assertThat(f.getFileName().toString())
                                        .matches("\\.out-" + UUID + "-0\\.txt\\.inprogress\\..*"));
        run.checkpoint(1);
        run.write("b");
        run.finish(2);

        assertThat(visible(directory))
                .extracting(f -> f.getFileName().toString())
                .satisfiesExactly(
                        name -> assertThat(name).matches("out-" + UUID + "-0\\.txt"),
                        name -> assertThat(name).matches("out-" + UUID + "-1\\.txt"));
    }

    @Test
    void aFileIsVisibleOnlyOnceItsCheckpointIsComplete() throws Exception {
        FileSinkRun run =
                new FileSinkRun(
                        toOneDirectory(OnCheckpointRollingPolicy.build()), JobID.generate());
        run.start();
        run.write("a");
        Checkpoint first = run.snapshot(1, false);
        assertThat(visible(directory)).isEmpty();
        run.complete(first);
        assertThat(lines(visible(directory))).containsExactly("a");
    }

    @Test
    void aLargeFileIsRolledBySizeBetweenCheckpoints() throws Exception {
        RollingPolicy<String, String> policy =
                DefaultRollingPolicy.builder().withMaxPartSize(new MemorySize(10)).build();
        FileSinkRun run = new FileSinkRun(toOneDirectory(policy), JobID.generate());
        run.start();
        for (int i = 0; i < 12; i++) {
            run.write("abc");
        }
        run.finish(1);

        // Three lines are 12 bytes, which is more than 10.
        assertThat(visible(directory))
                .hasSize(4)
                .allSatisfy(f -> assertThat(Files.size(f)).isEqualTo(12));
    }

    @Test
    void anOldOrForgottenFileIsRolledAtTheNextRecordOrCheckpoint() throws Exception {
        RollingPolicy<String, String> policy =
                DefaultRollingPolicy.builder()
                        .withRolloverInterval(Duration.ofSeconds(300))
                        .withInactivityInterval(Duration.ofSeconds(100))
                        .build();
        FileSinkRun run = new FileSinkRun(byFirstLetter(policy), JobID.generate());
        run.start();
        run.write("X1");
        run.write("Y1");
        run.pass(90_000);
        run.write("X2");
        run.pass(90_000);
        run.checkpoint(1);
        assertThat(visible(directory.resolve("Y"))).hasSize(1);
        assertThat(visible(directory.resolve("X"))).isEmpty();
        run.write("X3");
        run.pass(90_000);
        run.write("X4");
        run.pass(60_000);
        run.write("X5");
        run.finish(2);

        assertThat(visible(directory.resolve("X")))
                .extracting(f -> lines(List.of(f)))
                .containsExactly(List.of("X1", "X2", "X3", "X4"), List.of("X5"));
    }

    @Test
    void aBulkFormatEndsItsFileAtEachCheckpoint() throws Exception {
        FileSink<String> sink =
                FileSink.forBulkFormat(new Path(directory.toUri()), new Framed())
                        .withBucketAssigner(new BasePathBucketAssigner<>())
                        .build();
        FileSinkRun run = new FileSinkRun(sink, JobID.generate());
        run.start();
        run.write("a");
        run.write("b");
        run.checkpoint(1);
        run.write("c");
        run.finish(2);

        assertThat(visible(directory))
                .extracting(Files::readString)
                .containsExactly("<a|b|>", "<c|>");
    }

    @Test
    void committingAgainChangesNothing() throws Exception {
        FileSinkRun run =
                new FileSinkRun(
                        toOneDirectory(OnCheckpointRollingPolicy.build()), JobID.generate());
        run.start();
        run.write("a");
        Checkpoint checkpoint = run.checkpoint(1);
        run.startFrom(checkpoint);
        run.startFrom(checkpoint);

        assertThat(lines(visible(directory))).containsExactly("a");
        assertThat(hidden()).isEmpty();
    }

    @Test
    void aPendingFileThatSomebodyRemovedIsTold() throws Exception {
        FileSinkRun run =
                new FileSinkRun(
                        toOneDirectory(OnCheckpointRollingPolicy.build()), JobID.generate());
        run.start();
        run.write("a");
        Checkpoint checkpoint = run.snapshot(1, false);
        Files.delete(hidden().get(0));

        for (int attempt = 0; attempt < 2; attempt++) {
            assertThatThrownBy(() -> run.complete(checkpoint))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(directory.resolve("part-").toString())
                    .hasMessageContaining("records are lost");
            assertThatThrownBy(() -> run.startFrom(checkpoint))
                    .as("a restart finds the same")
                    .hasMessageContaining("records are lost");
        }
    }

    @Test
    void aFinishedFileMayBeTakenAwayBeforeARestore() throws Exception {
        FileSinkRun run =
                new FileSinkRun(
                        toOneDirectory(OnCheckpointRollingPolicy.build()), JobID.generate());
        run.start();
        run.write("a");
        Checkpoint checkpoint = run.checkpoint(1);
        Files.delete(visible(directory).get(0));
        run.startFrom(checkpoint);
        run.write("b");
        run.finish(2);

        assertThat(lines(visible(directory))).containsExactly("b");
    }

    @Test
    void aDirectoryThatCannotBeMadeIsRefusedAtTheStartByItsName() throws Exception {
        java.nio.file.Path file = Files.writeString(directory.resolve("file"), "");
        java.nio.file.Path below = file.resolve("out");
        FileSink<String> sink =
                FileSink.forRowFormat(new Path(below.toUri()), new SimpleStringEncoder<String>())
                        .build();

        assertThatThrownBy(() -> new FileSinkRun(sink, JobID.generate()).start())
                .isInstanceOf(IOException.class)
                .hasMessageContaining(below.toString());
    }

    @Test
    void aDirectoryThatRefusesWritesIsNamed() throws Exception {
        FileSinkRun run =
                new FileSinkRun(faulty(OnCheckpointRollingPolicy.build()), JobID.generate());
        run.start();
        faulty.refuseWrites(true);

        assertThatThrownBy(() -> run.write("Xa"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(faulty.path("/data/out/X").toString());
    }

    @Test
    void whatACancelledJobNeverCheckpointedIsRemoved() throws Exception {
        FileSinkRun run =
                new FileSinkRun(
                        byFirstLetter(DefaultRollingPolicy.builder().build()), JobID.generate());
        run.start();
        run.write("Xa");
        run.checkpoint(1);
        run.write("Ya");
        run.close();

        // The first is in checkpoint 1, from which the job may be resumed.
        assertThat(hidden())
                .singleElement()
                .satisfies(f -> assertThat(f.getParent()).isEqualTo(directory.resolve("X")));
        run.start();
        run.write("Ya");
        run.finish(2);
        assertThat(allLines()).containsExactlyInAnyOrder("Xa", "Ya");
        assertThat(hidden()).isEmpty();
    }

    @Test
    void unfinishedFilesOfOtherJobsSubtasksAndSinksAreNeverTouched() throws Exception {
        FileSink<String> shared = toOneDirectory(DefaultRollingPolicy.builder().build());
        FileSinkRun other = new FileSinkRun(shared, JobID.generate());
        other.start();
        other.write("other job, same sink");
        FileSinkRun sibling =
                new FileSinkRun(
                        toOneDirectory(DefaultRollingPolicy.builder().build()), JobID.generate());
        sibling.start();
        sibling.write("other sink");
        Files.writeString(directory.resolve(".part-of-something-else.inprogress.1"), "");
        FileSinkRun run = new FileSinkRun(shared, JobID.generate());
        run.start();
        run.checkpoint(1);
        run.write("lost");
        run.start();
        run.write("lost, again");

        assertThat(hidden()).hasSize(4);
        other.finish(1);
        sibling.finish(1);
        assertThat(lines(visible(directory)))
                .containsExactlyInAnyOrder("other job, same sink", "other sink");
    }

    @Test
    void aRestoreLooksOnlyIntoDirectoriesThatTheStateNamesOrThatAreWrittenToAgain()
            throws Exception {
        FileSinkRun run =
                new FileSinkRun(faulty(OnCheckpointRollingPolicy.build()), JobID.generate());
        run.start();
        for (String old : List.of("A", "B", "C", "D", "E")) {
            run.write(old);
            run.checkpoint(1);
        }
        run.write("X0");
        run.checkpoint(2);
        run.write("X1");
        run.write("Y1");
        run.write("Z1");
        faulty.kill();
        List<String> looked = new ArrayList<>();
        faulty.setFault(
                operation -> {
                    if (operation.kind() == FaultyFileSystem.Kind.LIST) {
                        looked.add(operation.path().getName());
                    }
                });
        run.start();
        assertThat(looked).as("the last that was written to").containsExactly("X");
        run.write("Y1");
        run.write("Y2");
        assertThat(looked).containsExactly("X", "Y");
        run.finish(3);

        Map<String, String> files = new TreeMap<>();
        collect(faulty.path("/data/out"), files);
        assertThat(files.keySet().stream().filter(name -> name.startsWith(".")))
                .as("the one in Z, where nothing was written again")
                .hasSize(1);
    }

    @Test
    void aFirstStartLooksIntoNoDirectory() throws Exception {
        faulty.setFault(
                operation -> assertThat(operation.kind()).isNotEqualTo(FaultyFileSystem.Kind.LIST));
        FileSinkRun run =
                new FileSinkRun(faulty(OnCheckpointRollingPolicy.build()), JobID.generate());
        run.start();
        run.write("X");
        run.finish(1);
    }

    @Test
    void stateFromBeforeLineagesWereToldApartNamesNoLeftovers() throws Exception {
        FileSink<String> sink = toOneDirectory(DefaultRollingPolicy.builder().build());
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeByte(0);
        out.writeUTF(directory.toUri().toString());
        out.writeUTF("lineage");
        out.writeLong(7);
        NumberingState read =
                (NumberingState)
                        sink.getWriterStateSerializer().deserialize(1, bytes.toByteArray());

        assertThat(read.lineage()).isNotEqualTo("lineage");
        assertThat(read.directories()).isEmpty();
    }

    @Test
    void twoOperatorsWithTheSameSinkLeaveEachOthersFilesAlone() throws Exception {
        FileSink<String> shared = toOneDirectory(DefaultRollingPolicy.builder().build());
        JobID job = JobID.generate();
        FileSinkRun left = new FileSinkRun(shared, job, 0, "left");
        FileSinkRun right = new FileSinkRun(shared, job, 0, "right");
        left.start();
        right.start();
        // Number 0 of the right one is in its checkpoint; the left one has begun no file yet.
        right.write("right, kept");
        left.checkpoint(1);
        right.checkpoint(1);
        left.start();
        left.write("left");
        right.start();
        right.write("right");
        left.finish(2);
        right.finish(2);

        assertThat(lines(visible(directory)))
                .containsExactlyInAnyOrder("left", "right, kept", "right");
    }

    @Test
    void twoOperatorsWithTheSameSinkLeaveEachOthersFilesAloneWithoutACheckpoint() throws Exception {
        FileSink<String> shared = toOneDirectory(DefaultRollingPolicy.builder().build());
        JobID job = JobID.generate();
        FileSinkRun left = new FileSinkRun(shared, job, 0, "left");
        FileSinkRun right = new FileSinkRun(shared, job, 0, "right");
        left.start();
        right.start();
        right.write("right");
        left.start();
        left.write("left");
        left.finish(1);
        right.finish(1);

        assertThat(lines(visible(directory))).containsExactlyInAnyOrder("left", "right");
    }

    @Test
    void aJobThatForkedFromTheSameCheckpointIsNotTouched() throws Exception {
        FileSinkRun run =
                new FileSinkRun(
                        toOneDirectory(OnCheckpointRollingPolicy.build()), JobID.generate());
        run.start();
        run.write("a");
        Checkpoint fork = run.checkpoint(1);
        FileSink<String> again = toOneDirectory(OnCheckpointRollingPolicy.build());
        FileSinkRun left = new FileSinkRun(again, JobID.generate());
        FileSinkRun right = new FileSinkRun(again, JobID.generate());
        left.startFrom(fork);
        left.write("left");
        right.startFrom(fork);
        right.write("right");
        left.finish(2);
        right.finish(2);

        assertThat(lines(visible(directory))).containsExactlyInAnyOrder("a", "left", "right");
    }

    @Test
    void theStateOfTwoSubtasksCanBeRestoredIntoOne() throws Exception {
        FileSink<String> sink = toOneDirectory(DefaultRollingPolicy.builder().build());
        JobID job = JobID.generate();
        FileSinkRun first = new FileSinkRun(sink, job, 0, "operator");
        FileSinkRun second = new FileSinkRun(sink, job, 1, "operator");
        List<byte[]> writers = new ArrayList<>();
        for (FileSinkRun run : List.of(first, second)) {
            run.start();
            run.write("kept " + writers.size());
            writers.addAll(run.checkpoint(1).writer());
            run.write("lost");
            run.checkpoint(2);
        }
        FileSinkRun merged = new FileSinkRun(sink, job, 0, "operator");
        merged.startFrom(new Checkpoint(1, writers, List.of(), 0));
        merged.write("new");
        merged.finish(3);

        assertThat(allLines()).containsExactlyInAnyOrder("kept 0", "kept 2", "new");
        assertThat(hidden()).isEmpty();
    }

    /** What happens at the chosen write operation. */
    private enum Accident {
        /** The operation fails; the task is closed and restarted. */
        FAILURE,
        /** The process dies; all that it has written is there. */
        KILL,
        /** The machine loses its power, and all that was not forced to disk. */
        POWER,
        /** The machine loses its power, and some of what was not forced to disk. */
        POWER_PARTLY
    }

    private static final int CHECKPOINTS = 3;

    @Test
    void outputIsExactWhereverTheProcessDies() throws Exception {
        for (RollingPolicy<String, String> policy :
                List.<RollingPolicy<String, String>>of(
                        OnCheckpointRollingPolicy.build(),
                        DefaultRollingPolicy.builder().build(),
                        DefaultRollingPolicy.builder()
                                .withMaxPartSize(new MemorySize(8))
                                .build())) {
            for (Accident accident : Accident.values()) {
                int moment = 1;
                while (crashAt(moment, policy, accident)) {
                    moment++;
                }
                assertThat(moment).isGreaterThan(20);
                for (long checkpoint = 1; checkpoint <= CHECKPOINTS; checkpoint++) {
                    FileSinkRun run = new FileSinkRun(faulty(policy), JobID.generate());
                    run.losing = checkpoint;
                    boolean crashed = runToTheEnd(run, accident, "checkpoint " + checkpoint, 1);
                    assertThat(crashed).isTrue();
                }
            }
        }
    }

    /** False when the job ended before the moment came. */
    private boolean crashAt(int moment, RollingPolicy<String, String> policy, Accident accident)
            throws Exception {
        if (accident == Accident.FAILURE) {
            faulty.failAt(moment);
        } else {
            faulty.dieAt(moment);
        }
        FileSinkRun run = new FileSinkRun(faulty(policy), JobID.generate());
        return runToTheEnd(run, accident, accident + " at " + moment, moment);
    }

    /** Whether it had to start again. */
    private boolean runToTheEnd(FileSinkRun run, Accident accident, String what, int seed)
            throws Exception {
        List<String> input =
                IntStream.range(0, 2 * CHECKPOINTS)
                        .mapToObj(i -> (i % 2 == 0 ? "X" : "Y") + i)
                        .toList();
        boolean crashed = false;
        while (true) {
            try {
                int from = run.start();
                for (int i = from; i < input.size(); i++) {
                    run.write(input.get(i));
                    if (i % 2 == 1) {
                        run.checkpoint(i / 2 + 1);
                    }
                }
                run.finish(100);
                break;
            } catch (IOException e) {
                assertThat(crashed).as("a second crash after %s: %s", what, e).isFalse();
                crashed = true;
                switch (accident) {
                    case FAILURE -> run.close();
                    case KILL -> faulty.kill();
                    case POWER -> faulty.crash();
                    case POWER_PARTLY -> faulty.crash(seed);
                }
            }
        }
        faulty.crash();
        Map<String, String> files = new TreeMap<>();
        collect(faulty.path("/data/out"), files);
        assertThat(String.join("", files.values()).lines())
                .as(what)
                .containsExactlyInAnyOrderElementsOf(input);
        assertThat(files.keySet())
                .as(what)
                .allSatisfy(name -> assertThat(name).doesNotStartWith("."));
        faulty.reset();
        return crashed;
    }

    /** The text of all files below a directory, by name. */
    private void collect(Path directory, Map<String, String> files) throws IOException {
        for (FileStatus status : faulty.listStatus(directory)) {
            if (status.isDir()) {
                collect(status.getPath(), files);
            } else {
                try (FSDataInputStream in = faulty.open(status.getPath())) {
                    files.put(
                            status.getPath().getName(),
                            new String(in.readAllBytes(), StandardCharsets.UTF_8));
                }
            }
        }
    }

    private FileSink<String> toOneDirectory(RollingPolicy<String, String> policy) {
        return FileSink.forRowFormat(new Path(directory.toUri()), new SimpleStringEncoder<String>())
                .withBucketAssigner(new BasePathBucketAssigner<>())
                .withRollingPolicy(policy)
                .build();
    }

    private FileSink<String> byWholeElement(RollingPolicy<String, String> policy) {
        return FileSink.forRowFormat(new Path(directory.toUri()), new SimpleStringEncoder<String>())
                .withBucketAssigner(new WholeElement())
                .withRollingPolicy(policy)
                .build();
    }

    private FileSink<String> byFirstLetter(RollingPolicy<String, String> policy) {
        return FileSink.forRowFormat(new Path(directory.toUri()), new SimpleStringEncoder<String>())
                .withBucketAssigner(new FirstLetter())
                .withRollingPolicy(policy)
                .build();
    }

    private FileSink<String> faulty(RollingPolicy<String, String> policy) {
        return FileSink.forRowFormat(faulty.path("/data/out"), new SimpleStringEncoder<String>())
                .withBucketAssigner(new FirstLetter())
                .withRollingPolicy(policy)
                .build();
    }

    private List<java.nio.file.Path> files() throws IOException {
        try (Stream<java.nio.file.Path> all = Files.walk(directory)) {
            return all.filter(Files::isRegularFile).toList();
        }
    }

    private List<java.nio.file.Path> hidden() throws IOException {
        return files().stream().filter(f -> f.getFileName().toString().startsWith(".")).toList();
    }

    /** In the order of their numbers. */
    @ParameterizedTest
    @ValueSource(strings = {"../outside", "a/../../outside", "..", "/outside"})
    void aBucketIdThatLeadsOutOfTheSinksDirectoryIsRefused(String bucketId) throws Exception {
        FileSinkRun run =
                new FileSinkRun(
                        byWholeElement(OnCheckpointRollingPolicy.build()), JobID.generate());
        run.start();
        assertThatThrownBy(() -> run.write(bucketId))
                .hasStackTraceContaining("bucket id '" + bucketId + "'")
                .hasStackTraceContaining(directory.toString());
        run.write("..within");
        run.finish(1);
        assertThat(visible(directory.resolve("..within"))).hasSize(1);
    }

    private static List<java.nio.file.Path> visible(java.nio.file.Path bucket) throws IOException {
        if (!Files.isDirectory(bucket)) {
            return List.of();
        }
        try (Stream<java.nio.file.Path> all = Files.list(bucket)) {
            return all.filter(
                            f ->
                                    Files.isRegularFile(f)
                                            && !f.getFileName().toString().startsWith("."))
                    .sorted()
                    .toList();
        }
    }

    private List<String> allLines() throws IOException {
        return lines(
                files().stream().filter(f -> !f.getFileName().toString().startsWith(".")).toList());
    }

    private static List<String> lines(List<java.nio.file.Path> files) {
        List<String> lines = new ArrayList<>();
        for (java.nio.file.Path file : files) {
            try {
                lines.addAll(Files.readAllLines(file));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return lines;
    }

    /** A bucket for each first letter. */
    private static final class FirstLetter implements BucketAssigner<String, String> {

        private static final long serialVersionUID = 1L;

        @Override
        public String getBucketId(String element, BucketAssigner.Context context) {
            return element.substring(0, 1);
        }

        @Override
        public SimpleVersionedSerializer<String> getSerializer() {
            return SimpleVersionedStringSerializer.INSTANCE;
        }
    }

    /** A bucket for each element, named as it says. */
    private static final class WholeElement implements BucketAssigner<String, String> {

        private static final long serialVersionUID = 1L;

        @Override
        public String getBucketId(String element, BucketAssigner.Context context) {
            return element;
        }

        @Override
        public SimpleVersionedSerializer<String> getSerializer() {
            return SimpleVersionedStringSerializer.INSTANCE;
        }
    }

    /** A format with a head and a foot. */
    private static final class Framed implements BulkWriter.Factory<String> {

        private static final long serialVersionUID = 1L;

        @Override
        public BulkWriter<String> create(FSDataOutputStream out) throws IOException {
            out.write('<');
            return new BulkWriter<>() {
                @Override
                public void addElement(String element) throws IOException {
                    out.write((element + "|").getBytes(StandardCharsets.UTF_8));
                }

                @Override
                public void flush() throws IOException {
                    out.flush();
                }

                @Override
                public void finish() throws IOException {
                    out.write('>');
                    out.close();
                }
            };
        }
    }
}
