// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.configuration.CheckpointingOptions;
import io.millrace.configuration.Configuration;
import io.millrace.configuration.PipelineOptions;
import io.millrace.configuration.TaskManagerOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** CF-1 to CF-6 as chosen. */
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
    void cf3AMapThatStandsTwiceIsAnErrorToo() throws IOException {
        write(
                "millrace.yaml",
                """
                execution:
                  checkpointing.interval: 1 s
                execution:
                  checkpointing.timeout: 1 min
                """);

        assertThatThrownBy(this::load)
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("millrace.yaml, line 3: execution stands in line 1 already");
    }

    @Test
    void cf3AListOfMapsIsNoList() throws IOException {
        write("millrace.yaml", "pipeline.registered-kryo-types:\n  - a: b\n");

        assertThatThrownBy(this::load)
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("millrace.yaml, line 2: a list may hold only");
    }

    @Test
    void cf3ACharacterThatYamlDoesNotHaveIsAnError() throws IOException {
        write("millrace.yaml", "parallelism.default: \u0001\n");

        assertThatThrownBy(this::load)
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("millrace.yaml is not YAML");
    }

    @Test
    void cf3AMapForAnOptionOfMapsMayBeNested() throws IOException {
        write("millrace.yaml", "pipeline.global-job-parameters:\n  colour: blue\n");

        assertThat(load().get(PipelineOptions.GLOBAL_JOB_PARAMETERS))
                .containsExactly(Map.entry("colour", "blue"));
        assertThat(err()).isEmpty();
    }

    @Test
    void cf6TheCurrentKeyWinsOverAnOlderOneInWhicheverOrderTheyStand() throws IOException {
        write(
                "millrace.yaml",
                """
                state.checkpoints.dir: file:///old
                execution.checkpointing.dir: file:///new
                state.backend.fs.checkpointdir: file:///ancient
                """);

        assertThat(load().toMap())
                .containsOnly(Map.entry("execution.checkpointing.dir", "file:///new"));
        assertThat(err())
                .contains("line 1: the older key 'state.checkpoints.dir' has no effect")
                .contains("line 3: the older key 'state.backend.fs.checkpointdir' has no effect")
                .contains("because 'execution.checkpointing.dir' is set by")
                .contains("line 2");
    }

    @Test
    void cf4TheCommandLineWinsByWhicheverKey() throws IOException {
        write("millrace.yaml", "execution.checkpointing.dir: file:///file\n");
        LauncherSettings settings = new LauncherSettings(surroundings(variables()));
        settings.addFile();
        settings.add(
                List.of(
                        new LauncherSettings.Setting(
                                "state.checkpoints.dir", "file:///typed", Origin.of("-D"))));

        assertThat(settings.configuration().get(CheckpointingOptions.CHECKPOINTS_DIRECTORY))
                .isEqualTo("file:///typed");
        assertThat(err()).isEmpty();
    }

    @Test
    void cf5DurationsAndSizesAreReadInAllTheirForms() throws IOException {
        write(
                "flink-conf.yaml",
                """
                execution.checkpointing.interval: 1500
                execution.checkpointing.timeout: 2min
                execution.checkpointing.min-pause: 3 seconds
                execution.checkpointing.data-inline-threshold: 512
                taskmanager.memory.segment-size: 1 mb
                """);

        Configuration read = load();
        assertThat(read.get(CheckpointingOptions.CHECKPOINTING_INTERVAL)).hasMillis(1500);
        assertThat(read.get(CheckpointingOptions.CHECKPOINTING_TIMEOUT)).hasMinutes(2);
        assertThat(read.get(CheckpointingOptions.MIN_PAUSE_BETWEEN_CHECKPOINTS)).hasSeconds(3);
        assertThat(read.get(CheckpointingOptions.FS_SMALL_FILE_THRESHOLD).getBytes())
                .isEqualTo(512);
        assertThat(read.get(TaskManagerOptions.MEMORY_SEGMENT_SIZE).getBytes()).isEqualTo(1 << 20);
    }

    @ParameterizedTest
    @CsvSource({"1.5 s", "-1 s", "ten", "5 fortnights", "9999999999999999999 d"})
    void cf5WhatIsNoDurationIsRefusedWithKeyValuePlaceAndForm(String value) throws IOException {
        write("flink-conf.yaml", "execution.checkpointing.interval: " + value + "\n");

        assertThatThrownBy(this::load)
                .isInstanceOf(UsageException.class)
                .hasMessageContainingAll(
                        "flink-conf.yaml, line 1",
                        "execution.checkpointing.interval",
                        "'" + value + "'",
                        "Accepted is");
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
    void cf2AHashEndsAValueAndEmptyOnesAreSkipped() throws IOException {
        write(
                "flink-conf.yaml",
                "execution.checkpointing.dir: file:///a#b\r\n"
                        + "parallelism.default:\n"
                        + "parallelism.default: \n"
                        + ": 3\n"
                        + "my.password:swordfish\n"
                        + "  pipeline.name :   with: colon  \n");

        assertThat(load().toMap())
                .containsOnly(
                        Map.entry("execution.checkpointing.dir", "file:///a"),
                        Map.entry("pipeline.name", "with: colon"));
        assertThat(err())
                .contains("line 2 is skipped", "line 3 is skipped", "line 4 is skipped")
                .contains("line 5 is skipped")
                .doesNotContain("swordfish");
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
        LauncherSettings settings = new LauncherSettings(surroundings(variables()));
        settings.addFile();
        return settings.configuration();
    }

    private Map<String, String> variables() {
        return Map.of("MILLRACE_CONF_DIR", folder.toString());
    }

    private Surroundings surroundings(Map<String, String> variables) {
        PrintStream stream = new PrintStream(err, true, StandardCharsets.UTF_8);
        return new Surroundings(variables, stream, stream);
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8);
    }
}
