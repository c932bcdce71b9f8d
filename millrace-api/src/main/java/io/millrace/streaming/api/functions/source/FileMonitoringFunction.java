// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.functions.source;

import io.millrace.annotation.Internal;
import io.millrace.api.java.tuple.Tuple3;
import io.millrace.core.fs.FileStatus;
import io.millrace.core.fs.FileSystem;
import io.millrace.core.fs.Path;
import io.millrace.spi.Addresses;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells of files in a directory that are new or have grown: path, the byte to read from, and the
 * byte to read to, -1 for the end. After a failure it begins anew. Kept for {@code readFileStream};
 * use {@code readFile}, or a file source.
 */
@Internal
@Deprecated
public class FileMonitoringFunction implements SourceFunction<Tuple3<String, Long, Long>> {

    private static final Logger LOG = LoggerFactory.getLogger(FileMonitoringFunction.class);
    private static final long serialVersionUID = 1L;

    /** What is told of. */
    public enum WatchType {
        /** Files that were not there before, once. */
        ONLY_NEW_FILES,
        /** Files that are new or have been changed, from their beginning. */
        REPROCESS_WITH_APPENDED,
        /** Files that are new or have grown, what is new of them. */
        PROCESS_ONLY_APPENDED
    }

    private final String path;
    private final long interval;
    private final WatchType watchType;

    private transient Map<String, Long> offsetOfFiles;
    private transient Map<String, Long> modificationTimes;
    private volatile boolean isRunning = true;

    /**
     * Of a directory.
     *
     * @param interval between two looks, in milliseconds
     */
    public FileMonitoringFunction(String path, long interval, WatchType watchType) {
        this.path = Objects.requireNonNull(path, "path");
        this.interval = interval;
        this.watchType = Objects.requireNonNull(watchType, "watchType");
    }

    @Override
    public void run(SourceContext<Tuple3<String, Long, Long>> ctx) throws Exception {
        FileSystem fs = new Path(path).getFileSystem();
        offsetOfFiles = new HashMap<>();
        modificationTimes = new HashMap<>();
        while (isRunning) {
            for (FileStatus file : newFiles(fs)) {
                String name = file.getPath().toString();
                long length = file.getLen();
                long from =
                        watchType == WatchType.PROCESS_ONLY_APPENDED
                                ? offsetOfFiles.getOrDefault(name, 0L)
                                : 0;
                long to = watchType == WatchType.PROCESS_ONLY_APPENDED ? length : -1;
                offsetOfFiles.put(name, length);
                LOG.debug("{}: from byte {} to {}", name, from, to);
                ctx.collect(Tuple3.of(name, from, to));
            }
            Thread.sleep(interval);
        }
    }

    private java.util.List<FileStatus> newFiles(FileSystem fs) throws IOException {
        java.util.List<FileStatus> found = new java.util.ArrayList<>();
        FileStatus[] statuses = fs.listStatus(new Path(path));
        if (statuses == null) {
            LOG.warn("Path does not exist: {}", Addresses.shown(path));
            return found;
        }
        for (FileStatus status : statuses) {
            String name = status.getPath().toString();
            long changed = status.getModificationTime();
            Long before = modificationTimes.get(name);
            if (status.isDir() || status.getPath().getName().startsWith(".")) {
                continue;
            }
            boolean isNew =
                    before == null || watchType != WatchType.ONLY_NEW_FILES && changed > before;
            if (isNew) {
                modificationTimes.put(name, changed);
                found.add(status);
            }
        }
        found.sort((a, b) -> a.getPath().compareTo(b.getPath()));
        return found;
    }

    @Override
    public void cancel() {
        isRunning = false;
    }
}
