// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli.demo;

import io.millrace.cli.Surroundings;
import io.millrace.cli.UsageException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code millrace demo}. */
@Command(
        name = "demo",
        description =
                "Counts words, kills the job with kill -9 again and again, and shows that every word is counted once.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
public final class DemoCommand implements Callable<Integer> {

    private static final int MOST_PARALLELISM = 128;

    @Option(
            names = "--input",
            paramLabel = "FILE",
            description =
                    "A text file to read, plain or gz; may be given several times. By default the texts of this source tree.")
    private List<Path> inputs = new ArrayList<>();

    @Option(
            names = "--kills",
            paramLabel = "N",
            defaultValue = "3",
            description = "How often the job is killed (default: ${DEFAULT-VALUE}).")
    private int kills;

    @Option(
            names = "--parallelism",
            paramLabel = "P",
            defaultValue = "2",
            description = "Parallelism of the job (default: ${DEFAULT-VALUE}).")
    private int parallelism;

    @Option(
            names = "--seed",
            paramLabel = "S",
            description = "Draws the moments of the kills; by default another one each time.")
    private Long seed;

    private final Surroundings surroundings;

    public DemoCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() throws InterruptedException {
        if (kills < 0) {
            throw new UsageException("--kills takes a number of 0 or more, not " + kills);
        }
        if (parallelism < 1 || parallelism > MOST_PARALLELISM) {
            throw new UsageException(
                    "--parallelism takes a number from 1 to "
                            + MOST_PARALLELISM
                            + ", not "
                            + parallelism);
        }
        List<Path> files =
                inputs.isEmpty() ? Inputs.ofHome(surroundings.variables()) : Inputs.named(inputs);
        long drawn = seed == null ? ThreadLocalRandom.current().nextInt(1_000_000) : seed;
        boolean animated = System.console() != null && surroundings.out() == System.out;
        Demo demo =
                new Demo(
                        new Demo.Request(files, kills, parallelism, drawn),
                        surroundings.out(),
                        animated);
        try {
            return demo.run() ? 0 : 1;
        } catch (IOException e) {
            surroundings.say("the demo could not go on: " + e);
            return 1;
        }
    }
}
