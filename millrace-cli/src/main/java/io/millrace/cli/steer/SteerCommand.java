// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli.steer;

import io.millrace.cli.Surroundings;
import io.millrace.cli.UsageException;
import io.millrace.engine.steer.RunningJobs;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine.Option;

/** What the commands that talk to running jobs have in common. */
public abstract class SteerCommand implements Callable<Integer> {

    static final int DONE = 0;
    static final int FAILED = 1;

    @Option(
            names = "--sockets",
            paramLabel = "DIR",
            description =
                    "Where the processes' sockets lie; by default where millrace.steering.dir"
                            + " says.")
    private String sockets;

    final Surroundings surroundings;
    private final Supplier<String> configured;

    /**
     * @param configured the directory that the settings name; asked once, and may answer null
     */
    SteerCommand(Surroundings surroundings, Supplier<String> configured) {
        this.surroundings = surroundings;
        this.configured = configured;
    }

    /** All of them. */
    public static List<SteerCommand> all(Surroundings surroundings, Supplier<String> configured) {
        return List.of(
                new ListJobsCommand(surroundings, configured),
                new SavepointCommand(surroundings, configured),
                new StopCommand(surroundings, configured),
                new CancelCommand(surroundings, configured));
    }

    @Override
    public final Integer call() {
        try {
            return run();
        } catch (IOException e) {
            surroundings.say(e.getMessage() == null ? e.toString() : e.getMessage());
            return FAILED;
        }
    }

    abstract int run() throws IOException;

    RunningJobs jobs() {
        return new RunningJobs(
                sockets == null ? configured.get() : sockets,
                surroundings.variables().get("XDG_RUNTIME_DIR"));
    }

    /** A path as the job's process is to understand it, wherever that was started. */
    static String target(String given) {
        if (given == null || given.matches("[A-Za-z][A-Za-z0-9+.-]*:.*")) {
            return given;
        }
        try {
            return Path.of(given).toAbsolutePath().normalize().toString();
        } catch (InvalidPathException e) {
            throw new UsageException("'" + given + "' is no path: " + e.getMessage(), e);
        }
    }

    static String format(String given) {
        if (given == null) {
            return null;
        }
        String format = given.toLowerCase(Locale.ROOT);
        if (!format.equals("canonical") && !format.equals("native")) {
            throw new UsageException("--format is canonical or native, not '" + given + "'");
        }
        return format;
    }

    static String called(RunningJobs.Job job) {
        return "job '" + job.name() + "' (" + job.id() + ", process " + job.process() + ")";
    }
}
