// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli.checkpoint;

import io.millrace.cli.Surroundings;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;

/** {@code millrace checkpoint}: what lies in checkpoints and savepoints. */
@Command(
        name = "checkpoint",
        description =
                "Shows what lies in checkpoints and savepoints. Changes none of them; rescale"
                        + " writes a new one.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:done; verify: all is intact; diff: no difference; check: it fits",
            "1:it can't be read; verify: something is damaged; diff: they differ; check: it does"
                    + " not fit",
            "2:wrong usage"
        })
public final class CheckpointCommand implements Runnable {

    @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

    private CheckpointCommand() {}

    /** With all its commands. */
    public static CommandLine of(Surroundings surroundings) {
        return new CommandLine(new CheckpointCommand())
                .addSubcommand(new ListCommand(surroundings))
                .addSubcommand(new ShowCommand(surroundings))
                .addSubcommand(new StateCommand(surroundings))
                .addSubcommand(new DiffCommand(surroundings))
                .addSubcommand(new VerifyCommand(surroundings))
                .addSubcommand(new RescaleCommand(surroundings));
    }

    /** No command was given. */
    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(),
                "a command is missing: " + String.join(", ", spec.subcommands().keySet()));
    }
}
