// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.simulation;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.core.fs.FSDataOutputStream;
import io.millrace.core.fs.FileSystem;
import io.millrace.core.fs.Path;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.testing.FaultyFileSystem;
import io.millrace.testing.SimulatedWorld;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * One half of the job makes a file for each number, as a producer should: it gets its name when it
 * is complete and on the disk, and one that is there is not made again. The other half watches the
 * directory: each line of each file comes once.
 */
final class WatchingJob implements Shape.Job {

    private static final int SPLITS = 4;
    private static final int PER_SPLIT = 4;
    private static final int LINES = 3;

    @Override
    public void program(StreamExecutionEnvironment env, SimulatedWorld world) {
        env.setParallelism(1 + world.draw(3));
        env.fromSource(
                        new NumbersSource(world, 0, SPLITS, PER_SPLIT, Expected.HOLD_MS),
                        WatermarkStrategy.noWatermarks(),
                        "numbers")
                .map(
                        number -> {
                            world.userCode("producer");
                            makeFile(world.disk(), number);
                            return "made " + number;
                        })
                .sinkTo(new LedgerSink(world, "producer"));
        env.fromSource(
                        new WatchedInput(
                                directory(world),
                                SPLITS * PER_SPLIT,
                                Duration.ofMillis(1 + world.draw(5))),
                        WatermarkStrategy.noWatermarks(),
                        "files")
                .map(
                        line -> {
                            world.userCode("map");
                            return line;
                        })
                .sinkTo(new LedgerSink(world, "writer"));
    }

    private static Path directory(SimulatedWorld world) {
        return world.disk().path("/watched");
    }

    private static void makeFile(FaultyFileSystem disk, long number) throws IOException {
        Path directory = disk.path("/watched");
        disk.mkdirs(directory);
        disk.syncDirectory(directory.getParent());
        Path file = new Path(directory, "file " + number);
        if (disk.exists(file)) {
            return;
        }
        Path hidden = new Path(directory, "." + file.getName());
        try (FSDataOutputStream out = disk.create(hidden, FileSystem.WriteMode.OVERWRITE)) {
            for (int line = 0; line < LINES; line++) {
                out.write((number + "." + line + "\n").getBytes(StandardCharsets.UTF_8));
            }
            out.sync();
        }
        disk.rename(hidden, file);
        disk.syncDirectory(directory);
    }

    @Override
    public List<String> rows() {
        List<String> rows = new ArrayList<>();
        for (long number = 0; number < SPLITS * PER_SPLIT; number++) {
            rows.add("made " + number);
            for (int line = 0; line < LINES; line++) {
                rows.add(number + "." + line);
            }
        }
        rows.sort(null);
        return rows;
    }
}
