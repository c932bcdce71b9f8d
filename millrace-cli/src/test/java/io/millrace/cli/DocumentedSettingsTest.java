// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.cli.checkpoint.CheckpointCommand;
import io.millrace.cli.demo.DemoCommand;
import io.millrace.cli.migrate.MigrateCommand;
import io.millrace.cli.steer.SteerCommand;
import io.millrace.configuration.Configuration;
import io.millrace.core.fs.FileSystem;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import program.Idle;

/** The settings and commands that the pages show are taken as they stand. */
class DocumentedSettingsTest {

    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
    private static final Pattern BLOCK =
            Pattern.compile("(?ms)^```(\\w*)\\n(.*?)^```$", Pattern.MULTILINE);
    private static final Pattern COMMAND = Pattern.compile("^(?:\\./|bin/)?millrace (.+)$");
    private static final Pattern KEY =
            Pattern.compile(
                    "`((?:execution|state|restart-strategy|millrace|pipeline|task)\\.[a-z][a-z.-]*[a-z])(?::"
                            + " [^`]*)?`");

    @TempDir Path folder;

    private final Map<String, String> variables = new HashMap<>();

    @AfterEach
    void giveBack() {
        FileSystem.initialize(new Configuration());
    }

    @Test
    @DisplayName("M13: every setting that a page shows as YAML is known, and its value is taken")
    void settingsAreKnown() throws IOException {
        int found = 0;
        String jar = idle();
        for (Path page : pages()) {
            Matcher block = BLOCK.matcher(Files.readString(page));
            while (block.find()) {
                if (block.group(1).equals("yaml")) {
                    found++;
                    Files.writeString(folder.resolve("millrace.yaml"), block.group(2));
                    variables.put("MILLRACE_CONF_DIR", folder.toString());
                    assertTaken(page, List.of("run", jar));
                }
            }
        }
        assertThat(found).isGreaterThan(3);

        Files.writeString(folder.resolve("millrace.yaml"), "execution.checkpointing.intervall: 1");
        assertThat(run(List.of("run", jar))).contains("intervall");
    }

    @Test
    @DisplayName("M13: every key that a page names is known")
    void keysAreKnown() throws IOException {
        List<String> unknown = new ArrayList<>();
        int found = 0;
        for (Path page : pages()) {
            if (page.endsWith("departures.md") || page.endsWith("configuration.md")) {
                continue; // one names what is not there, the other is written from the settings
            }
            Matcher key = KEY.matcher(Files.readString(page));
            while (key.find()) {
                found++;
                if (!KnownKeys.isKnown(key.group(1))
                        && !key.group(1).endsWith(".yaml")
                        && !isFamily(key.group(1))) {
                    unknown.add(page.getFileName() + ": " + key.group(1));
                }
            }
        }
        assertThat(unknown).isEmpty();
        assertThat(found).isGreaterThan(20);
    }

    /** The beginning that several keys have in common. */
    private static boolean isFamily(String key) {
        return List.of(
                        "restart-strategy.exponential-delay",
                        "restart-strategy.fixed-delay",
                        "restart-strategy.failure-rate")
                .contains(key);
    }

    @Test
    @DisplayName("Every command that a page shows is one that the launcher takes")
    void commandsAreTaken() throws IOException {
        List<String> commands = new ArrayList<>();
        for (Path page : pages()) {
            Matcher block = BLOCK.matcher(Files.readString(page));
            while (block.find()) {
                block.group(2)
                        .lines()
                        .map(line -> COMMAND.matcher(line.strip()))
                        .filter(Matcher::matches)
                        .map(command -> command.group(1).replaceFirst("\\s+#.*", ""))
                        .filter(command -> !command.matches(".*[\\[|].*")) // a synopsis
                        .forEach(commands::add);
            }
        }
        assertThat(commands).hasSizeGreaterThan(3);
        String jar = idle();
        for (String command : commands) {
            List<String> words = new ArrayList<>(List.of(command.split("\\s+")));
            if (words.get(0).equals("demo")) {
                parseDemo(words.subList(1, words.size()));
            } else if (words.get(0).equals("migrate")) {
                parseMigrate(words.subList(1, words.size()));
            } else if (words.get(0).equals("checkpoint")) {
                // Looked at only, as the next ones: there is no such checkpoint, and no such job.
                CheckpointCommand.of(new Surroundings(variables, System.out, System.err))
                        .parseArgs(words.subList(1, words.size()).toArray(new String[0]));
            } else if (List.of("list", "savepoint", "stop", "cancel").contains(words.get(0))) {
                parseSteering(words);
            } else {
                int classPath = words.indexOf("--classpath");
                if (classPath >= 0) {
                    words.set(classPath + 1, jar); // there are no such jars here
                }
                words.replaceAll(word -> word.endsWith(".jar") ? jar : word);
                assertTaken(ROOT, words);
            }
        }
        assertThat(run(List.of("run", "-q", jar))).contains("-q");
        assertThatThrownBy(() -> parseDemo(List.of("--kils", "3"))).hasMessageContaining("--kils");
    }

    /** Looks at it only: it would take its time. */
    private void parseDemo(List<String> words) {
        new CommandLine(new DemoCommand(new Surroundings(variables, System.out, System.err)))
                .parseArgs(words.toArray(new String[0]));
    }

    private void parseSteering(List<String> words) {
        CommandLine all = new CommandLine(new Idling());
        SteerCommand.all(new Surroundings(variables, System.out, System.err), () -> null)
                .forEach(all::addSubcommand);
        all.parseArgs(words.toArray(new String[0]));
    }

    /** Has subcommands. */
    @CommandLine.Command(name = "millrace")
    private static final class Idling {}

    /** Looks at it only: there is no such tree here. */
    private void parseMigrate(List<String> words) {
        new CommandLine(new MigrateCommand(new Surroundings(variables, System.out, System.err)))
                .parseArgs(words.toArray(new String[0]));
    }

    /** A jar with a program that does nothing. */
    private String idle() throws IOException {
        return Jars.of(folder.resolve("idle.jar"), Idle.class).toString();
    }

    /** The launcher has nothing to say but that the program did nothing. */
    private void assertTaken(Path page, List<String> words) {
        String all = run(words);
        assertThat(all.lines().filter(line -> line.startsWith("millrace:")))
                .as("%s: %s", page.getFileName(), words)
                .allMatch(line -> line.contains("never called StreamExecutionEnvironment"));
    }

    /** What the launcher says on standard error. */
    private String run(List<String> words) {
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        PrintStream err = new PrintStream(said, true, StandardCharsets.UTF_8);
        PrintStream out = new PrintStream(OutputStream.nullOutputStream(), true);
        Main.run(words.toArray(new String[0]), new Surroundings(variables, out, err));
        return said.toString(StandardCharsets.UTF_8);
    }

    private static List<Path> pages() throws IOException {
        List<Path> pages = new ArrayList<>(List.of(ROOT.resolve("README.md")));
        try (Stream<Path> docs = Files.list(ROOT.resolve("docs"))) {
            docs.filter(page -> page.toString().endsWith(".md")).sorted().forEach(pages::add);
        }
        return pages;
    }
}
