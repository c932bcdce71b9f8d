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

/** {@code millrace stop}. */
@Command(
        name = "stop",
        description = {
            "Takes a savepoint of a running job and ends the job with it: what came before the"
                    + " savepoint is committed, and nothing after it was read. Prints where it lies."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class StopCommand extends SteerCommand {

    @Option(
            names = {"-d", "--drain"},
            description =
                    "Let all windows and timers of event time fire first. Not for a job that is to"
                            + " go on.")
    private boolean drain;

    @Option(
            names = {"-p", "--savepoint-dir"},
            paramLabel = "DIR",
            description =
                    "Under which directory; by default where execution.checkpointing.savepoint-dir"
                            + " says.")
    private String directory;

    @Option(
            names = "--format",
            paramLabel = "canonical|native",
            description = "Whether every backend is to read it, or it is to be quick.")
    private String format;

    @Parameters(paramLabel = "JOB", description = "The job's id, the beginning of it, or its name.")
    private String job;

    StopCommand(Surroundings surroundings, Supplier<String> configured) {
        super(surroundings, configured);
    }

    @Override
    int run() throws IOException {
        String wanted = format(format);
        RunningJobs jobs = jobs();
        RunningJobs.Job found = jobs.find(job);
        surroundings.say("stopping " + called(found) + " with a savepoint");
        Patience patience =
                new Patience(
                        surroundings,
                        "the job has not ended yet: it ends when the savepoint is complete, its sources"
                                + " have returned, and what they gave is through. To interrupt this"
                                + " command does not undo it; 'millrace cancel' ends the job at"
                                + " once");
        try {
            surroundings.out().println(jobs.stop(found, drain, target(directory), wanted));
        } finally {
            patience.close();
        }
        return DONE;
    }
}
