// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli.steer;

import io.millrace.cli.Surroundings;
import io.millrace.engine.steer.RunningJobs;
import java.io.IOException;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code millrace cancel}. */
@Command(
        name = "cancel",
        description = {
            "Cancels a running job, and returns when it has ended.",
            "What becomes of its checkpoints says"
                    + " execution.checkpointing.externalized-checkpoint-retention."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class CancelCommand extends SteerCommand {

    @Option(
            names = {"-s", "--with-savepoint"},
            arity = "0..1",
            fallbackValue = "",
            paramLabel = "DIR",
            description = {
                "Take a savepoint first, under this directory; without one, where"
                        + " execution.checkpointing.savepoint-dir says. Name the job before it."
            })
    private String savepoint;

    @Option(
            names = "--format",
            paramLabel = "canonical|native",
            description =
                    "Of the savepoint: whether every backend is to read it, or it is to be quick.")
    private String format;

    @Parameters(paramLabel = "JOB", description = "The job's id, the beginning of it, or its name.")
    private String job;

    CancelCommand(Surroundings surroundings, Supplier<String> configured) {
        super(surroundings, configured);
    }

    @Override
    int run() throws IOException {
        String wanted = format(format);
        RunningJobs jobs = jobs();
        RunningJobs.Job found = jobs.find(job);
        surroundings.say(
                "cancelling " + called(found) + (savepoint == null ? "" : " with a savepoint"));
        if (savepoint == null) {
            jobs.cancel(found);
        } else {
            surroundings
                    .out()
                    .println(
                            jobs.cancelWithSavepoint(
                                    found, savepoint.isEmpty() ? null : target(savepoint), wanted));
        }
        return DONE;
    }
}
