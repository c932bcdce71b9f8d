// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.test.util;

import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.util.ExceptionUtils;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/** Runs jobs that end themselves, and finds their checkpoints. */
public class TestUtils {

    public TestUtils() {}

    /**
     * Runs the job; one that a {@link SuccessException} ends has succeeded.
     *
     * @throws Exception what else ended it
     */
    public static void tryExecute(StreamExecutionEnvironment see, String name) throws Exception {
        try {
            see.execute(name);
        } catch (Exception e) {
            if (ExceptionUtils.findThrowable(e, SuccessException.class).isEmpty()) {
                throw e;
            }
        }
    }

    /**
     * The directory of the newest checkpoint that is complete.
     *
     * @throws IllegalArgumentException when there is none
     */
    public static File getMostRecentCompletedCheckpoint(File checkpointDir) throws IOException {
        return getMostRecentCompletedCheckpointMaybe(checkpointDir)
                .orElseThrow(
                        () ->
                                new IllegalArgumentException(
                                        "There is no completed checkpoint in " + checkpointDir));
    }

    /** The directory of the newest checkpoint that is complete. */
    public static Optional<File> getMostRecentCompletedCheckpointMaybe(File checkpointDir)
            throws IOException {
        try (Stream<Path> all = Files.walk(checkpointDir.toPath(), 2)) {
            return all.filter(path -> path.getFileName().toString().matches("chk-\\d+"))
                    .filter(path -> Files.exists(path.resolve("_metadata")))
                    .max(Comparator.comparingLong(TestUtils::number))
                    .map(Path::toFile);
        }
    }

    private static long number(Path checkpoint) {
        return Long.parseLong(checkpoint.getFileName().toString().substring("chk-".length()));
    }

    /** Waits until there is a checkpoint that is complete. */
    public static void waitUntilExternalizedCheckpointCreated(File checkpointDir)
            throws InterruptedException, IOException {
        while (getMostRecentCompletedCheckpointMaybe(checkpointDir).isEmpty()) {
            Thread.sleep(50);
        }
    }
}
