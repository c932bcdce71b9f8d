// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli;

import io.millrace.cli.checkpoint.ProgressLine;
import io.millrace.configuration.Configuration;
import io.millrace.engine.FitCheck;
import io.millrace.engine.StateVerdict;
import io.millrace.engine.inspect.Snapshot;
import io.millrace.spi.Pipeline;
import java.io.IOException;
import java.io.PrintStream;
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
            "Its main method is run up to its first job, and its functions are opened and closed"
                    + " again, to see which states they ask for; sources, sinks and asynchronous"
                    + " functions are not. No record flows.",
            "Ends with 0 if it fits, 1 if it does not, 4 if nothing is known to be in the way but not"
                    + " all is known."
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

    @Mixin private ClassPathOption classPath = new ClassPathOption();

    @Mixin private SettingOptions settings = new SettingOptions();

    @Option(names = "--format", paramLabel = "table|csv|json", description = "How to write it.")
    private Rows.Format format = Rows.Format.table;

    @Option(
            names = "--no-open",
            description =
                    "Open no function: of states only what shows without is compared, such as the"
                            + " descriptors in the functions' fields.")
    private boolean closed;

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
                Program.open(
                        jar,
                        mainClass,
                        RunCommand.isParentFirst(configuration),
                        classPath.paths(),
                        flinks -> flinks.renameSettings(configuration))) {
            made.checkWith(program.loader());
            LaunchedEnvironment.check(configuration, made.origins(), program.loader());
            Snapshot snapshot = Snapshot.open(path);
            return told(aside(program, configuration, snapshot), allowed);
        } catch (IOException e) {
            surroundings.say(e.getMessage() == null ? e.toString() : e.getMessage());
            return ExitCode.FAILED;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            surroundings.say("interrupted");
            return ExitCode.FAILED;
        }
    }

    /** What the program prints is not what was asked for: it goes where all else is said. */
    private FitCheck aside(Program program, Configuration configuration, Snapshot snapshot)
            throws IOException, InterruptedException {
        PrintStream before = System.out;
        System.setOut(surroundings.err());
        try {
            Pipeline pipeline = program.firstJob(arguments, configuration);
            return compare(program, pipeline, snapshot);
        } finally {
            System.setOut(before);
        }
    }

    private FitCheck compare(Program program, Pipeline pipeline, Snapshot snapshot)
            throws IOException, InterruptedException {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(program.loader());
        try (ProgressLine line =
                new ProgressLine(surroundings, snapshot.manifest().stateBytes(), true)) {
            return FitCheck.of(
                    pipeline, snapshot, new FitCheck.Manner(!closed, FitCheck.LIMIT), line);
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private int told(FitCheck check, boolean allowed) {
        try (Rows rows =
                new Rows(
                        surroundings.out(),
                        format,
                        List.of(
                                "operator",
                                "name",
                                "verdict",
                                "state",
                                "kind",
                                "was",
                                "now",
                                "why"))) {
            for (FitCheck.OperatorFit each : check.operators()) {
                rows.row(
                        Arrays.asList(
                                each.uid(),
                                each.name(),
                                word(each.verdict()),
                                null,
                                null,
                                null,
                                null,
                                orNull(each.why())));
                for (StateVerdict state : each.states()) {
                    rows.row(
                            Arrays.asList(
                                    each.uid(),
                                    each.name(),
                                    word(state.verdict()),
                                    state.name(),
                                    state.kind(),
                                    orNull(state.was()),
                                    orNull(state.now()),
                                    orNull(state.why())));
                }
            }
        }
        check.problems().forEach(surroundings::say);
        boolean fits = check.fits(allowed);
        boolean known = check.isAllKnown();
        surroundings.say(
                "job '"
                        + check.jobName()
                        + (!fits
                                ? "' could not begin from it"
                                : known
                                        ? "' could begin from it"
                                        : "' could begin from it as far as is known: what becomes of"
                                                + " the states marked 'unknown' is not"
                                                + (closed
                                                        ? "; without --no-open more is known"
                                                        : "")));
        return !fits ? ExitCode.FAILED : known ? ExitCode.FINISHED : ExitCode.UNDECIDED;
    }

    private static String word(Enum<?> verdict) {
        return verdict.name().toLowerCase(Locale.ROOT);
    }

    private static String orNull(String text) {
        return text.isEmpty() ? null : text;
    }
}
