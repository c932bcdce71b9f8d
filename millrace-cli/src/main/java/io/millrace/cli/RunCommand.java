// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli;

import io.millrace.configuration.Configuration;
import io.millrace.configuration.CoreOptions;
import io.millrace.configuration.IllegalConfigurationException;
import io.millrace.core.fs.FileSystem;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code millrace run}: runs the main method of a jar. */
@Command(
        name = "run",
        description = "Runs the program in a jar.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false)
final class RunCommand implements Callable<Integer> {

    @Option(
            names = {"-c", "--class"},
            paramLabel = "CLASS",
            description = "The class with the main method; by default the jar's Main-Class.")
    private String mainClass;

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

    @Option(names = "--stacktrace", description = "Show failures with all their stack traces.")
    private boolean stackTrace;

    @Parameters(index = "0", paramLabel = "JAR", description = "The program.")
    private Path jar;

    @Parameters(index = "1..*", paramLabel = "ARG", description = "Arguments of the program.")
    private List<String> arguments = new ArrayList<>();

    private final Surroundings surroundings;

    RunCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        Configuration configuration = configuration();
        RunningJobs jobs = new RunningJobs(surroundings, resumeCommand());
        Failures failures = new Failures(surroundings.err(), stackTrace);
        initializeFileSystems(configuration);
        try (Program program = Program.open(jar, mainClass, isParentFirst(configuration))) {
            LaunchedEnvironment.check(configuration, program.loader());
            int code = program.run(arguments, configuration, jobs, failures);
            if (!jobs.environmentWasAsked() && !configuration.keySet().isEmpty()) {
                surroundings.warn(
                        "the program never called StreamExecutionEnvironment.getExecutionEnvironment(), so options and"
                                + " settings of the launcher had no effect");
            }
            return code;
        }
    }

    /** What a path without a scheme means holds for the whole process. */
    private static void initializeFileSystems(Configuration configuration) {
        try {
            FileSystem.initialize(configuration);
        } catch (IllegalConfigurationException e) {
            throw new UsageException(e.getMessage(), e);
        }
    }

    private static boolean isParentFirst(Configuration configuration) {
        String order = configuration.get(CoreOptions.CLASSLOADER_RESOLVE_ORDER).strip();
        return switch (order.toLowerCase(Locale.ROOT)) {
            case "child-first" -> false;
            case "parent-first" -> true;
            default ->
                    throw new UsageException(
                            CoreOptions.CLASSLOADER_RESOLVE_ORDER.key()
                                    + " is child-first or parent-first, not '"
                                    + order
                                    + "'");
        };
    }

    private Configuration configuration() {
        Configuration configuration = new Configuration();
        ConfigurationFile.load(surroundings)
                .ifPresent(file -> file.into(configuration, surroundings));
        if (!settings.isEmpty()) {
            KnownKeys.addFromCommandLine(settings, configuration);
        }
        if (from != null) {
            if (from.isBlank()) {
                throw new UsageException(
                        "-s takes the path of a checkpoint, or latest; here it is empty");
            }
            configuration.setString(LaunchedEnvironment.RESTORE_PATH, from);
        }
        if (allowNonRestored) {
            configuration.setString(LaunchedEnvironment.ALLOW_NON_RESTORED, "true");
        }
        if (parallelism != null) {
            if (parallelism < 1) {
                throw new UsageException("-p takes a number of 1 or more, not " + parallelism);
            }
            configuration.setString(LaunchedEnvironment.PARALLELISM, parallelism.toString());
        }
        return configuration;
    }

    /** What to type to go on after a signal. */
    private String resumeCommand() {
        StringBuilder command = new StringBuilder(quoted(surroundings.command())).append(" run");
        if (mainClass != null) {
            command.append(" -c ").append(quoted(mainClass));
        }
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
                        command.append(" -D ").append(quoted(key + "=" + value));
                    }
                });
        command.append(' ').append(quoted(jar.toString()));
        arguments.forEach(argument -> command.append(' ').append(quoted(argument)));
        return command.toString();
    }

    /** As a shell takes it for one word. */
    private static String quoted(String word) {
        return word.matches("[A-Za-z0-9_./:=@%+,-]+")
                ? word
                : "'" + word.replace("'", "'\\''") + "'";
    }
}
