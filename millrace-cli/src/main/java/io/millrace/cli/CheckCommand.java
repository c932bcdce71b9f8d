// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli;

import io.millrace.configuration.Configuration;
import io.millrace.engine.FitCheck;
import io.millrace.engine.inspect.Snapshot;
import io.millrace.spi.Pipeline;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code millrace checkpoint check}. */
@Command(
        name = "check",
        description = {
            "Tells whether the program in a jar could begin from a checkpoint or savepoint, without"
                    + " starting it.",
            "Its main method is run up to its first job. Operators, uids, max parallelism and types"
                    + " of keys are compared; the states that functions ask for are not, for that they"
                    + " would have to be opened."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false)
final class CheckCommand implements Callable<Integer> {

    @Option(
            names = {"-c", "--class"},
            paramLabel = "CLASS",
            description = "The class with the main method; by default the jar's Main-Class.")
    private String mainClass;

    @Mixin private SettingOptions settings = new SettingOptions();

    @Option(names = "--format", paramLabel = "table|csv|json", description = "How to write it.")
    private Rows.Format format = Rows.Format.table;

    @Parameters(
            index = "0",
            paramLabel = "PATH",
            description = "The directory of a checkpoint or savepoint, or its _metadata.")
    private String path;

    @Parameters(index = "1", paramLabel = "JAR", description = "The program.")
    private Path jar;

    @Parameters(index = "2..*", paramLabel = "ARG", description = "Arguments of the program.")
    private List<String> arguments = new ArrayList<>();

    private final Surroundings surroundings;

    CheckCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        if (settings.restores()) {
            throw new UsageException(
                    "check compares the program with the checkpoint at PATH, "
                            + path
                            + "; leave -s out");
        }
        LauncherSettings made = settings.settings(surroundings);
        Configuration configuration = made.configuration();
        boolean allowed =
                Boolean.parseBoolean(
                        configuration
                                .toMap()
                                .getOrDefault(LaunchedEnvironment.ALLOW_NON_RESTORED, "false"));
        RunCommand.initializeFileSystems(configuration);
        try (Program program =
                Program.open(jar, mainClass, RunCommand.isParentFirst(configuration))) {
            LaunchedEnvironment.check(configuration, made.origins(), program.loader());
            Snapshot snapshot = Snapshot.open(path);
            Pipeline pipeline = program.firstJob(arguments, configuration);
            Thread thread = Thread.currentThread();
            ClassLoader before = thread.getContextClassLoader();
            thread.setContextClassLoader(program.loader());
            try {
                return told(FitCheck.of(pipeline, snapshot), allowed);
            } finally {
                thread.setContextClassLoader(before);
            }
        } catch (IOException e) {
            surroundings.say(e.getMessage() == null ? e.toString() : e.getMessage());
            return ExitCode.FAILED;
        }
    }

    private int told(FitCheck check, boolean allowed) {
        try (Rows rows =
                new Rows(
                        surroundings.out(),
                        format,
                        List.of("operator", "name", "verdict", "states", "why"))) {
            for (FitCheck.OperatorFit each : check.operators()) {
                rows.row(
                        Arrays.asList(
                                each.uid(),
                                each.name(),
                                each.verdict().name().toLowerCase(Locale.ROOT),
                                String.join(", ", each.states()),
                                each.why()));
            }
        }
        check.problems().forEach(surroundings::say);
        boolean fits = check.fits(allowed);
        surroundings.say(
                "job '"
                        + check.jobName()
                        + (fits
                                ? "' could begin from it, as far as that shows without opening a"
                                        + " function: the states that functions ask for are compared"
                                        + " when they do"
                                : "' could not begin from it"));
        return fits ? ExitCode.FINISHED : ExitCode.FAILED;
    }
}
