// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.core.fs.FileSystem;
import io.millrace.core.fs.Path;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobLockTest {

    @TempDir java.nio.file.Path dir;

    private final FileSystem local = FileSystem.getLocalFileSystem();

    @Test
    void isHeldOnceInAProcessWhateverThePathToIt() throws Exception {
        java.nio.file.Path job = Files.createDirectory(dir.resolve("job"));
        java.nio.file.Path link = Files.createSymbolicLink(dir.resolve("link"), job);
        try (JobLock lock = JobLock.acquire(local, path(job), "words")) {
            assertThat(lock).isNotNull();
            assertThatThrownBy(() -> JobLock.acquire(local, path(job), "words"))
                    .hasMessageContaining("this very process");
            assertThatThrownBy(() -> JobLock.acquire(local, path(link), "words"))
                    .hasMessageContaining("this very process");
            assertThat(JobLock.holder(local, path(link))).contains(JobLock.self("words"));
        }
        assertThat(JobLock.holder(local, path(job))).isEmpty();
        JobLock.acquire(local, path(job), "words").close();
    }

    @Test
    void closingTwiceDoesNotTakeItFromTheNext() throws Exception {
        JobLock first = JobLock.acquire(local, path(dir), "words");
        first.close();
        try (JobLock second = JobLock.acquire(local, path(dir), "words")) {
            first.close();
            assertThat(second).isNotNull();
            assertThat(JobLock.holder(local, path(dir))).isPresent();
        }
    }

    @Test
    void aDirectoryNobodyEverLockedIsFree() throws Exception {
        assertThat(JobLock.holder(local, path(dir))).isEmpty();
        assertThat(dir.resolve("lock")).doesNotExist();
    }

    @Test
    void aLockOfAnotherProcessIsToldWithItsNameAndDiesWithIt() throws Exception {
        Process other = process(Other.class);
        try (BufferedReader said =
                new BufferedReader(
                        new InputStreamReader(other.getInputStream(), StandardCharsets.UTF_8))) {
            assertThat(said.readLine()).isEqualTo("locked");
            assertThatThrownBy(() -> JobLock.acquire(local, path(dir), "words"))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("process " + other.pid() + " on " + ThisHost.name())
                    .hasMessageContaining(dir.toString());
            assertThat(JobLock.holder(local, path(dir)))
                    .contains(new JobLock.Holder(other.pid(), ThisHost.name(), "words"));
        } finally {
            other.destroyForcibly().waitFor();
        }
        assertThat(JobLock.holder(local, path(dir))).isEmpty();
        JobLock.acquire(local, path(dir), "words").close();
    }

    private Process process(Class<?> main) throws IOException {
        return new ProcessBuilder(
                        ProcessHandle.current().info().command().orElse("java"),
                        "-cp",
                        System.getProperty("java.class.path"),
                        main.getName(),
                        dir.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    @Test
    void whoOnlyAsksForTheHolderKeepsNobodyOut() throws Exception {
        JobLock.acquire(local, path(dir), "words").close();
        Process asking = process(Asking.class);
        try (BufferedReader said =
                new BufferedReader(
                        new InputStreamReader(asking.getInputStream(), StandardCharsets.UTF_8))) {
            assertThat(said.readLine()).isEqualTo("asking");
            for (int i = 0; i < 300; i++) {
                JobLock.acquire(local, path(dir), "words").close();
            }
            assertThat(asking.isAlive()).isTrue();
        } finally {
            asking.destroyForcibly().waitFor();
        }
    }

    @Test
    void aJobsNameMayHaveAnyLetters() throws Exception {
        Path other = path(Files.createDirectory(dir.resolve("other")));
        String name = "words\nand \u00e4\n";
        try (JobLock lock = JobLock.acquire(local, other, name)) {
            assertThat(lock).isNotNull();
            assertThat(Files.readString(dir.resolve("other").resolve("lock")))
                    .endsWith(name + "\n");
            assertThat(JobLock.holder(local, other)).contains(JobLock.self(name));
        }
    }

    @Test
    void aLockFileThatCannotBeOpenedIsToldWithWhatToDo() throws Exception {
        // As root, who may open each file, only what is no file refuses.
        Files.createDirectory(dir.resolve("lock"));
        assertThatThrownBy(() -> JobLock.holder(local, path(dir)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("lock file " + dir.resolve("lock"))
                .hasMessageContaining("another user")
                .hasMessageContaining("execution.checkpointing.dir");
        assertThatThrownBy(() -> JobLock.acquire(local, path(dir), "words"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("another user");
    }

    /** Takes the lock, says so, and waits to be killed. */
    public static final class Other {
        public static void main(String[] args) throws Exception {
            try (JobLock lock =
                    JobLock.acquire(FileSystem.getLocalFileSystem(), new Path(args[0]), "words")) {
                System.out.println(lock == null ? "not locked" : "locked");
                System.out.flush();
                System.in.transferTo(OutputStream.nullOutputStream());
            }
        }
    }

    /** Asks who has the lock, again and again, until it is killed. */
    public static final class Asking {
        public static void main(String[] args) throws Exception {
            FileSystem local = FileSystem.getLocalFileSystem();
            System.out.println("asking");
            System.out.flush();
            long held = 0;
            while (held >= 0) {
                held += JobLock.holder(local, new Path(args[0])).isPresent() ? 1 : 0;
            }
        }
    }

    private static Path path(java.nio.file.Path path) {
        return Path.fromLocalFile(path.toFile());
    }
}
