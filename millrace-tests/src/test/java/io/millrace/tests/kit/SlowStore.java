// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.kit;

import io.millrace.configuration.CheckpointingOptions;
import io.millrace.configuration.Configuration;
import io.millrace.configuration.MemorySize;
import io.millrace.core.fs.FileStatus;
import io.millrace.core.fs.Path;
import io.millrace.testing.FaultyFileSystem;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A checkpoint directory in memory in which what belongs to certain checkpoints is written, or
 * removed, only when the test lets it. Each handle is a file of its own. Any thread.
 */
public final class SlowStore implements AutoCloseable {

    /** To its own directory, or among the shared files. */
    private static final Pattern BELONGS =
            Pattern.compile("/chk-([0-9]+)(?:/|$)|/shared/([0-9]+)-");

    private final FaultyFileSystem disk;
    private final Map<Long, CountDownLatch> writes = new ConcurrentHashMap<>();
    private final Map<Long, CountDownLatch> removals = new ConcurrentHashMap<>();

    /** An empty one; the name is that of no other. */
    public SlowStore(String name) {
        disk = FaultyFileSystem.named(name);
        disk.reset();
        disk.setHold(
                (kind, path) ->
                        await(kind == FaultyFileSystem.Kind.DELETE ? removals : writes, path));
    }

    /** State of these checkpoints is not written before {@link #write}. */
    public SlowStore holdWrites(long... ids) {
        for (long id : ids) {
            writes.put(id, new CountDownLatch(1));
        }
        return this;
    }

    /** These checkpoints are not removed before {@link #remove}. */
    public SlowStore holdRemovals(long... ids) {
        for (long id : ids) {
            removals.put(id, new CountDownLatch(1));
        }
        return this;
    }

    public void write(long id) {
        writes.get(id).countDown();
    }

    public void remove(long id) {
        removals.get(id).countDown();
    }

    /** What is written for these checkpoints fails. */
    public void failWrites(long... ids) {
        disk.setFault(
                operation -> {
                    for (long id : ids) {
                        if (operation.kind() == FaultyFileSystem.Kind.CREATE
                                && operation.path().getPath().contains("/chk-" + id + "/")) {
                            throw new IOException("no room for checkpoint " + id);
                        }
                    }
                });
    }

    /** The manifest of the checkpoint can't be written. */
    public void failManifest(long id) {
        disk.setFault(
                operation -> {
                    if (operation.kind() == FaultyFileSystem.Kind.RENAME
                            && operation.path().getPath().contains("/chk-" + id + "/")) {
                        throw new IOException("no manifest for checkpoint " + id);
                    }
                });
    }

    private static void await(Map<Long, CountDownLatch> held, Path path) {
        Matcher belongs = BELONGS.matcher(path.getPath());
        if (belongs.find()) {
            String id = belongs.group(1) != null ? belongs.group(1) : belongs.group(2);
            CountDownLatch latch = held.get(Long.valueOf(id));
            if (latch != null) {
                awaitRelease(latch);
            }
        }
    }

    private static void awaitRelease(CountDownLatch latch) {
        boolean interrupted = false;
        while (true) {
            try {
                latch.await();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Settings by which a job keeps its checkpoints here. */
    public Configuration configuration() {
        Configuration configuration = new Configuration();
        configuration.set(
                CheckpointingOptions.CHECKPOINTS_DIRECTORY, disk.path("/checkpoints").toString());
        configuration.set(CheckpointingOptions.FS_SMALL_FILE_THRESHOLD, MemorySize.ZERO);
        return configuration;
    }

    /** Ids of checkpoints of which there is a directory, complete or not, lowest first. */
    public List<Long> ids() {
        List<Long> ids = new ArrayList<>();
        try {
            for (FileStatus job : list(disk.path("/checkpoints"))) {
                for (FileStatus one : list(job.getPath())) {
                    String name = one.getPath().getName();
                    if (name.startsWith("chk-")) {
                        ids.add(Long.valueOf(name.substring(4)));
                    }
                }
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        ids.sort(null);
        return ids;
    }

    private FileStatus[] list(Path directory) throws IOException {
        try {
            return disk.listStatus(directory);
        } catch (FileNotFoundException e) {
            return new FileStatus[0];
        }
    }

    /** Lets everything go on. */
    @Override
    public void close() {
        writes.values().forEach(CountDownLatch::countDown);
        removals.values().forEach(CountDownLatch::countDown);
    }
}
