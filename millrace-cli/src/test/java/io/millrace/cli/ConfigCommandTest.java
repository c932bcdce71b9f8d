// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.configuration.Configuration;
import io.millrace.core.fs.FileSystem;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

@DisplayName("M13: millrace config shows what holds and where it was set")
class ConfigCommandTest {

    @TempDir Path folder;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @AfterEach
    void giveBack() {
        FileSystem.initialize(new Configuration());
    }

    @Test
    void nothingSetIsSaid() {
        assertThat(run()).isZero();

        assertThat(out()).contains("No file of settings was read", "Nothing is set", "--all");
        assertThat(err()).isEmpty();
    }

    @Test
    void eachSettingStandsInItsGroupWithItsValueAndItsPlace() throws IOException {
        Path file =
                write(
                        """
                        execution:
                          checkpointing:
                            interval: 10000
                        state.checkpoints.dir: file:///ck
                        taskmanager.numberOfTaskSlots: 4
                        rest.port: 8081
                        """);

        assertThat(run("-p", "3", "-D", "pipeline.global-job-parameters.colour=blue")).isZero();

        assertThat(out().lines())
                .containsExactly(
                        "File of settings: " + file,
                        "",
                        "Checkpoints",
                        line("execution.checkpointing.dir", "file:///ck", file + ", line 4")
                                + ", as state.checkpoints.dir",
                        line("execution.checkpointing.interval", "10 s", file + ", line 3"),
                        "",
                        "The program",
                        line("parallelism.default", "3", "-p 3"),
                        line(
                                "pipeline.global-job-parameters.colour",
                                "blue",
                                "-D pipeline.global-job-parameters.colour=blue"),
                        "",
                        "Clusters",
                        line("rest.port", "8081", file + ", line 6") + "  (no meaning here)",
                        line("taskmanager.numberOfTaskSlots", "4", file + ", line 5")
                                + "  (no meaning here)");
        assertThat(err()).isEmpty();
    }

    private static String line(String key, String value, String where) {
        int keys = "pipeline.global-job-parameters.colour".length();
        return String.format("  %-" + keys + "s  %-10s  %s", key, value, where);
    }

    @Test
    void allShowsDefaultsOfWhatIsFollowed() {
        assertThat(run("--all")).isZero();

        assertThat(out())
                .containsPattern("execution\\.checkpointing\\.timeout +10 min +default")
                .containsPattern("execution\\.checkpointing\\.dir +- +default")
                .containsPattern("millrace\\.checkpoints\\.keep-after-finish +false +default")
                .containsPattern("state\\.backend\\.rocksdb\\.localdir +- +default")
                .doesNotContain("taskmanager.");
    }

    @Test
    void jsonSaysTheSameToPrograms() throws IOException {
        Path file =
                write("parallelism.default: 2\nstate.backend: hashmap\nfoo.bar: 'a\"b\\c\u00e9'\n");

        assertThat(run("--json", "-D", "pipeline.name=x\ty")).isZero();

        // JSON is YAML 1.2, too.
        @SuppressWarnings("unchecked")
        Map<String, Object> json =
                (Map<String, Object>)
                        new Load(LoadSettings.builder().build()).loadFromString(out());
        assertThat(json).containsEntry("file", file.toString());
        @SuppressWarnings("unchecked")
        List<Map<String, Object>> settings = (List<Map<String, Object>>) json.get("settings");
        Map<Object, Map<String, Object>> byKey = new HashMap<>();
        settings.forEach(setting -> byKey.put(setting.get("key"), setting));
        assertThat(byKey)
                .containsOnlyKeys(
                        "parallelism.default", "state.backend.type", "foo.bar", "pipeline.name");
        assertThat(byKey.get("parallelism.default"))
                .containsEntry("value", "2")
                .containsEntry("default", "1")
                .containsEntry("origin", Map.of("kind", "file", "file", file.toString(), "line", 1))
                .containsEntry("standing", "works");
        assertThat(byKey.get("state.backend.type"))
                .containsEntry("value", "hashmap")
                .containsEntry(
                        "origin",
                        Map.of(
                                "kind",
                                "file",
                                "file",
                                file.toString(),
                                "line",
                                2,
                                "key",
                                "state.backend"));
        assertThat(byKey.get("foo.bar"))
                .containsEntry("value", "a\"b\\c\u00e9")
                .containsEntry("standing", "unknown");
        assertThat(byKey.get("pipeline.name"))
                .containsEntry("value", "x\ty")
                .containsEntry("default", null)
                .containsEntry(
                        "origin", Map.of("kind", "option", "option", "-D pipeline.name=x\ty"));
    }

    @Test
    void secretsAreNotShown() throws IOException {
        write("security.my.password: swordfish\n");

        assertThat(run("-D", "security.other.token=12345")).isZero();

        assertThat(out()).contains("security.my.password", "security.other.token", "******");
        assertThat(out() + err()).doesNotContain("swordfish").doesNotContain("12345");
    }

    @Test
    void secretsInAddressesAreNotShown() {
        String address = "s3://k:TESTSECRET@bkt/o";

        run("-D", "execution.checkpointing.dir=" + address, "-s", address + "/chk-1");
        assertThat(out())
                .contains(
                        "-D execution.checkpointing.dir=s3://******@bkt/o",
                        "-s s3://******@bkt/o/chk-1");
        run("--json", "-D", "execution.checkpointing.dir=" + address);
        run("-D", "execution.checkpointing.interval=" + address);
        run("-D", "fs.default-scheme=" + address + "/ /");

        assertThat(out() + err()).doesNotContain("TESTSECRET");
    }

    @Test
    void aMisspeltSecretIsNotShown() throws IOException {
        write("my.secrt: TESTSECRET\n");

        assertThat(run("-D", "s3x.sekret-key=TESTSECRET")).isEqualTo(2);
        assertThat(err()).contains("-D s3x.sekret-key=******: there is no such setting");
        run("-D", "s3.sekret-key=TESTSECRET");

        assertThat(out()).containsPattern("my.secrt +\\*{6}").contains("s3.sekret-key=******");
        assertThat(out() + err()).doesNotContain("TESTSECRET");
    }

    @Test
    void aMisspeltSettingOfAStoreIsAMistakeAsAnyOther() {
        assertThat(run("-D", "gs.projekt.id=x")).isEqualTo(2);
        assertThat(err()).contains("there is no such setting; did you mean 'gs.project.id'?");
        assertThat(run("-D", "gs.project.id=x")).isZero();
        assertThat(out()).contains("Stores\n  gs.project.id");
    }

    @Test
    void whatCanNotBeFollowedIsShownAndEndsWithTwo() throws IOException {
        Path file = write("execution.checkpointing.file-merging.enabled: true\n");

        assertThat(run()).isEqualTo(2);

        assertThat(out()).contains("execution.checkpointing.file-merging.enabled");
        assertThat(err())
                .startsWith("millrace: The settings can't be followed: ")
                .contains("not supported", "was set by " + file + ", line 1");
    }

    @Test
    void whatARunWouldBeRefusedForEndsWithTwo() {
        assertThat(run("-s", "/chk-1", "-D", "execution.checkpointing.file-merging.enabled=true"))
                .isEqualTo(2);

        assertThat(err()).contains("not supported", "was set by");
    }

    @Test
    void whatIsMalformedEndsWithTwo() {
        assertThat(run("-D", "execution.checkpointing.interval=soon")).isEqualTo(2);
        assertThat(run("-D", "no.such.key=1")).isEqualTo(2);
        assertThat(run("extra")).isEqualTo(2);
    }

    @Test
    void aWarningOfTheEngineIsHeardBeforeTheJobIsRun() {
        assertThat(run("-D", "state.backend=jobmanager")).isZero();

        assertThat(err()).contains("warning", "jobmanager is an old name");
    }

    private Path write(String text) throws IOException {
        return Files.writeString(folder.resolve("millrace.yaml"), text);
    }

    private int run(String... options) {
        String[] args = new String[options.length + 1];
        args[0] = "config";
        System.arraycopy(options, 0, args, 1, options.length);
        return Main.run(
                args,
                new Surroundings(
                        Map.of("MILLRACE_CONF_DIR", folder.toString()),
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8)));
    }

    private String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8);
    }
}
