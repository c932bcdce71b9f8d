// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli.migrate;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.cli.Surroundings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/**
 * Small trees that lie here as they were before and as they must be after, with the report that
 * must be given.
 */
class MigrateTest {

    private static final String VERSION = "0.1.0-SNAPSHOT";

    @TempDir Path folder;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private String failure = "";

    @ParameterizedTest
    @ValueSource(strings = {"clicks", "gates"})
    void aTreeBecomesWhatItMustBeByteForByte(String name) throws Exception {
        Path tree = copy(name);

        assertThat(migrate("--write", "--no-diff", tree.toString())).isEqualTo(1);

        assertThat(contents(tree)).isEqualTo(contents(resource(name + "/after")));
        assertThat(reported(tree))
                .containsExactlyElementsOf(Files.readAllLines(resource(name + "/report.txt")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"clicks", "gates"})
    void withoutWriteNothingIsWritten(String name) throws Exception {
        Path tree = copy(name);

        assertThat(migrate(tree.toString())).isEqualTo(1);

        assertThat(contents(tree)).isEqualTo(contents(resource(name + "/before")));
        assertThat(said()).contains("nothing was written: add --write for that");
    }

    @ParameterizedTest
    @ValueSource(strings = {"clicks", "gates"})
    void aSecondMigrationChangesNothing(String name) throws Exception {
        Path tree = folder.resolve(name);
        copy(resource(name + "/after"), tree);

        migrate("--write", tree.toString());

        assertThat(contents(tree)).isEqualTo(contents(resource(name + "/after")));
        assertThat(said()).contains("Nothing to change.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"clicks", "gates"})
    void whatIsShownIsAPatchThatGitTakes(String name) throws Exception {
        Path tree = copy(name);
        git(tree, "init", "-q");
        migrate(tree.toString());
        Path patch = folder.resolve("patch");
        Files.write(patch, out.toByteArray());

        git(tree, "apply", patch.toString());

        assertThat(contents(tree)).isEqualTo(contents(resource(name + "/after")));
    }

    @Test
    void whatNoCommitHasIsNotOverwritten() throws Exception {
        Path tree = copy("gates");
        git(tree, "init", "-q");

        assertThat(migrate("--write", tree.toString())).isEqualTo(2);

        assertThat(failure)
                .contains("no commit has")
                .contains("--allow-dirty")
                .contains("Gates.java");
        assertThat(Files.exists(tree.resolve("src/main/java/org"))).isTrue();

        git(tree, "add", "-A");
        git(tree, "-c", "user.name=n", "-c", "user.email=e", "commit", "-q", "-m", "all");
        Files.writeString(tree.resolve("notes.txt"), "of no concern");
        assertThat(migrate("--write", tree.toString())).isEqualTo(1);
        assertThat(Files.exists(tree.resolve("src/main/java/org"))).isFalse();
    }

    @Test
    void whatIsDirtyIsWrittenWhenAllowed() throws Exception {
        Path tree = copy("gates");
        git(tree, "init", "-q");

        assertThat(migrate("--write", "--allow-dirty", tree.toString())).isEqualTo(1);

        assertThat(contents(tree)).isEqualTo(contents(resource("gates/after")));
    }

    @Test
    void aTreeThatUsesOnlyWhatIsHereEndsWithZero() throws Exception {
        write("a/Good.java", "class Good { org.apache.flink.util.Collector<String> c; }");

        assertThat(migrate("--write", folder.toString())).isZero();

        assertThat(Files.readString(folder.resolve("a/Good.java")))
                .isEqualTo("class Good { io.millrace.util.Collector<String> c; }");
        assertThat(said()).doesNotContain("hand");
    }

    @Test
    void linksAndOutputAndBinaryFilesAreLeft() throws Exception {
        String text = "class X { org.apache.flink.util.Collector<String> c; }";
        write("target/X.java", text);
        write("module/build/X.java", text);
        write(".idea/X.java", text);
        write("src/main/java/my/build/X.java", text);
        write("data.json", "\0 org.apache.flink.util.Collector");
        Files.createSymbolicLink(folder.resolve("Link.java"), folder.resolve("target/X.java"));

        migrate("--write", "--no-diff", folder.toString());

        assertThat(said()).contains("1 file changed").contains("src/main/java/my/build/X.java");
        assertThat(Files.isSymbolicLink(folder.resolve("Link.java"))).isTrue();
        assertThat(Files.readString(folder.resolve("target/X.java"))).isEqualTo(text);
    }

    @Test
    void aFileKeepsItsPermissions() throws Exception {
        write("run.sh", "java org.apache.flink.util.Collector\n");
        Path script = folder.resolve("run.sh");
        Assumptions.assumeTrue(
                Files.getFileStore(script).supportsFileAttributeView("posix"),
                "no permissions here");
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-x--x"));

        assertThat(migrate("--write", folder.toString())).isZero();

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(script)))
                .isEqualTo("rwxr-x--x");
        assertThat(Files.readString(script)).isEqualTo("java io.millrace.util.Collector\n");
        try (Stream<Path> all = Files.list(folder)) {
            assertThat(all).containsExactly(script);
        }
    }

    @Test
    void aCatalogsVersionIsOursThoughItsKeyIsAWordThatOccursElsewhere() throws Exception {
        write(
                "gradle/libs.versions.toml",
                """
                [versions]
                flink = "1.20.1"
                shared = "1.20.2"
                [libraries]
                flink-core = { module = "org.apache.flink:flink-core", version.ref = "flink" }
                flink-json = { group = "org.apache.flink", name = "flink-json", version.ref = "flink" }
                flink-csv = { module = "org.apache.flink:flink-csv", version.ref = "shared" }
                other = { module = "com.acme:other", version.ref = "shared" }
                """);
        write("build.gradle.kts", "dependencies { implementation(libs.flink.core) }\n");

        assertThat(migrate("--write", "--no-diff", folder.toString())).isZero();

        assertThat(Files.readString(folder.resolve("gradle/libs.versions.toml")))
                .isEqualTo(
                        """
                        [versions]
                        flink = "%1$s"
                        shared = "1.20.2"
                        [libraries]
                        flink-core = { module = "io.millrace:millrace", version.ref = "flink" }
                        flink-json = { group = "io.millrace", name = "millrace-format-json", version.ref = "flink" }
                        flink-csv = { module = "io.millrace:millrace-format-csv", version = "%1$s" }
                        other = { module = "com.acme:other", version.ref = "shared" }
                        """
                                .formatted(VERSION));
    }

    @Test
    void anArtifactSaidInPartsIsChangedAndOneSaidOtherwiseIsReported() throws Exception {
        write(
                "build.gradle.kts",
                """
                val flinkVersion = "1.20.1"
                val group = "org.apache.flink"
                dependencies {
                    implementation("org.apache.flink", "flink-connector-files", flinkVersion)
                    implementation("org.apache.flink", "flink-json", "1.20.1") {
                        exclude("org.apache.flink", "flink-shaded-jackson")
                    }
                    implementation(group, "flink-csv", "1.20.1")
                }
                """);

        assertThat(migrate("--write", "--no-diff", folder.toString())).isEqualTo(1);

        assertThat(Files.readString(folder.resolve("build.gradle.kts")))
                .contains("(\"io.millrace\", \"millrace-connector-files\", flinkVersion)")
                .contains("val flinkVersion = \"" + VERSION + '"')
                .contains("(\"io.millrace\", \"millrace-format-json\", \"" + VERSION);
        assertThat(reported(folder))
                .singleElement()
                .asString()
                .startsWith(
                        "build.gradle.kts:2: an artifact of org.apache.flink was left as it is");
    }

    @Test
    void whatDoesNotExistYetIsReportedBySecondMigrationsToo() throws Exception {
        write(
                "pom.xml",
                """
                <project>
                  <dependencies>
                    <dependency>
                      <groupId>org.apache.flink</groupId>
                      <artifactId>flink-connector-jdbc</artifactId>
                      <version>3.3.0-1.20</version>
                    </dependency>
                  </dependencies>
                </project>
                """);
        write("build.gradle", "implementation 'org.apache.flink:flink-connector-jdbc:3.3.0-1.20'");
        migrate("--write", "--no-diff", folder.toString());
        List<String> first = reported(folder);

        assertThat(migrate("--write", "--no-diff", folder.toString())).isEqualTo(1);

        assertThat(said()).contains("Nothing to change.");
        assertThat(first).hasSize(2);
        assertThat(reported(folder)).isEqualTo(first);
    }

    @Test
    void namesOfFlink2BecomeThoseOfFlink120() throws Exception {
        write(
                "New.java",
                """
                import org.apache.flink.streaming.api.functions.sink.legacy.RichSinkFunction;
                import org.apache.flink.streaming.api.functions.source.legacy.*;
                import org.apache.flink.util.ParameterTool;
                import org.apache.flink.util.ParameterToolbox;
                """);

        assertThat(migrate("--write", folder.toString())).isEqualTo(1);

        assertThat(Files.readString(folder.resolve("New.java")))
                .isEqualTo(
                        """
                        import io.millrace.streaming.api.functions.sink.RichSinkFunction;
                        import io.millrace.streaming.api.functions.source.*;
                        import io.millrace.api.java.utils.ParameterTool;
                        import io.millrace.util.ParameterToolbox;
                        """);
        assertThat(reported(folder))
                .containsExactly("New.java:4: io.millrace.util.ParameterToolbox is not here");
    }

    @Test
    void aMissingClassIsFoundThoughItsPackageIsImportedWhole() throws Exception {
        write(
                "Whole.java",
                """
                import org.apache.flink.streaming.api.datastream.*;
                import org.apache.flink.api.java.*;

                class Whole {
                    SplitStream<String> split;
                    SplitStream<String> again;
                    GeneratedElsewhere other;

                    void run() {
                        ExecutionEnvironment.getExecutionEnvironment();
                    }
                }
                """);

        assertThat(migrate("--write", "--no-diff", folder.toString())).isEqualTo(1);

        assertThat(reported(folder))
                .hasSize(2)
                .anyMatch(
                        line ->
                                line.startsWith(
                                        "Whole.java:5: io.millrace.streaming.api.datastream.SplitStream is not here: split and select"))
                .anyMatch(
                        line ->
                                line.startsWith(
                                        "Whole.java:10: io.millrace.api.java.ExecutionEnvironment is not here: the DataSet API"));
    }

    @Test
    void aMissingMemberIsFoundWhereverTheCallStands() throws Exception {
        write(
                "Calls.java",
                """
                import org.apache.flink.streaming.api.datastream.DataStream;
                import com.acme.Unknown;

                class Calls {
                    Unknown unknown;

                    void calls(DataStream<String> stream) {
                        stream.map(String::length)
                                .keyBy(length -> length)
                                .sum(0)
                                .split(null);
                        unknown.anything(stream.flow());
                        org.apache.flink.util.Preconditions.checkMood();
                    }
                }
                """);

        assertThat(migrate(folder.toString())).isEqualTo(1);

        assertThat(reported(folder).stream().map(line -> line.replaceAll("(is not here).*", "$1")))
                .containsExactly(
                        "Calls.java:11: io.millrace.streaming.api.datastream.SingleOutputStreamOperator.split(...) is not here",
                        "Calls.java:12: io.millrace.streaming.api.datastream.DataStream.flow(...) is not here",
                        "Calls.java:13: io.millrace.util.Preconditions.checkMood(...) is not here");
    }

    @Test
    void whatToUseInsteadIsToldOfSubclassesToo() throws Exception {
        write(
                "Calls.java",
                """
                import org.apache.flink.streaming.api.datastream.DataStreamSource;

                class Calls {
                    void calls(DataStreamSource<String> stream) {
                        stream.fullWindowPartition();
                        stream.split(null);
                    }
                }
                """);

        migrate(folder.toString());

        assertThat(reported(folder))
                .hasSize(2)
                .allMatch(line -> line.contains("is not here: "))
                .anyMatch(line -> line.contains("createWithEndOfStreamTrigger"));
    }

    @Test
    void aVersionThatOthersUseTooStays() throws Exception {
        String pom =
                """
                <project>
                  <properties><flink.version>1.20.3</flink.version></properties>
                  <dependencies>
                    <dependency><groupId>org.apache.flink</groupId><artifactId>flink-core</artifactId><version>${flink.version}</version></dependency>
                    <dependency><groupId>org.apache.flink</groupId><artifactId>flink-cep</artifactId><version>${flink.version}</version></dependency>
                  </dependencies>
                </project>
                """;
        write("pom.xml", pom);

        migrate("--write", folder.toString());

        assertThat(Files.readString(folder.resolve("pom.xml")))
                .contains("<flink.version>1.20.3</flink.version>")
                .containsPattern("<artifactId>millrace</artifactId><version>\\d[\\w.-]*</version>")
                .contains("<artifactId>flink-cep</artifactId><version>${flink.version}</version>");
    }

    @Test
    void ofSeveralDependenciesThatAreOneTheWidestScopeStays() throws Exception {
        write(
                "pom.xml",
                """
                <project>
                  <dependencies>
                    <dependency>
                      <groupId>org.apache.flink</groupId>
                      <artifactId>flink-streaming-java</artifactId>
                      <scope>provided</scope>
                    </dependency>
                    <dependency>
                      <groupId>org.apache.flink</groupId>
                      <artifactId>flink-clients</artifactId>
                    </dependency>
                  </dependencies>
                </project>
                """);

        assertThat(migrate("--write", folder.toString())).isZero();

        assertThat(Files.readString(folder.resolve("pom.xml")))
                .isEqualTo(
                        """
                        <project>
                          <dependencies>
                            <dependency>
                              <groupId>io.millrace</groupId>
                              <artifactId>millrace</artifactId>
                            </dependency>
                          </dependencies>
                        </project>
                        """);
    }

    @Test
    void scalaSelectorsAreLookedAtOneByOne() throws Exception {
        write(
                "Job.scala",
                """
                import org.apache.flink.api.common.functions.{MapFunction, NoFunction, FilterFunction => Keep}
                import org.apache.flink.streaming.api.scala._
                """);

        assertThat(migrate("--write", folder.toString())).isEqualTo(1);

        assertThat(Files.readString(folder.resolve("Job.scala")))
                .isEqualTo(
                        """
                        import io.millrace.api.common.functions.{MapFunction, NoFunction, FilterFunction => Keep}
                        import org.apache.flink.streaming.api.scala._
                        """);
        assertThat(reported(folder))
                .hasSize(2)
                .anyMatch(
                        line ->
                                line.startsWith(
                                        "Job.scala:1: io.millrace.api.common.functions.NoFunction "))
                .anyMatch(line -> line.startsWith("Job.scala:2: ") && line.contains("Scala API"));
    }

    @Test
    void aFolderThatIsNoneIsAMistake() {
        assertThat(migrate(folder.resolve("nowhere").toString())).isEqualTo(2);

        assertThat(failure).contains("nowhere does not exist");
    }

    private int migrate(String... args) {
        out.reset();
        Surroundings surroundings =
                new Surroundings(
                        Map.of(), new PrintStream(out, true, StandardCharsets.UTF_8), System.err);
        return new CommandLine(new MigrateCommand(surroundings))
                .setExecutionExceptionHandler(
                        (e, command, parsed) -> {
                            failure = String.valueOf(e.getMessage());
                            return 2;
                        })
                .execute(args);
    }

    private String said() {
        return out.toString(StandardCharsets.UTF_8);
    }

    /** The report, with paths relative to the tree. */
    private List<String> reported(Path tree) {
        return said().lines()
                .filter(line -> line.startsWith(tree + "/") && line.matches(".*?:\\d+: .*"))
                .map(line -> line.substring(tree.toString().length() + 1))
                .toList();
    }

    private void write(String file, String text) throws IOException {
        Path path = folder.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    private static Path resource(String name) throws URISyntaxException {
        return Path.of(MigrateTest.class.getResource(name).toURI());
    }

    private Path copy(String name) throws IOException, URISyntaxException {
        Path tree = folder.resolve(name);
        copy(resource(name + "/before"), tree);
        return tree;
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> all = Files.walk(from)) {
            for (Path path : all.toList()) {
                Files.copy(path, to.resolve(from.relativize(path).toString()));
            }
        }
    }

    /** Path to bytes, without what git keeps. */
    private static Map<String, String> contents(Path tree) throws IOException {
        Map<String, String> contents = new TreeMap<>();
        try (Stream<Path> all = Files.walk(tree)) {
            for (Path path : all.filter(Files::isRegularFile).toList()) {
                String name = tree.relativize(path).toString();
                if (!name.startsWith(".git")) {
                    contents.put(name, SourceTree.textOf(path));
                }
            }
        }
        return contents;
    }

    private void git(Path tree, String... args) throws IOException, InterruptedException {
        List<String> command = new java.util.ArrayList<>(List.of("git"));
        command.addAll(List.of(args));
        Process git;
        try {
            git =
                    new ProcessBuilder(command)
                            .directory(tree.toFile())
                            .redirectErrorStream(true)
                            .redirectOutput(folder.resolve("git.log").toFile())
                            .start();
        } catch (IOException e) {
            Assumptions.abort("there is no git here");
            return;
        }
        assertThat(git.waitFor()).as("git %s", command).isZero();
    }
}
