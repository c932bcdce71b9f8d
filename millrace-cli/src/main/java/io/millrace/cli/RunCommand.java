// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli;

import io.millrace.cli.flink.FlinkProgram;
import io.millrace.configuration.Configuration;
import io.millrace.configuration.CoreOptions;
import io.millrace.configuration.IllegalConfigurationException;
import io.millrace.core.fs.FileSystem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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

    @Mixin private ClassPathOption classPath = new ClassPathOption();

    @Mixin private SettingOptions settings = new SettingOptions();

    @Option(names = "--stacktrace", description = "Show failures with all their stack traces.")
    private boolean stackTrace;

    @Option(
            names = "--allow-missing",
            description =
                    "Run a program that was compiled against Flink, too, if it uses what is not here: it fails"
                            + " where that is used, if ever.")
    private boolean allowMissing;

    @Parameters(
            index = "0",
            paramLabel = "JAR",
            description =
                    "The program, compiled against Millrace or against Flink, whose names change as it is"
                            + " loaded.")
    private Path jar;

    @Parameters(index = "1..*", paramLabel = "ARG", description = "Arguments of the program.")
    private List<String> arguments = new ArrayList<>();

    private final Surroundings surroundings;

    RunCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        LauncherSettings made = settings.settings(surroundings);
        Configuration configuration = made.configuration();
        Origins origins = made.origins();
        RunningJobs jobs = new RunningJobs(surroundings, resumeCommand());
        Failures failures =
                new Failures(surroundings.err(), stackTrace, origins)
                        .whenAClassIsMissing(misplaced());
        initializeFileSystems(configuration);
        try (Program program = open(configuration)) {
            made.checkWith(program.loader());
            LaunchedEnvironment.check(configuration, origins, program.loader());
            int code = program.run(arguments, configuration, jobs, failures);
            if (!jobs.environmentWasAsked()
                    && !jobs.wasWarnedOfSettings()
                    && !configuration.keySet().isEmpty()) {
                surroundings.warn(
                        "the program never called StreamExecutionEnvironment.getExecutionEnvironment(), so options and"
                                + " settings of the launcher had no effect");
            }
            return code;
        }
    }

    private Program open(Configuration configuration) {
        boolean parentFirst = isParentFirst(configuration);
        List<Path> besides = classPath.paths();
        try {
            return Program.open(
                    jar, mainClass, parentFirst, besides, flinks -> look(flinks, configuration));
        } catch (UsageException e) {
            if (misplaced() == null || !Files.exists(jar)) {
                throw e;
            }
            throw new UsageException(e.getMessage() + "\n" + misplaced(), e);
        }
    }

    /** What to say if an option that finds classes was given to the program; null if none was. */
    private String misplaced() {
        for (String argument : arguments) {
            if (argument.matches("--classpath(=.*)?|-c|--class(=.*)?")) {
                String option = argument.replaceFirst("=.*", "");
                return option
                        + " stands after the jar, so it is an argument of the program. Options of run"
                        + " stand before the jar: millrace run "
                        + option
                        + " ... "
                        + quoted(jar.toString());
            }
        }
        return null;
    }

    /** What is done before a program that was compiled against Flink is loaded. */
    private void look(FlinkProgram program, Configuration configuration) {
        program.renameSettings(configuration);
        List<String> lacking = program.lacking(arguments, home(surroundings));
        if (lacking.isEmpty()) {
            return;
        }
        if (!allowMissing) {
            lacking.add(
                    "Nothing was started. With --allow-missing it runs, and fails where one of these"
                            + " is used.");
            throw new UsageException(String.join("\n", lacking));
        }
        surroundings.warn(String.join("\n", lacking));
    }

    /** The folder of the distribution; null if the launcher was started otherwise. */
    private static Path home(Surroundings surroundings) {
        String home = surroundings.variables().get("MILLRACE_HOME");
        return home == null ? null : Path.of(home);
    }

    /** What a path without a scheme means holds for the whole process. */
    static void initializeFileSystems(Configuration configuration) {
        try {
            FileSystem.initialize(configuration);
        } catch (IllegalConfigurationException e) {
            throw new UsageException(e.getMessage(), e);
        }
    }

    static boolean isParentFirst(Configuration configuration) {
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

    /** What to type to go on after a signal. */
    private String resumeCommand() {
        StringBuilder command = new StringBuilder(quoted(surroundings.command())).append(" run");
        if (mainClass != null) {
            command.append(" -c ").append(quoted(mainClass));
        }
        classPath.resumeInto(command);
        if (allowMissing) {
            command.append(" --allow-missing");
        }
        settings.resumeInto(command);
        command.append(' ').append(quoted(jar.toString()));
        arguments.forEach(argument -> command.append(' ').append(quoted(argument)));
        return command.toString();
    }

    /** As a shell takes it for one word. */
    static String quoted(String word) {
        return word.matches("[A-Za-z0-9_./:=@%+,-]+")
                ? word
                : "'" + word.replace("'", "'\\''") + "'";
    }
}
