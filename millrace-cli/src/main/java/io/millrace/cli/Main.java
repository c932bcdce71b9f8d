// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli;

import io.millrace.cli.demo.DemoCommand;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;

/** The launcher: {@code millrace run JAR}, {@code millrace demo}. */
@Command(
        name = "millrace",
        description = "Runs stateful stream processing jobs in one JVM.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        subcommands = {RunCommand.class, DemoCommand.class},
        synopsisSubcommandLabel = "COMMAND",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:the job finished",
            "1:the job or the program failed",
            "2:wrong usage or configuration; nothing was started",
            "3:the job was cancelled",
            "130:interrupted (INT); the job was suspended, its checkpoints are kept",
            "143:terminated (TERM); the job was suspended, its checkpoints are kept"
        })
public final class Main implements Runnable {

    @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

    private Main() {}

    /** Ends the process with one of the documented codes. */
    public static void main(String[] args) {
        System.exit(run(args, System.getenv()));
    }

    /** As {@link #main}, but returns the code. */
    static int run(String[] args, Map<String, String> environment) {
        CommandLine commandLine = new CommandLine(new Main());
        commandLine.getSubcommands().get("run").setStopAtPositional(true);
        RunCommand run = commandLine.getSubcommands().get("run").getCommand();
        run.environment(environment);
        commandLine.setExecutionExceptionHandler(
                (failure, cmd, parsed) -> {
                    if (failure instanceof UsageException) {
                        cmd.getErr().println("millrace: " + failure.getMessage());
                        return ExitCode.USAGE;
                    }
                    throw failure;
                });
        commandLine.setParameterExceptionHandler(
                (failure, arguments) -> {
                    CommandLine cmd = failure.getCommandLine();
                    cmd.getErr().println("millrace: " + failure.getMessage());
                    cmd.getErr()
                            .println("Try '" + cmd.getCommandSpec().qualifiedName() + " --help'.");
                    return ExitCode.USAGE;
                });
        return commandLine.execute(args);
    }

    /** No command was given. */
    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "A command is missing: run or demo");
    }
}
