// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A Maven project outside of this tree, with one dependency, runs a job from its own main.
 *
 * <p>A Maven of its own resolves and compiles it. It knows two repositories, both of them
 * directories: the modules that this build has just packaged, and what this build itself was made
 * with. So it needs no network, and nothing is installed anywhere but under the test's directory.
 */
@Tag("consumer")
class ConsumerProjectTest {

    private static final String POM =
            """
            <project xmlns="http://maven.apache.org/POM/4.0.0">
              <modelVersion>4.0.0</modelVersion>
              <groupId>com.example</groupId>
              <artifactId>mill</artifactId>
              <version>1</version>
              <properties>
                <maven.compiler.release>17</maven.compiler.release>
                <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
              </properties>
              <dependencies>
                <dependency>
                  <groupId>io.millrace</groupId>
                  <artifactId>millrace</artifactId>
                  <version>VERSION</version>
                </dependency>
              </dependencies>
              <build>
                <plugins>PLUGINS</plugins>
              </build>
            </project>
            """;

    private static final String PLUGIN =
            """
            <plugin>
              <artifactId>NAME</artifactId>
              <version>VERSION</version>
            </plugin>
            """;

    private static final String SETTINGS =
            """
            <settings>
              <localRepository>LOCAL</localRepository>
              <mirrors>
                <mirror>
                  <id>what-the-build-was-made-with</id>
                  <url>MADE_WITH</url>
                  <mirrorOf>*,!built</mirrorOf>
                </mirror>
              </mirrors>
              <profiles>
                <profile>
                  <id>built</id>
                  <repositories>
                    <repository>
                      <id>built</id>
                      <url>BUILT</url>
                    </repository>
                  </repositories>
                </profile>
              </profiles>
              <activeProfiles>
                <activeProfile>built</activeProfile>
              </activeProfiles>
            </settings>
            """;

    private static final String PROGRAM =
            """
            package com.example;

            import io.millrace.api.common.JobExecutionResult;
            import io.millrace.api.common.functions.RichMapFunction;
            import io.millrace.streaming.api.environment.StreamExecutionEnvironment;

            public class Main {
                public static class Counting extends RichMapFunction<String, String> {
                    @Override
                    public String map(String word) {
                        getRuntimeContext().getIntCounter("words").add(1);
                        return word;
                    }
                }

                public static void main(String[] args) throws Exception {
                    StreamExecutionEnvironment env =
                            StreamExecutionEnvironment.getExecutionEnvironment();
                    env.setParallelism(2);
                    env.enableCheckpointing(50);
                    env.getCheckpointConfig().setCheckpointStorage(args[1]);
                    env.readTextFile(args[0])
                            .map(new Counting())
                            .keyBy(word -> word)
                            .reduce((a, b) -> a)
                            .print();
                    JobExecutionResult result = env.execute("a user's job");
                    System.out.println("words: " + result.getAccumulatorResult("words"));
                }
            }
            """;

    @Test
    void aProjectWithTheOneDependencyCompilesAndRunsAJob(@TempDir Path folder) throws Exception {
        Path project = Files.createDirectories(folder.resolve("project"));
        Files.writeString(project.resolve("pom.xml"), pom());
        Path settings = Files.writeString(folder.resolve("settings.xml"), settings(folder));
        addBom();
        Files.writeString(
                Files.createDirectories(project.resolve("src/main/java/com/example"))
                        .resolve("Main.java"),
                PROGRAM);
        Path classPath = folder.resolve("classpath.txt");

        String built =
                run(
                        folder,
                        Path.of(property("maven.home"), "bin", "mvn").toString(),
                        "-B",
                        "-q",
                        "-s",
                        settings.toString(),
                        "-f",
                        project.resolve("pom.xml").toString(),
                        "compile",
                        "dependency:build-classpath",
                        "-Dmdep.outputFile=" + classPath,
                        "-Dmdep.includeScope=runtime");

        List<String> jars =
                Stream.of(Files.readString(classPath).strip().split(File.pathSeparator))
                        .map(jar -> Path.of(jar).getFileName().toString())
                        .map(jar -> jar.replaceFirst("-\\d.*", ""))
                        .toList();
        assertThat(jars)
                .as(built)
                .containsExactlyInAnyOrder(
                        "millrace",
                        "millrace-api",
                        "millrace-engine",
                        "millrace-filesystem-local",
                        "millrace-connector-files",
                        "kryo",
                        "reflectasm",
                        "minlog",
                        "objenesis",
                        "slf4j-api");
        Path input = Files.writeString(folder.resolve("in.txt"), "mill\nwater\nmill\n");
        String printed =
                run(
                        folder,
                        Path.of(property("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-cp",
                        project.resolve("target/classes")
                                + File.pathSeparator
                                + Files.readString(classPath).strip(),
                        "com.example.Main",
                        input.toUri().toString(),
                        folder.resolve("checkpoints").toUri().toString());
        assertThat(printed.lines().map(line -> line.replaceFirst("^\\d+> ", "")))
                .contains("mill", "water", "words: 3");
    }

    /** The poms import it; it is nobody's dependency, so the build did not put it there. */
    private static void addBom() throws IOException {
        String version = property("millrace.version");
        Path place =
                Path.of(property("millrace.repository.built"), "io/millrace/millrace-bom", version);
        Files.copy(
                ClassFiles.projectRoot().resolve("millrace-bom/pom.xml"),
                Files.createDirectories(place).resolve("millrace-bom-" + version + ".pom"),
                StandardCopyOption.REPLACE_EXISTING);
    }

    private static String pom() throws IOException {
        StringBuilder plugins = new StringBuilder();
        for (String name :
                List.of(
                        "maven-resources-plugin",
                        "maven-compiler-plugin",
                        "maven-dependency-plugin")) {
            plugins.append(PLUGIN.replace("NAME", name).replace("VERSION", ownVersion(name)));
        }
        return POM.replace("VERSION", property("millrace.version"))
                .replace("PLUGINS", plugins.toString());
    }

    /** That which this build uses: no other is sure to be there. */
    private static String ownVersion(String plugin) throws IOException {
        Matcher managed =
                Pattern.compile("<artifactId>" + plugin + "</artifactId>\\s*<version>([^<]+)<")
                        .matcher(Files.readString(ClassFiles.projectRoot().resolve("pom.xml")));
        assertThat(managed.find()).as("the version of " + plugin).isTrue();
        return managed.group(1);
    }

    private static String settings(Path folder) {
        return SETTINGS.replace("LOCAL", folder.resolve("local").toString())
                .replace("MADE_WITH", address(property("millrace.repository.made-with")))
                .replace("BUILT", address(property("millrace.repository.built")));
    }

    private static String address(String directory) {
        return Path.of(directory).toUri().toString();
    }

    private static String property(String name) {
        String value = System.getProperty(name);
        assertThat(value).as("the property " + name + ", which the build sets").isNotBlank();
        return value;
    }

    /** What the command printed; it must end well. */
    private static String run(Path folder, String... command) throws Exception {
        Path out = Files.createTempFile(folder, "out", ".txt");
        Process process =
                new ProcessBuilder(command)
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(out.toFile())
                        .start();
        try {
            assertThat(process.waitFor(180, TimeUnit.SECONDS)).as("the command ends").isTrue();
        } finally {
            process.destroyForcibly();
        }
        String printed = Files.readString(out, StandardCharsets.UTF_8);
        assertThat(process.exitValue()).as(printed).isZero();
        return printed;
    }
}
