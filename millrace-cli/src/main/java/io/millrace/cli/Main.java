// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli;

import io.millrace.cli.checkpoint.CheckpointCommand;
import io.millrace.cli.demo.DemoCommand;
import io.millrace.cli.export.ExportCommand;
import io.millrace.cli.migrate.MigrateCommand;
import io.millrace.cli.steer.SteerCommand;
import io.millrace.engine.EngineOptions;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The launcher, {@code millrace COMMAND}. */
@Command(
        name = "millrace",
        description = "Runs stateful stream processing jobs in one JVM.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        synopsisSubcommandLabel = "COMMAND",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "  0:the job finished",
            "  1:the job or the program failed, or was refused",
            "  2:wrong usage or configuration; nothing was started",
            "  3:the job was cancelled",
            "  4:checkpoint check: nothing is known to be in the way, but not all is known",
            "130:interrupted (INT): the job was suspended, its checkpoints are kept",
            "143:terminated (TERM): the job was suspended, its checkpoints are kept"
        })
public final class Main implements Runnable {

    private static final String COMMANDS =
            "run, config, demo, migrate, export, checkpoint, list, savepoint, stop and cancel";

    @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

    private Main() {}

    /** Ends the process with one of the documented codes. */
    public static void main(String[] args) {
        System.exit(run(args, Surroundings.ofProcess()));
    }

    /** As {@link #main}, but returns the code. */
    public static int run(String[] args, Surroundings surroundings) {
        CommandLine run = new CommandLine(new RunCommand(surroundings));
        // What follows the jar belongs to the program, whatever it looks like.
        run.setStopAtPositional(true);
        CommandLine checkpoint =
                CheckpointCommand.of(surroundings)
                        .addSubcommand(
                                new CommandLine(new CheckCommand(surroundings))
                                        .setStopAtPositional(true));
        CommandLine commandLine =
                new CommandLine(new Main())
                        .addSubcommand(run)
                        .addSubcommand(new ConfigCommand(surroundings))
                        .addSubcommand(new DemoCommand(surroundings))
                        .addSubcommand(new MigrateCommand(surroundings))
                        .addSubcommand(new ExportCommand(surroundings))
                        .addSubcommand(checkpoint);
        for (SteerCommand command : SteerCommand.all(surroundings, () -> sockets(surroundings))) {
            commandLine.addSubcommand(command);
        }
        commandLine
                .setOut(new PrintWriter(surroundings.out(), true, StandardCharsets.UTF_8))
                .setErr(new PrintWriter(surroundings.err(), true, StandardCharsets.UTF_8))
                // An argument that begins with @ is an argument.
                .setExpandAtFiles(false)
                .setExecutionExceptionHandler(
                        (failure, command, parsed) -> {
                            if (failure instanceof UsageException) {
                                surroundings.say(failure.getMessage());
                                return ExitCode.USAGE;
                            }
                            throw failure;
                        })
                .setParameterExceptionHandler(
                        (failure, arguments) -> {
                            surroundings.say(mistake(failure));
                            surroundings
                                    .err()
                                    .println(
                                            "Try '"
                                                    + failure.getCommandLine()
                                                            .getCommandSpec()
                                                            .qualifiedName()
                                                    + " --help'.");
                            return ExitCode.USAGE;
                        });
        return commandLine.execute(args);
    }

    /** The directory of sockets that the file of settings names; null for none. */
    private static String sockets(Surroundings surroundings) {
        LauncherSettings settings = new LauncherSettings(surroundings);
        settings.addFile();
        return settings.configuration().get(EngineOptions.STEERING_DIRECTORY);
    }

    private static String mistake(ParameterException failure) {
        if (failure instanceof UnmatchedArgumentException unmatched
                && failure.getCommandLine().getParent() == null
                && !unmatched.isUnknownOption()) {
            return "there is no command '"
                    + unmatched.getUnmatched().get(0)
                    + "'; there are "
                    + COMMANDS;
        }
        // picocli says "option option".
        return failure.getMessage().replace("option option", "option");
    }

    /** No command was given. */
    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "a command is missing: " + COMMANDS);
    }
}
