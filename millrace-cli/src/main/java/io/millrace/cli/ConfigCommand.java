// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli;

import io.millrace.engine.EngineSettings;
import io.millrace.engine.Notice;
import io.millrace.spi.Pipeline;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code millrace config}: shows the settings that a program would be run with. */
@Command(
        name = "config",
        description = {
            "Shows the settings that a program run with the same options would find, and where each was made.",
            "Ends with 2 if they can't be followed."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false)
final class ConfigCommand implements Callable<Integer> {

    @Option(names = "--all", description = "Show what is not set, too, with its default.")
    private boolean all;

    @Option(names = "--json", description = "Write JSON, for programs.")
    private boolean json;

    @Mixin private SettingOptions settings = new SettingOptions();

    private final Surroundings surroundings;

    ConfigCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        LauncherSettings made = settings.settings(surroundings);
        EffectiveSettings effective = new EffectiveSettings(made, all);
        if (json) {
            surroundings.out().println(effective.json());
        } else {
            effective.table().forEach(surroundings.out()::println);
        }
        surroundings.out().flush();
        ClassLoader loader = ConfigCommand.class.getClassLoader();
        RunCommand.initializeFileSystems(made.configuration());
        RunCommand.isParentFirst(made.configuration());
        LaunchedEnvironment.check(made.configuration(), made.origins(), loader);
        return conclude(made, loader);
    }

    /** As the engine would, for a program that sets nothing itself. */
    private int conclude(LauncherSettings made, ClassLoader loader) {
        Pipeline nothing = LaunchedEnvironment.pipelineOfNothing(made.configuration(), loader);
        try {
            for (Notice notice : EngineSettings.conclude(nothing).notices()) {
                if (notice.level() == Notice.Level.WARN) {
                    surroundings.warn(notice.text());
                }
            }
            return ExitCode.FINISHED;
        } catch (RuntimeException e) {
            throw LaunchedEnvironment.cantBeFollowed(e, made.origins());
        }
    }
}
