// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.core.fs.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.millrace.core.fs.FileStatus;
import io.millrace.core.fs.FileSystem.WriteMode;
import io.millrace.core.fs.Path;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Names that a JVM cannot express, because of its locale or because nothing can. */
class FileNamesTest {

    private static final String ODD = "ch\u00e4ckpoints";

    @TempDir java.nio.file.Path dir;

    @Test
    void aLocaleThatIsNotUtf8IsNamedWithTheWayOut() {
        File file = new File("/data/" + ODD);
        InvalidPathException refusal = new InvalidPathException(file.getPath(), "unmappable");
        assertThat(FileNames.why(file, refusal, "ANSI_X3.4-1968"))
                .contains(file.getPath(), "ANSI_X3.4-1968", "locale", "LC_ALL=C.UTF-8");
        assertThat(FileNames.why(file, refusal, "UTF-8"))
                .as("the locale has no part in it")
                .contains(file.getPath(), "unmappable")
                .doesNotContain("LC_ALL");
    }

    @Test
    void aNameNoFileCanHaveIsAnErrorThatNamesIt() {
        LocalFileSystem fileSystem = LocalFileSystem.getSharedInstance();
        Path impossible = new Path(dir.toString(), "a\0b");
        assertThatThrownBy(() -> fileSystem.mkdirs(impossible))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("a\0b")
                .hasCauseInstanceOf(InvalidPathException.class)
                .message()
                .doesNotContain("locale");
        assertThatThrownBy(() -> fileSystem.exists(impossible)).isInstanceOf(IOException.class);
    }

    /** Run in a JVM of its own: does everything in turn to a name outside ASCII. */
    static final class InAnotherLocale {

        private interface Use {
            void make() throws IOException;
        }

        public static void main(String[] args) throws Exception {
            System.out.println("encoding: " + System.getProperty("sun.jnu.encoding"));
            LocalFileSystem fs = LocalFileSystem.getSharedInstance();
            Path odd = new Path(args[0], ODD);
            LocalRecoverableWriter writer = fs.createRecoverableWriter();
            LocalRecoverable pending =
                    new LocalRecoverable(
                            new File(args[0], ODD),
                            new File(args[0], "." + ODD + ".inprogress"),
                            4,
                            true,
                            false);
            tell("mkdirs", () -> fs.mkdirs(odd));
            tell("exists", () -> fs.exists(odd));
            tell("status", () -> fs.getFileStatus(odd));
            tell("list", () -> fs.listStatus(odd));
            tell("delete", () -> fs.delete(odd, true));
            tell("create", () -> fs.create(odd, WriteMode.OVERWRITE));
            tell("open", () -> fs.open(odd));
            tell("rename from", () -> fs.rename(odd, new Path(args[0], "b")));
            tell("rename to", () -> fs.rename(new Path(args[0], "a"), odd));
            tell("sync", () -> ((DurableLocalFileSystem) fs).syncDirectory(odd));
            tell("write", () -> writer.open(odd));
            tell("resume", () -> writer.recover(pending));
            tell("commit", () -> writer.recoverForCommit(pending).commitAfterRecovery());
            for (FileStatus status : fs.listStatus(new Path(args[0]))) {
                tell("read what was listed", () -> fs.open(status.getPath()));
            }
        }

        private static void tell(String what, Use use) {
            try {
                use.make();
                System.out.println(what + ": done");
            } catch (IOException | RuntimeException e) {
                System.out.println(what + ": " + e.getClass().getName() + ": " + e.getMessage());
            }
        }
    }

    @Test
    @Timeout(60)
    void aJvmWithoutALocaleRefusesEveryUseOfSuchANameAndSaysHowToStartIt() throws Exception {
        assumeThat(System.getProperty("sun.jnu.encoding")).isEqualToIgnoringCase("UTF-8");
        Files.writeString(dir.resolve(ODD), "text");
        ProcessBuilder builder =
                new ProcessBuilder(
                        java.nio.file.Path.of(System.getProperty("java.home"), "bin", "java")
                                .toString(),
                        "-Dfile.encoding=UTF-8",
                        "-cp",
                        System.getProperty("java.class.path"),
                        InAnotherLocale.class.getName(),
                        dir.toString());
        builder.environment().put("LC_ALL", "POSIX");
        Process process = builder.redirectErrorStream(true).start();
        String output;
        try (var reader = process.inputReader(StandardCharsets.UTF_8)) {
            output = reader.lines().collect(Collectors.joining("\n"));
        } finally {
            process.destroyForcibly();
        }
        // A system may encode names in UTF-8 whatever the locale; then there is nothing to refuse.
        assumeThat(output).contains("encoding: ").doesNotContain("encoding: UTF-8");

        assertThat(output.lines().filter(line -> !line.matches("(encoding: |SLF4J).*")).toList())
                .hasSize(14)
                .allSatisfy(
                        line ->
                                assertThat(line)
                                        .contains(
                                                ": java.io.IOException: The path " + dir,
                                                "LC_ALL=C.UTF-8"));
        assertThat(dir.resolve(ODD)).hasContent("text");
    }
}
