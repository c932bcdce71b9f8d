// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.spi;

import io.millrace.api.common.cache.DistributedCache;
import io.millrace.api.common.cache.DistributedCache.DistributedCacheEntry;
import io.millrace.api.java.tuple.Tuple2;
import io.millrace.configuration.Configuration;
import io.millrace.configuration.PipelineOptions;
import io.millrace.core.fs.Path;
import io.millrace.util.FileUtils;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;

/**
 * Makes the files that a program registered available on this machine, where all of its tasks are.
 * What is not on the local disk is copied there when it is first asked for, once per process, and
 * deleted when the process ends. Any thread.
 */
public final class CachedFiles {

    private static final Map<String, CompletableFuture<Path>> COPIES = new ConcurrentHashMap<>();

    private CachedFiles() {}

    /** The files of a job with these settings. */
    public static DistributedCache of(Configuration configuration) {
        Map<String, Future<Path>> files = new HashMap<>();
        for (Tuple2<String, DistributedCacheEntry> file :
                DistributedCache.parseCachedFilesFromString(
                        configuration
                                .getOptional(PipelineOptions.CACHED_FILES)
                                .orElse(List.of()))) {
            files.put(file.f0, local(file.f1));
        }
        return new DistributedCache(files);
    }

    private static Future<Path> local(DistributedCacheEntry entry) {
        Path path = new Path(entry.filePath);
        try {
            boolean runs = Boolean.TRUE.equals(entry.isExecutable);
            if (!path.getFileSystem().isDistributedFS()
                    && (!runs || new File(path.toUri().getPath()).canExecute())) {
                path.getFileSystem().getFileStatus(path); // that it is there
                return CompletableFuture.completedFuture(path);
            }
            return COPIES.computeIfAbsent(
                    entry.filePath + (runs ? " executable" : ""), key -> copy(path, runs));
        } catch (IOException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private static CompletableFuture<Path> copy(Path path, boolean executable) {
        try {
            java.nio.file.Path directory = Files.createTempDirectory("millrace-cached-");
            Runtime.getRuntime()
                    .addShutdownHook(
                            new Thread(() -> FileUtils.deleteDirectoryQuietly(directory.toFile())));
            Path target = new Path(new Path(directory.toUri()), path.getName());
            FileUtils.copy(path, target, executable);
            return CompletableFuture.completedFuture(target);
        } catch (IOException e) {
            return CompletableFuture.failedFuture(e);
        }
    }
}
