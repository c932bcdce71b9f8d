// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli.steer;

import io.millrace.cli.StoreOptions;
import io.millrace.cli.Surroundings;
import io.millrace.cli.UsageException;
import io.millrace.engine.Engine;
import io.millrace.engine.steer.RunningJobs;
import java.io.IOException;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code millrace savepoint}. */
@Command(
        name = "savepoint",
        description = {
            "Takes a savepoint of a running job, which goes on, and prints where it lies; or"
                    + " removes one."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class SavepointCommand extends SteerCommand {

    @Option(
            names = "--format",
            paramLabel = "canonical|native",
            description = "Whether every backend is to read it, or it is to be quick.")
    private String format;

    @Option(
            names = "--dispose",
            paramLabel = "PATH",
            description =
                    "Remove this savepoint, or checkpoint that no job keeps, with all its files; no"
                            + " JOB then.")
    private String dispose;

    @Mixin private StoreOptions stores = new StoreOptions();

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "JOB",
            description = "The job's id, the beginning of it, or its name.")
    private String job;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "DIR",
            description =
                    "Under which directory; by default where execution.checkpointing.savepoint-dir"
                            + " says.")
    private String directory;

    SavepointCommand(Surroundings surroundings, Supplier<String> configured) {
        super(surroundings, configured);
    }

    @Override
    int run() throws IOException {
        if ((dispose == null) == (job == null)) {
            throw new UsageException(
                    "name the job whose savepoint is to be taken, or, with --dispose, the savepoint"
                            + " that is to be removed");
        }
        if (dispose != null) {
            stores.initializeFileSystems(surroundings);
            Engine.disposeSavepoint(dispose);
            surroundings.say("removed " + dispose);
            return DONE;
        }
        if (stores.areGiven()) {
            throw new UsageException(
                    "-D goes with --dispose; a savepoint is written by the job's process, by its"
                            + " settings");
        }
        String wanted = format(format);
        RunningJobs jobs = jobs();
        RunningJobs.Job found = jobs.find(job);
        surroundings.say("taking a savepoint of " + called(found));
        surroundings.out().println(jobs.savepoint(found, target(directory), wanted));
        return DONE;
    }
}
