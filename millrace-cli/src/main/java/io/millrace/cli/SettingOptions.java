// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli;

import io.millrace.cli.LauncherSettings.Setting;
import io.millrace.engine.SettingsTable;
import io.millrace.spi.Addresses;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Option;

/** The options by which settings are made; one for each of the commands that take settings. */
final class SettingOptions {

    @Option(
            names = {"-s", "--from"},
            paramLabel = "PATH|latest",
            description = {
                "Start from this checkpoint (its directory or its _metadata file), or from the newest intact one of"
                        + " the job's name under execution.checkpointing.dir."
            })
    private String from;

    @Option(
            names = {"-n", "--allow-non-restored-state"},
            description = "Drop state of the checkpoint that the program no longer has.")
    private boolean allowNonRestored;

    @Option(
            names = {"-p", "--parallelism"},
            paramLabel = "N",
            description = "Parallelism of all operators that set none.")
    private Integer parallelism;

    @Option(
            names = "-D",
            paramLabel = "key=value",
            description =
                    "A setting, under its configuration key. Wins over the file, not over the code.")
    private Map<String, String> settings = new LinkedHashMap<>();

    /**
     * The settings of the file and of these options.
     *
     * @throws UsageException if they can't be read
     */
    LauncherSettings settings(Surroundings surroundings) {
        LauncherSettings all = new LauncherSettings(surroundings);
        all.addFile();
        all.add(LauncherSettings.typed(settings));
        all.add(shorthands());
        return all;
    }

    /** Whether -s was given. */
    boolean restores() {
        return from != null;
    }

    /** What has an option of its own; it wins over the same said by -D. */
    private List<Setting> shorthands() {
        List<Setting> made = new ArrayList<>();
        if (from != null) {
            if (from.isBlank()) {
                throw new UsageException(
                        "-s takes the path of a checkpoint, or latest; here it is empty");
            }
            made.add(
                    setting(LaunchedEnvironment.RESTORE_PATH, from, "-s " + Addresses.shown(from)));
        }
        if (allowNonRestored) {
            made.add(setting(LaunchedEnvironment.ALLOW_NON_RESTORED, "true", "-n"));
        }
        if (parallelism != null) {
            if (parallelism < 1) {
                throw new UsageException("-p takes a number of 1 or more, not " + parallelism);
            }
            made.add(
                    setting(
                            LaunchedEnvironment.PARALLELISM,
                            parallelism.toString(),
                            "-p " + parallelism));
        }
        return made;
    }

    private static Setting setting(String key, String value, String option) {
        return new Setting(key, value, Origin.of(option));
    }

    /** These options again, but from the latest checkpoint; secrets are left to the reader. */
    void resumeInto(StringBuilder command) {
        command.append(" -s latest");
        if (allowNonRestored) {
            command.append(" -n");
        }
        if (parallelism != null) {
            command.append(" -p ").append(parallelism);
        }
        settings.forEach(
                (key, value) -> {
                    if (!key.equals(LaunchedEnvironment.RESTORE_PATH)) {
                        command.append(" -D ")
                                .append(
                                        RunCommand.quoted(
                                                key + "=" + SettingsTable.shown(key, value)));
                    }
                });
    }
}
