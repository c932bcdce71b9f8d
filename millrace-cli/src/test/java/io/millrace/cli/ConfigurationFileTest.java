// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.configuration.Configuration;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** CF-2, CF-3 and CF-5 as chosen. */
class ConfigurationFileTest {

    @TempDir Path folder;

    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void withoutTheVariableNoFileIsRead() throws IOException {
        write("millrace.yaml", "parallelism.default: 2");

        assertThat(ConfigurationFile.load(surroundings(Map.of()))).isEmpty();
    }

    @Test
    void aMissingFileIsNoError() {
        assertThat(load().keySet()).isEmpty();
    }

    @Test
    void aFolderThatIsNotThereIsAnError() {
        Map<String, String> variables =
                Map.of("MILLRACE_CONF_DIR", folder.resolve("gone").toString());

        assertThatThrownBy(() -> ConfigurationFile.load(surroundings(variables)))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("gone");
    }

    @Test
    void cf3KeysMayBeNestedOrDotted() throws IOException {
        write(
                "config.yaml",
                """
                execution:
                  checkpointing:
                    interval: 10 s
                    dir: 'file:///data/a b'
                execution.checkpointing.min-pause: 5 s
                parallelism.default: 2
                """);

        assertThat(load().toMap())
                .containsEntry("execution.checkpointing.interval", "10 s")
                .containsEntry("execution.checkpointing.dir", "file:///data/a b")
                .containsEntry("execution.checkpointing.min-pause", "5 s")
                .containsEntry("parallelism.default", "2");
        assertThat(err()).isEmpty();
    }

    @Test
    void cf3ListsBecomeListsOfOptions() throws IOException {
        write("millrace.yaml", "pipeline.registered-kryo-types: [a.B, c.D]");

        assertThat(load().toMap()).containsEntry("pipeline.registered-kryo-types", "a.B;c.D");
    }

    @Test
    void cf3AKeySetTwiceIsAnErrorThatNamesBothLines() throws IOException {
        write(
                "millrace.yaml",
                """
                # a comment
                parallelism.default: 2
                parallelism:
                  default: 3
                """);

        assertThatThrownBy(this::load)
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("millrace.yaml, line 4")
                .hasMessageContaining("line 2");
    }

    @Test
    void twoFilesWithContentAreAnErrorThatNamesBoth() throws IOException {
        write("millrace.yaml", "parallelism.default: 2");
        write("flink-conf.yaml", "parallelism.default: 3");

        assertThatThrownBy(this::load)
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("millrace.yaml")
                .hasMessageContaining("flink-conf.yaml");
    }

    @Test
    void aFileOfCommentsDoesNotCount() throws IOException {
        write("millrace.yaml", "# parallelism.default: 2\n\n   # nothing\n");
        write("config.yaml", "parallelism.default: 3");

        assertThat(load().toMap()).containsEntry("parallelism.default", "3");
    }

    @Test
    void whatIsNotYamlIsAnErrorWithItsLine() throws IOException {
        write("millrace.yaml", "parallelism.default: 2\n  - : [\n");

        assertThatThrownBy(this::load)
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("millrace.yaml, line");
    }

    @Test
    void aListOfThingsIsNoSettings() throws IOException {
        write("millrace.yaml", "- a\n- b\n");

        assertThatThrownBy(this::load)
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("keys and values");
    }

    @Test
    void cf5AKeyNobodyKnowsIsAWarningWithTheNearestKeyAndTheLine() throws IOException {
        write("millrace.yaml", "\nparalellism.default: 2\n");

        assertThat(load().keySet()).contains("paralellism.default");
        assertThat(err())
                .contains("warning")
                .contains("millrace.yaml, line 2")
                .contains("did you mean 'parallelism.default'?");
    }

    @Test
    void cf5AMalformedValueIsAnErrorWithKeyValueFileLineAndForm() throws IOException {
        write("millrace.yaml", "a: b\nexecution.checkpointing.interval: soon\n");

        assertThatThrownBy(this::load)
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("millrace.yaml, line 2")
                .hasMessageContaining("execution.checkpointing.interval")
                .hasMessageContaining("soon")
                .hasMessageContaining("Accepted is");
    }

    @Test
    void aKeyWithoutValueIsSkippedWithAWarning() throws IOException {
        write("millrace.yaml", "execution.checkpointing.dir:\nparallelism.default: 2\n");

        assertThat(load().keySet()).containsExactly("parallelism.default");
        assertThat(err()).contains("execution.checkpointing.dir has no value");
    }

    @Test
    void cf2TheOldFileIsReadByItsOldRules() throws IOException {
        write(
                "flink-conf.yaml",
                """
                parallelism.default: 2 # two
                parallelism.default: 3
                execution.checkpointing.dir: file:///a: b
                nested:
                  key:value
                """);

        assertThat(load().toMap())
                .containsEntry("parallelism.default", "3")
                .containsEntry("execution.checkpointing.dir", "file:///a: b")
                .hasSize(2);
        assertThat(err()).contains("line 4 is skipped").contains("line 5 is skipped");
    }

    @Test
    void aFileThatIsNotTextIsAnError() throws IOException {
        Files.write(folder.resolve("millrace.yaml"), new byte[] {'a', (byte) 0xff, ':'});

        assertThatThrownBy(this::load)
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("not UTF-8");
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(folder.resolve(name), text);
    }

    private Configuration load() {
        Surroundings surroundings = surroundings(Map.of("MILLRACE_CONF_DIR", folder.toString()));
        Configuration configuration = new Configuration();
        ConfigurationFile.load(surroundings)
                .ifPresent(file -> file.into(configuration, new Origins(), surroundings));
        return configuration;
    }

    private Surroundings surroundings(Map<String, String> variables) {
        PrintStream stream = new PrintStream(err, true, StandardCharsets.UTF_8);
        return new Surroundings(variables, stream, stream);
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8);
    }
}
