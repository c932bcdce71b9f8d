// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.cache;

import io.millrace.annotation.Public;
import io.millrace.api.java.tuple.Tuple2;
import io.millrace.configuration.ConfigOption;
import io.millrace.configuration.ConfigOptions;
import io.millrace.configuration.Configuration;
import io.millrace.core.fs.Path;
import java.io.File;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.stream.Collectors;

/**
 * The files that the program registered by {@code registerCachedFile}, by name. A file on the local
 * disk is that file itself; one on another file system is copied to the local disk.
 */
@Public
public class DistributedCache {

    private static final String PREFIX = "DISTRIBUTED_CACHE_FILE_";
    private static final ConfigOption<Integer> COUNT =
            ConfigOptions.key(PREFIX + "NUM").intType().defaultValue(0);

    private final Map<String, Future<Path>> cacheCopyTasks;

    /** Of these files; each may still be on its way. */
    public DistributedCache(Map<String, Future<Path>> cacheCopyTasks) {
        this.cacheCopyTasks = Objects.requireNonNull(cacheCopyTasks, "cacheCopyTasks");
    }

    /**
     * The file of that name, on the local disk.
     *
     * @throws IllegalArgumentException when none was registered
     * @throws RuntimeException when it can't be had; the cause says why
     */
    public File getFile(String name) {
        Future<Path> task = cacheCopyTasks.get(Objects.requireNonNull(name, "name"));
        if (task == null) {
            throw new IllegalArgumentException(
                    "No file was registered under the name '"
                            + name
                            + "'. There are: "
                            + cacheCopyTasks.keySet()
                            + ". Call registerCachedFile(path, name) on the environment.");
        }
        try {
            return new File(task.get().toUri().getPath());
        } catch (ExecutionException e) {
            throw new RuntimeException(
                    "The file registered under the name '"
                            + name
                            + "' can't be had: "
                            + e.getCause(),
                    e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RuntimeException(
                    "Interrupted while waiting for the file registered as '" + name + "'", e);
        }
    }

    /** Adds a file to what {@link #readFileInfoFromConfig} reads. */
    public static void writeFileInfoToConfig(
            String name, DistributedCacheEntry e, Configuration conf) {
        int number = conf.get(COUNT) + 1;
        conf.set(COUNT, number);
        conf.setString(PREFIX + "NAME_" + number, name);
        conf.setString(PREFIX + "PATH_" + number, e.filePath);
        conf.setString(PREFIX + "EXE_" + number, String.valueOf(e.isExecutable));
        conf.setString(PREFIX + "DIR_" + number, String.valueOf(e.isZipped));
    }

    /** What {@link #writeFileInfoToConfig} wrote. */
    public static Set<Entry<String, DistributedCacheEntry>> readFileInfoFromConfig(
            Configuration conf) {
        Map<String, DistributedCacheEntry> files = new HashMap<>();
        for (int i = 1; i <= conf.get(COUNT); i++) {
            files.put(
                    conf.getString(PREFIX + "NAME_" + i, null),
                    new DistributedCacheEntry(
                            conf.getString(PREFIX + "PATH_" + i, null),
                            Boolean.parseBoolean(conf.getString(PREFIX + "EXE_" + i, "false")),
                            Boolean.parseBoolean(conf.getString(PREFIX + "DIR_" + i, "false"))));
        }
        return files.entrySet();
    }

    /**
     * Reads {@code name:n,path:p} or {@code name:n,path:p,executable:true}, one for each file.
     *
     * @throws IllegalArgumentException when one has no name or no path
     */
    public static List<Tuple2<String, DistributedCacheEntry>> parseCachedFilesFromString(
            List<String> files) {
        List<Tuple2<String, DistributedCacheEntry>> entries = new ArrayList<>();
        for (String file : files) {
            Map<String, String> words = new HashMap<>();
            for (String word : file.split(",", -1)) {
                int colon = word.indexOf(':');
                if (colon > 0) {
                    words.put(word.substring(0, colon).trim(), word.substring(colon + 1).trim());
                }
            }
            if (!words.containsKey("name") || !words.containsKey("path")) {
                throw new IllegalArgumentException(
                        "A cached file must be written as name:NAME,path:PATH, with"
                                + " ,executable:true behind it where it is so, but is '"
                                + file
                                + "'.");
            }
            entries.add(
                    Tuple2.of(
                            words.get("name"),
                            new DistributedCacheEntry(
                                    words.get("path"),
                                    Boolean.parseBoolean(
                                            words.getOrDefault("executable", "false")))));
        }
        return entries;
    }

    /** The form that {@link #parseCachedFilesFromString} reads. */
    public static List<String> parseStringFromCachedFiles(
            List<Tuple2<String, DistributedCacheEntry>> files) {
        return files.stream()
                .map(
                        file ->
                                "name:"
                                        + file.f0
                                        + ",path:"
                                        + file.f1.filePath
                                        + (Boolean.TRUE.equals(file.f1.isExecutable)
                                                ? ",executable:true"
                                                : ""))
                .collect(Collectors.toList());
    }

    /** One file, or one directory with all that is in it. */
    public static class DistributedCacheEntry implements Serializable {

        private static final long serialVersionUID = 1L;

        public String filePath;
        public Boolean isExecutable;
        public boolean isZipped;
        public byte[] blobKey;

        public DistributedCacheEntry(String filePath, Boolean isExecutable) {
            this(filePath, isExecutable, null);
        }

        public DistributedCacheEntry(String filePath, boolean isExecutable, boolean isZipped) {
            this(filePath, isExecutable, null, isZipped);
        }

        public DistributedCacheEntry(
                String filePath, Boolean isExecutable, byte[] blobKey, boolean isZipped) {
            this.filePath = filePath;
            this.isExecutable = isExecutable;
            this.blobKey = blobKey;
            this.isZipped = isZipped;
        }

        public DistributedCacheEntry(String filePath, Boolean isExecutable, byte[] blobKey) {
            this(filePath, isExecutable, blobKey, false);
        }

        @Override
        public boolean equals(Object obj) {
            return obj instanceof DistributedCacheEntry other
                    && isZipped == other.isZipped
                    && Objects.equals(filePath, other.filePath)
                    && Objects.equals(isExecutable, other.isExecutable);
        }

        @Override
        public int hashCode() {
            return Objects.hash(filePath, isExecutable, isZipped);
        }

        @Override
        public String toString() {
            return "DistributedCacheEntry{filePath='"
                    + filePath
                    + "', isExecutable="
                    + isExecutable
                    + ", isZipped="
                    + isZipped
                    + '}';
        }
    }
}
