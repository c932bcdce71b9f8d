// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli.steer;

import io.millrace.cli.Rows;
import io.millrace.cli.Surroundings;
import io.millrace.engine.steer.RunningJobs;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code millrace list}. */
@Command(
        name = "list",
        description = "Lists the jobs that processes of this user run, the oldest first.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class ListJobsCommand extends SteerCommand {

    @Option(
            names = "--format",
            paramLabel = "table|csv|json",
            description = "How to write it; times are in milliseconds in csv and json.")
    private Rows.Format format = Rows.Format.table;

    ListJobsCommand(Surroundings surroundings, Supplier<String> configured) {
        super(surroundings, configured);
    }

    @Override
    int run() throws IOException {
        RunningJobs.Listing listing = jobs().list();
        listing.problems().forEach(surroundings::warn);
        if (format == Rows.Format.table && listing.jobs().isEmpty()) {
            surroundings.say("no job of this user runs, or can be steered");
            return DONE;
        }
        boolean people = format == Rows.Format.table;
        long now = System.currentTimeMillis();
        try (Rows rows =
                new Rows(
                        surroundings.out(),
                        format,
                        people
                                ? List.of(
                                        "job",
                                        "name",
                                        "state",
                                        "up",
                                        "process",
                                        "last checkpoint",
                                        "directory")
                                : List.of(
                                        "id",
                                        "name",
                                        "state",
                                        "started",
                                        "process",
                                        "checkpoint",
                                        "directory"))) {
            for (RunningJobs.Job job : listing.jobs()) {
                rows.row(
                        Arrays.asList(
                                job.id(),
                                job.name(),
                                job.state(),
                                people ? Rows.age(now - job.startedMs()) : job.startedMs(),
                                job.process(),
                                job.checkpoint(),
                                job.directory()));
            }
        }
        return DONE;
    }
}
