// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What locale the scripts start the JVM in. They are copied to a directory with a name outside
 * ASCII, and the JVM is a script that says what it was given.
 */
@Timeout(60)
class LauncherLocaleTest {

    private static final Path PROJECT = Path.of("").toAbsolutePath().getParent();
    private static final String IN_DISTRIBUTION = "bin/millrace";
    private static final String IN_PROJECT = "millrace";

    @TempDir Path folder;

    private Path project;
    private Path java;

    @BeforeEach
    void layOut() throws IOException {
        project = Files.createDirectory(folder.resolve("pr\u00f6ject"));
        Path distribution = project.resolve("millrace-dist/target/millrace");
        Files.createDirectories(distribution.resolve("bin"));
        Files.createFile(distribution.resolve(".laid-out"));
        copy(PROJECT.resolve("millrace"), project.resolve("millrace"));
        copy(
                PROJECT.resolve("millrace-dist/src/main/dist/bin/millrace"),
                distribution.resolve("bin/millrace"));
        java = Files.createDirectories(folder.resolve("jdk/bin")).resolve("java");
        Files.writeString(
                java,
                "#!/bin/sh\necho \"LC_ALL=${LC_ALL-unset} LANG=${LANG-unset} HOME=$MILLRACE_HOME\"\necho \"$*\"\n");
        assertThat(java.toFile().setExecutable(true)).isTrue();
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.copy(from, to, StandardCopyOption.COPY_ATTRIBUTES);
        assertThat(to.toFile().setExecutable(true)).isTrue();
    }

    private String started(String script, Map<String, String> locale) throws Exception {
        Path path =
                script.equals(IN_PROJECT)
                        ? project.resolve("millrace")
                        : project.resolve("millrace-dist/target/millrace/bin/millrace");
        return started(path, locale);
    }

    private String started(Path path, Map<String, String> locale) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(path.toString(), "run", "j\u00f6b.jar");
        Map<String, String> environment = builder.environment();
        environment.keySet().removeIf(key -> key.startsWith("LC_") || key.startsWith("LANG"));
        environment.putAll(locale);
        environment.put("JAVA_HOME", folder.resolve("jdk").toString());
        environment.remove("MILLRACE_CONF_DIR");
        environment.remove("MILLRACE_OPTS");
        Process process = builder.redirectErrorStream(true).start();
        try (var reader = process.inputReader(StandardCharsets.UTF_8)) {
            return String.join("\n", reader.lines().toList());
        } finally {
            process.destroyForcibly();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {IN_DISTRIBUTION, IN_PROJECT})
    void withoutALocaleTheJvmGetsUtf8(String script) throws Exception {
        assertThat(started(script, Map.of()))
                .startsWith("LC_ALL=C.UTF-8 LANG=unset HOME=" + project)
                .endsWith("io.millrace.cli.Main run j\u00f6b.jar");
    }

    @ParameterizedTest
    @ValueSource(strings = {"LC_ALL", "LC_CTYPE", "LANG"})
    void anAsciiLocaleGivesWayWhicheverVariableNamesIt(String variable) throws Exception {
        for (String ascii : new String[] {"C", "POSIX", "xx_NOT_INSTALLED.UTF-8"}) {
            Map<String, String> locale = new HashMap<>(Map.of(variable, ascii));
            assertThat(started(IN_DISTRIBUTION, locale))
                    .as("%s=%s", variable, ascii)
                    .startsWith("LC_ALL=C.UTF-8 ");
        }
    }

    @Test
    void theFirstVariableThatSpeaksCounts() throws Exception {
        assertThat(started(IN_DISTRIBUTION, Map.of("LC_ALL", "POSIX", "LANG", "C.UTF-8")))
                .startsWith("LC_ALL=C.UTF-8 LANG=C.UTF-8 ");
    }

    @ParameterizedTest
    @ValueSource(strings = {IN_DISTRIBUTION, IN_PROJECT})
    void aUtf8LocaleStaysAsItIs(String script) throws Exception {
        assumeThat(
                        new ProcessBuilder(
                                        "sh", "-c", "LC_ALL=C.UTF-8 locale charmap | grep -q UTF-8")
                                .start()
                                .waitFor())
                .as("there is such a locale here")
                .isZero();
        assertThat(started(script, Map.of("LANG", "C.UTF-8")))
                .startsWith("LC_ALL=unset LANG=C.UTF-8 ");
        assertThat(started(script, Map.of("LANG", "POSIX", "LC_CTYPE", "C.UTF-8")))
                .startsWith("LC_ALL=unset LANG=POSIX ");
    }

    @Test
    void aLinkToTheScriptOfTheProjectFindsTheProject() throws Exception {
        Path first = Files.createSymbolicLink(folder.resolve("first"), project.resolve("millrace"));
        Path second = Files.createSymbolicLink(folder.resolve("second"), Path.of("first"));

        for (Path link : new Path[] {first, second}) {
            assertThat(started(link, Map.of()))
                    .contains(" HOME=" + project)
                    .endsWith("io.millrace.cli.Main run j\u00f6b.jar");
        }
    }
}
