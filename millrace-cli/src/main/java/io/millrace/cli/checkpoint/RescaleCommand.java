// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli.checkpoint;

import io.millrace.cli.Surroundings;
import io.millrace.cli.UsageException;
import io.millrace.engine.offline.MaxParallelismChange;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code millrace checkpoint rescale}. */
@Command(
        name = "rescale",
        description = {
            "Writes a checkpoint or savepoint anew, as a savepoint, for another maximum"
                    + " parallelism.",
            "The old one stays as it is. Prints where the new one lies."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class RescaleCommand extends SnapshotCommand {

    private static final int MOST = 1 << 15;
    private static final long TOLD_EVERY = 1_000_000;

    @Option(
            names = "--max-parallelism",
            paramLabel = "N",
            required = true,
            description = "The new number of key groups, 1 to 32768.")
    private int maxParallelism;

    @Option(
            names = "--uid",
            paramLabel = "UID",
            description = "Only of the operator with this uid; by default of all.")
    private String uid;

    @Option(
            names = "--classpath",
            paramLabel = "JAR",
            split = ":",
            description = "Jars with the program's classes, for keys that only they can read.")
    private List<Path> classPath = new ArrayList<>();

    @Parameters(
            index = "0",
            paramLabel = "PATH",
            description = "The directory of a checkpoint or savepoint, or its _metadata.")
    private String path;

    @Parameters(
            index = "1",
            paramLabel = "OUT",
            description = "The directory of the new one, which is not there yet or empty.")
    private String target;

    RescaleCommand(Surroundings surroundings) {
        super(surroundings);
    }

    @Override
    @SuppressWarnings("try") // the class path is found by the thread, not by its name
    int run() throws IOException {
        if (maxParallelism < 1 || maxParallelism > MOST) {
            throw new UsageException(
                    "--max-parallelism takes a number from 1 to "
                            + MOST
                            + ", not "
                            + maxParallelism);
        }
        boolean shown =
                surroundings.variables().getOrDefault("MILLRACE_TERMINALS", "").contains("2");
        try (ClassPath classes = new ClassPath(classPath)) {
            long[] next = {TOLD_EVERY};
            MaxParallelismChange.Result result =
                    MaxParallelismChange.write(
                            path,
                            target,
                            maxParallelism,
                            uid,
                            (operator, entries) -> {
                                if (shown && entries >= next[0]) {
                                    next[0] = entries + TOLD_EVERY;
                                    surroundings.say(
                                            "operator '" + operator + "': " + entries + " entries");
                                }
                            });
            surroundings.say(
                    "max parallelism "
                            + maxParallelism
                            + ": "
                            + (result.changed().isEmpty()
                                    ? "no operator had another one"
                                    : String.join(", ", result.changed()))
                            + "; "
                            + result.entries()
                            + " entries");
            surroundings.out().println(result.pointer());
            return DONE;
        }
    }
}
