// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.configuration.Configuration;
import io.millrace.core.execution.JobClient;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.sink.v2.DiscardingSink;
import io.millrace.streaming.api.functions.source.SourceFunction;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import program.EndlessCount;
import program.Ledger;

/** Steering jobs by their process's socket: of this JVM, and of one that is killed. */
@DisplayName("millrace list, savepoint, stop and cancel")
@Timeout(60)
class SteerCommandTest {

    @TempDir Path folder;

    private final List<JobClient> started = new ArrayList<>();
    private final Call call = new Call();
    private Path sockets;
    private Process process;

    /** Paths of sockets are short: the folder of a test may be none. */
    @BeforeEach
    void makeShortFolder() throws IOException {
        sockets = Files.createTempDirectory("mr").resolve("s");
    }

    @AfterEach
    void leaveNothingRunning() throws Exception {
        for (JobClient job : started) {
            job.cancel().get();
        }
        if (process != null) {
            process.destroyForcibly().waitFor();
        }
        while (Files.exists(sockets.getParent())) {
            try (Stream<Path> files = Files.walk(sockets.getParent())) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.deleteIfExists(file);
                }
            } catch (UncheckedIOException | NoSuchFileException | DirectoryNotEmptyException e) {
                continue; // whoever listened there tidies up at the same time
            }
        }
    }

    private JobClient start(String name) throws Exception {
        Configuration settings = new Configuration();
        settings.setString(
                "execution.checkpointing.dir", folder.resolve("checkpoints").toUri().toString());
        settings.setString("millrace.steering.dir", sockets.toString());
        JobClient job = Ledger.start(settings, name, 3, 0);
        started.add(job);
        await(() -> !socketFiles().isEmpty());
        return job;
    }

    private int millrace(String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.add("--sockets");
        all.add(sockets.toString());
        return call.millrace(Map.of(), all.toArray(new String[0]));
    }

    private List<String> lines() {
        return call.lines();
    }

    private String said() {
        return call.said();
    }

    private List<Path> socketFiles() {
        try (Stream<Path> files = Files.list(sockets)) {
            return files.filter(file -> file.toString().endsWith(".sock")).toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    private static void await(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            LockSupport.parkNanos(5_000_000);
        }
    }

    @Test
    void listShowsTheJobsOfAllProcesses() throws Exception {
        JobClient one = start("one");
        JobClient other = start("other of them");

        assertThat(millrace("list")).isZero();
        assertThat(lines()).hasSize(3);
        assertThat(lines().get(0)).startsWith("job ").contains("last checkpoint", "directory");
        assertThat(lines().get(1))
                .startsWith(one.getJobID().toHexString())
                .contains("one", "RUNNING", "chk-");
        assertThat(lines().get(2))
                .startsWith(other.getJobID().toHexString())
                .contains("other of them");

        assertThat(millrace("list", "--format", "json")).isZero();
        assertThat(lines().get(0)).contains("\"process\": " + ProcessHandle.current().pid());
    }

    @Test
    void cancelByNameIdOrBeginningOfTheIdEndsTheJob() throws Exception {
        JobClient byName = start("one");
        assertThat(millrace("cancel", "one")).isZero();
        assertThat(said()).contains("cancelling job 'one' (" + byName.getJobID());
        assertThat(byName.getJobExecutionResult()).isCompletedExceptionally();

        JobClient byId = start("one");
        assertThat(millrace("cancel", byId.getJobID().toHexString().substring(0, 12))).isZero();
        assertThat(byId.getJobExecutionResult()).isCompletedExceptionally();
    }

    @Test
    void savepointStopAndCancelWithSavepointPrintWhereItLies() throws Exception {
        Path target = folder.resolve("savepoints");
        JobClient job = start("one");

        assertThat(millrace("savepoint", "one", target.toString(), "--format", "canonical"))
                .isZero();
        assertThat(said()).contains("taking a savepoint of job 'one'");
        String first = lines().get(0);
        assertThat(first).contains(target.toString()).contains("savepoint-");
        assertThat(job.getJobExecutionResult()).isNotDone();

        assertThat(millrace("cancel", "one", "-s", target.toString())).isZero();
        assertThat(lines().get(0)).contains("savepoint-").isNotEqualTo(first);
        assertThat(job.getJobExecutionResult()).isCompletedExceptionally();

        JobClient again = start("one");
        assertThat(millrace("stop", "one", "-p", target.toString())).isZero();
        assertThat(lines().get(0)).contains("savepoint-");
        assertThat(again.getJobExecutionResult()).isCompleted();
    }

    @Test
    void aJobThatIsNotThereOrNotTheOnlyOneIsToldWithThoseThereAre() throws Exception {
        JobClient one = start("same");
        JobClient two = start("same");

        assertThat(millrace("cancel", "nobody")).isEqualTo(1);
        assertThat(said()).contains("No job 'nobody'", one.getJobID().toHexString());
        assertThat(millrace("cancel", "same")).isEqualTo(1);
        assertThat(said())
                .contains(
                        "2 jobs 'same'; say which by its id",
                        one.getJobID().toHexString(),
                        two.getJobID().toHexString());
        assertThat(millrace("stop")).isEqualTo(2);
        assertThat(millrace("savepoint", "same", "--format", "odd")).isEqualTo(2);
    }

    @Test
    void aSavepointThatCannotBeWrittenIsToldAndTheJobRunsOn() throws Exception {
        JobClient job = start("one");
        Path file = Files.writeString(folder.resolve("a-file"), "no directory");

        assertThat(millrace("savepoint", "one", file.toString())).isEqualTo(1);
        assertThat(said()).contains("a-file");
        assertThat(lines()).isEmpty();
        assertThat(millrace("cancel", "one", "-s", file.toString())).isEqualTo(1);
        assertThat(said()).contains("a-file");
        assertThat(millrace("stop", "one", "-p", file.toString())).isEqualTo(1);
        assertThat(said()).contains("a-file");

        assertThat(job.getJobExecutionResult()).isNotDone();
        assertThat(millrace("savepoint", "one", folder.resolve("there").toString())).isZero();
        assertThat(lines().get(0)).contains("savepoint-");
    }

    /** Emits one number, and does not return when it is asked to. */
    private static final class Stubborn implements SourceFunction<Long> {
        private static final long serialVersionUID = 1L;
        static final CountDownLatch LEAVE = new CountDownLatch(1);
        static final CountDownLatch RUNS = new CountDownLatch(1);

        @Override
        public void run(SourceContext<Long> context) throws Exception {
            context.collect(1L);
            RUNS.countDown();
            boolean left = false;
            while (!left) {
                try {
                    LEAVE.await();
                    left = true;
                } catch (InterruptedException e) {
                    continue; // it is stubborn
                }
            }
        }

        @Override
        public void cancel() {
            // it does not listen
        }
    }

    @Test
    void aJobWhoseSourceDoesNotReturnIsWaitedForAndItIsSaidWhy() throws Exception {
        Configuration settings = new Configuration();
        settings.setString("millrace.steering.dir", sockets.toString());
        settings.setString(
                "execution.checkpointing.dir", folder.resolve("checkpoints").toUri().toString());
        StreamExecutionEnvironment env =
                StreamExecutionEnvironment.getExecutionEnvironment(settings);
        env.addSource(new Stubborn()).returns(Long.class).sinkTo(new DiscardingSink<>());
        JobClient job = env.executeAsync("stubborn");
        started.add(job);
        Stubborn.RUNS.await();

        Path target = folder.resolve("savepoints");
        CompletableFuture<Integer> stop =
                CompletableFuture.supplyAsync(
                        () -> millrace("stop", "stubborn", "-p", target.toString()));
        await(() -> stop.isDone() || said().contains("its sources have returned"));
        assertThat(stop).as(said()).isNotDone();

        Stubborn.LEAVE.countDown();
        assertThat(stop.get(20, TimeUnit.SECONDS)).as(said()).isZero();
        assertThat(lines().get(0)).contains("savepoint-");
        assertThat(job.getJobExecutionResult()).isCompleted();
    }

    @Test
    void whereNoJobRunsNothingIsLeft() throws Exception {
        assertThat(millrace("list")).isZero();
        assertThat(said()).contains("no job of this user runs");

        start("one");
        assertThat(millrace("cancel", "one")).isZero();

        await(() -> socketFiles().isEmpty());
        await(
                () ->
                        Thread.getAllStackTraces().keySet().stream()
                                .noneMatch(thread -> thread.getName().equals("millrace steering")));
        assertThat(millrace("list")).isZero();
    }

    @Test
    void theDirectoryIsOpenToNobodyElse() throws Exception {
        start("one");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(sockets)))
                .isEqualTo("rwx------");

        Files.setPosixFilePermissions(sockets, PosixFilePermissions.fromString("rwxrwx---"));
        assertThat(millrace("list")).isEqualTo(1);
        assertThat(said()).contains("can't be used", "others may use it", "rwxrwx---");
    }

    @Test
    void aDirectoryThatOthersCanOpenIsNotUsedAndTheJobRunsAllTheSame() throws Exception {
        Files.createDirectory(sockets);
        Files.setPosixFilePermissions(sockets, PosixFilePermissions.fromString("rwxr-xr-x"));
        Configuration settings = new Configuration();
        settings.setString("millrace.steering.dir", sockets.toString());
        started.add(Ledger.start(settings, "one", 1, 0));
        assertThat(socketFiles()).isEmpty();
    }

    @Test
    void theSettingTurnsItOff() throws Exception {
        Configuration settings = new Configuration();
        settings.setString("millrace.steering.dir", sockets.toString());
        settings.setString("millrace.steering.enabled", "false");
        started.add(Ledger.start(settings, "one", 1, 0));
        assertThat(Files.exists(sockets)).isFalse();
    }

    @Test
    void nonsenseIsAnsweredAndTheNextOneIsServed() throws Exception {
        start("one");
        Path socket = socketFiles().get(0);
        assertThat(ask(socket, "GET / HTTP/1.1\r\n")).startsWith("failed message=");
        assertThat(ask(socket, "millrace protocol=99 call=list\n"))
                .contains("version+1+of+the+protocol");
        assertThat(ask(socket, "millrace protocol=1 call=explode\n")).contains("There+is+no+call");
        assertThat(ask(socket, "millrace protocol=1 call=cancel job=0\n"))
                .contains("There+is+no+job+0");
        assertThat(ask(socket, "x".repeat(70_000) + "\n")).startsWith("failed message=");
        // One that says nothing at all, and one that hangs up, are in nobody's way.
        try (SocketChannel silent = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
            SocketChannel.open(UnixDomainSocketAddress.of(socket)).close();
            assertThat(millrace("list")).isZero();
            assertThat(lines()).hasSize(2);
            assertThat(silent.isOpen()).isTrue();
        }
    }

    private static String ask(Path socket, String question) throws IOException {
        try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
            ByteBuffer bytes = ByteBuffer.wrap(question.getBytes(StandardCharsets.US_ASCII));
            try {
                while (bytes.hasRemaining()) {
                    channel.write(bytes);
                }
            } catch (IOException e) {
                // It need not be read to its end.
                assertThat(question.length()).isGreaterThan(60_000);
            }
            return new String(
                    Channels.newInputStream(channel).readAllBytes(), StandardCharsets.US_ASCII);
        }
    }

    @Test
    void aSocketThatAKilledProcessLeftIsRemovedByWhoFindsIt() throws Exception {
        Files.createDirectory(
                sockets,
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Path dead = sockets.resolve("1-gone.sock");
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(UnixDomainSocketAddress.of(dead));
        }
        assertThat(dead).exists();

        assertThat(millrace("list")).isZero();
        assertThat(dead).doesNotExist();
    }

    @Test
    void aJobOfAnotherProcessIsSteeredUntilThatIsKilled() throws Exception {
        Path jar =
                Jars.of(
                        folder.resolve("count.jar"),
                        EndlessCount.class,
                        EndlessCount.class.getName());
        process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-XX:TieredStopAtLevel=1",
                                "-cp",
                                System.getProperty("java.class.path"),
                                "io.millrace.cli.Main",
                                "run",
                                "-D",
                                "millrace.steering.dir=" + sockets,
                                "-D",
                                "execution.checkpointing.dir=" + folder.resolve("c").toUri(),
                                jar.toString())
                        .redirectOutput(folder.resolve("out").toFile())
                        .redirectError(folder.resolve("err").toFile())
                        .start();
        await(() -> !socketFiles().isEmpty() || !process.isAlive());

        assertThat(millrace("list", "--format", "csv")).isZero();
        assertThat(lines()).hasSize(2);
        assertThat(lines().get(1))
                .containsPattern("endless count,(CREATED|RUNNING)")
                .contains("," + process.pid());

        process.destroyForcibly();
        assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(socketFiles()).hasSize(1);
        assertThat(millrace("list")).isZero();
        assertThat(said()).contains("no job of this user runs");
        assertThat(socketFiles()).isEmpty();
    }
}
