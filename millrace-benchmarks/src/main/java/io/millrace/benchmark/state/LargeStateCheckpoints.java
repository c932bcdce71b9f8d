// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.benchmark.state;

import io.millrace.engine.inspect.Snapshot;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/** Sizes and durations of the checkpoints that were completed, each read when it is told of. */
final class LargeStateCheckpoints {

    private static final double MB = 1e6;

    /** One of them; sizes are in bytes. */
    private record Taken(long durationMs, long written, long whole) {}

    private final Path directory;
    private final List<Taken> all = new ArrayList<>();

    /** Those that were replaced by the next one before they could be looked into. */
    private int gone;

    LargeStateCheckpoints(Path directory) {
        this.directory = directory;
    }

    int count() {
        return all.size() + gone;
    }

    void complete(long id, long durationMs) throws IOException {
        try {
            Snapshot snapshot = Snapshot.open(newest("chk-" + id).toString());
            all.add(
                    new Taken(
                            durationMs,
                            snapshot.ownBytes(),
                            snapshot.ownBytes() + snapshot.sharedBytes()));
        } catch (FileNotFoundException | NoSuchFileException e) {
            gone++;
        }
    }

    /**
     * The second process may give the number of a checkpoint that the first one began once more.
     */
    private Path newest(String name) throws IOException {
        List<Path> found;
        try (Stream<Path> walk =
                Files.find(
                        directory, 2, (path, its) -> path.getFileName().toString().equals(name))) {
            found = walk.toList();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        Path newest = null;
        for (Path each : found) {
            if (newest == null
                    || Files.getLastModifiedTime(each).compareTo(Files.getLastModifiedTime(newest))
                            > 0) {
                newest = each;
            }
        }
        if (newest == null) {
            throw new FileNotFoundException(name);
        }
        return newest;
    }

    void tell() {
        if (all.isEmpty()) {
            throw new IllegalStateException("No checkpoint was told of: nothing is known of them");
        }
        System.out.println(
                LargeStateWatch.text(
                        "checkpoints %d; duration p50 %,d ms, p99 %,d ms, max %,d ms",
                        count(),
                        at(0.5, Taken::durationMs),
                        at(0.99, Taken::durationMs),
                        at(1, Taken::durationMs)));
        System.out.println(
                LargeStateWatch.text(
                        "            written for one p50 %,.1f MB, max %,.1f MB, for all %,.1f MB;"
                                + " the largest state in one %,.1f MB",
                        at(0.5, Taken::written) / MB,
                        at(1, Taken::written) / MB,
                        all.stream().mapToLong(Taken::written).sum() / MB,
                        at(1, Taken::whole) / MB));
        if (gone > 0) {
            System.out.println(
                    LargeStateWatch.text(
                            "            (%d of them were removed before they could be measured)",
                            gone));
        }
    }

    private long at(double share, ToLongFunction<Taken> what) {
        long[] sorted = all.stream().mapToLong(what).sorted().toArray();
        return sorted[Math.max(0, (int) Math.ceil(sorted.length * share) - 1)];
    }
}
