// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.environment;

import io.millrace.api.common.io.FileInputFormat;
import io.millrace.api.connector.source.SplitEnumerator;
import io.millrace.api.connector.source.SplitEnumeratorContext;
import io.millrace.configuration.Configuration;
import io.millrace.core.fs.FileInputSplit;
import io.millrace.core.fs.FileStatus;
import io.millrace.core.fs.FileSystem;
import io.millrace.core.fs.Path;
import io.millrace.core.io.InputSplit;
import io.millrace.spi.Addresses;
import io.millrace.util.FlinkRuntimeException;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks for files again and again, as {@code readFile} with {@code PROCESS_CONTINUOUSLY} wants it:
 * a file is read, whole, when it was changed after the newest of all files read before; one that is
 * changed is read again from its beginning. Of files that were changed in the very moment of the
 * newest, those are read that were not there then.
 *
 * <p>Files are read in the order in which they were changed. A look that fails for reasons of the
 * file system is logged, and the next one is waited for; the first must succeed.
 */
final class WatchingFormatEnumerator implements SplitEnumerator<FormatSplit, FormatProgress> {

    private static final Logger LOG = LoggerFactory.getLogger(WatchingFormatEnumerator.class);

    private final FileInputFormat<?> format;
    private final long intervalMs;
    private final SplitEnumeratorContext<FormatSplit> context;
    private final ArrayDeque<InputSplit> unread = new ArrayDeque<>();
    private final Map<Integer, String> waiting = new LinkedHashMap<>();
    private long next;
    private long newest = Long.MIN_VALUE;
    private Set<Path> atNewest = new HashSet<>();
    private boolean looked;

    /** What one look found: parts to read in their order, and when their files were changed. */
    private record Found(List<FileInputSplit> splits, Map<Path, Long> changed) {}

    /**
     * @param checkpoint null at the first start
     */
    WatchingFormatEnumerator(
            FileInputFormat<?> format,
            long intervalMs,
            SplitEnumeratorContext<FormatSplit> context,
            FormatProgress checkpoint) {
        this.format = format;
        this.intervalMs = intervalMs;
        this.context = context;
        if (checkpoint != null) {
            unread.addAll(checkpoint.unread());
            next = checkpoint.next();
            newest = checkpoint.newest();
            atNewest = new HashSet<>(checkpoint.atNewest());
            looked = true;
        }
    }

    @Override
    public void start() {
        format.configure(new Configuration());
        int parallelism = Math.max(1, context.currentParallelism());
        context.callAsync(() -> look(parallelism), this::looked, 0, intervalMs);
    }

    /**
     * On another thread. What an earlier look has found need not be known yet, so some of this may
     * be nothing new when it is.
     */
    private Found look(int parallelism) throws IOException {
        long newestSoFar;
        Set<Path> atNewestSoFar;
        synchronized (this) {
            newestSoFar = newest;
            atNewestSoFar = atNewest;
        }
        Map<Path, Long> eligible = new LinkedHashMap<>();
        for (Path path : format.getFilePaths()) {
            collect(path.getFileSystem(), path, true, newestSoFar, atNewestSoFar, eligible);
        }
        if (eligible.isEmpty()) {
            return new Found(List.of(), Map.of());
        }
        List<FileInputSplit> splits = new ArrayList<>();
        for (FileInputSplit split : format.createInputSplits(parallelism)) {
            if (eligible.containsKey(split.getPath())) {
                splits.add(split);
            }
        }
        splits.sort(
                Comparator.comparing((FileInputSplit split) -> eligible.get(split.getPath()))
                        .thenComparing((FileInputSplit split) -> split.getPath().toString())
                        .thenComparing(FileInputSplit::getStart));
        return new Found(splits, eligible);
    }

    private void collect(
            FileSystem fs,
            Path path,
            boolean given,
            long newestSoFar,
            Set<Path> atNewestSoFar,
            Map<Path, Long> eligible)
            throws IOException {
        FileStatus status = fs.getFileStatus(path);
        if (!status.isDir()) {
            consider(status, newestSoFar, atNewestSoFar, eligible);
        } else if (given || format.getNestedFileEnumeration()) {
            FileStatus[] children = fs.listStatus(path);
            if (children == null) {
                throw new IOException(
                        "The directory " + Addresses.shown(path) + " can't be listed");
            }
            for (FileStatus child : children) {
                if (!format.acceptFile(child)) {
                    continue;
                }
                if (child.isDir()) {
                    if (format.getNestedFileEnumeration()) {
                        collect(fs, child.getPath(), false, newestSoFar, atNewestSoFar, eligible);
                    }
                } else {
                    consider(child, newestSoFar, atNewestSoFar, eligible);
                }
            }
        }
    }

    private static void consider(
            FileStatus file, long newestSoFar, Set<Path> atNewestSoFar, Map<Path, Long> eligible) {
        long changed = file.getModificationTime();
        if (isNew(file.getPath(), changed, newestSoFar, atNewestSoFar)) {
            eligible.put(file.getPath(), changed);
        }
    }

    private static boolean isNew(Path file, long changed, long newest, Set<Path> atNewest) {
        return changed > newest || changed == newest && !atNewest.contains(file);
    }

    private synchronized void known(Path file, long changed) {
        if (changed < newest) {
            return;
        }
        // A new set each time: a look may be reading the other.
        Set<Path> files = changed > newest ? new HashSet<>() : new HashSet<>(atNewest);
        files.add(file);
        newest = changed;
        atNewest = files;
    }

    private void looked(Found found, Throwable failure) {
        if (failure != null) {
            if (looked && failure instanceof IOException) {
                LOG.warn("A look for new files failed; the next is in {} ms", intervalMs, failure);
                return;
            }
            throw new FlinkRuntimeException(
                    "The input of " + format + " can't be looked through: " + failure.getMessage(),
                    failure);
        }
        looked = true;
        for (FileInputSplit split : found.splits()) {
            if (isNew(split.getPath(), found.changed().get(split.getPath()), newest, atNewest)) {
                unread.add(split);
            }
        }
        found.changed().forEach(this::known);
        serve();
    }

    private void serve() {
        var asking = waiting.keySet().iterator();
        while (asking.hasNext() && !unread.isEmpty()) {
            int subtask = asking.next();
            asking.remove();
            context.assignSplit(new FormatSplit(String.valueOf(next++), unread.poll()), subtask);
        }
    }

    @Override
    public void handleSplitRequest(int subtaskId, String requesterHostname) {
        waiting.put(subtaskId, requesterHostname == null ? "" : requesterHostname);
        serve();
    }

    @Override
    public void addSplitsBack(List<FormatSplit> splits, int subtaskId) {
        for (int i = splits.size() - 1; i >= 0; i--) {
            unread.addFirst(splits.get(i).split());
        }
        waiting.remove(subtaskId);
        serve();
    }

    @Override
    public void addReader(int subtaskId) {}

    @Override
    public FormatProgress snapshotState(long checkpointId) {
        return new FormatProgress(new ArrayList<>(unread), next, newest, new HashSet<>(atNewest));
    }

    @Override
    public void close() {}
}
