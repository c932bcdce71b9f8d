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

/** {@code millrace savepoint}. */
@Command(
        name = "savepoint",
        description = {
            "Takes a savepoint of a running job, which goes on. Prints where it lies."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class SavepointCommand extends SteerCommand {

    @Option(
            names = "--format",
            paramLabel = "canonical|native",
            description = "Whether every backend is to read it, or it is to be quick.")
    private String format;

    @Parameters(
            index = "0",
            paramLabel = "JOB",
            description = "The job's id, the beginning of it, or its name.")
    private String job;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "DIR",
            description =
                    "Under which directory; by default where execution.checkpointing.savepoint-dir says.")
    private String directory;

    SavepointCommand(Surroundings surroundings, Supplier<String> configured) {
        super(surroundings, configured);
    }

    @Override
    int run() throws IOException {
        String wanted = format(format);
        RunningJobs jobs = jobs();
        RunningJobs.Job found = jobs.find(job);
        surroundings.say("taking a savepoint of " + called(found));
        surroundings.out().println(jobs.savepoint(found, target(directory), wanted));
        return DONE;
    }
}
