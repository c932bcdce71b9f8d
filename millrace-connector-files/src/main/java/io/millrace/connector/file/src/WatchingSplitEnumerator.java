// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.file.src;

import io.millrace.api.connector.source.SplitEnumerator;
import io.millrace.api.connector.source.SplitEnumeratorContext;
import io.millrace.connector.file.src.assigners.FileSplitAssigner;
import io.millrace.connector.file.src.enumerate.FileEnumerator;
import io.millrace.core.fs.Path;
import io.millrace.util.FlinkRuntimeException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks for files again and again, and gives those it has not seen to readers as they ask; readers
 * that ask for more than there is wait here. It never says that there is no more.
 *
 * <h2>What is a new file?</h2>
 *
 * One whose path was never found before. Modification times say nothing: two files may have the
 * same, a file that is moved into the directory brings an old one along, and the clocks of several
 * machines differ. So the set of known paths is state and only ever grows, by something like 250
 * bytes of memory and twice the length of the path for each file, and by the length of the path in
 * each checkpoint. A path must not be forgotten when its file has gone: a directory that is empty
 * for a moment, as one on a network drive that is mounted again, would be read once more as a
 * whole.
 *
 * <h2>Looks that fail</h2>
 *
 * The first look of a job is made before this class exists, and must succeed. When a later one
 * fails for reasons of the file system, or finds a file that no reader would take, nothing of it is
 * used, a warning is logged and the next one is waited for: no file can be missed, since a file
 * counts as known only when its splits are in the state, and a job that runs for months should
 * survive an hour without its file server. What is no {@link IOException} is a fault of the
 * enumerator's code, and fails the job.
 *
 * <p>Looks are made by the coordinator's asynchronous call, one at a time; everything else happens
 * on the coordinator's own thread.
 *
 * @param <SplitT> the split
 */
final class WatchingSplitEnumerator<SplitT extends FileSourceSplit>
        implements SplitEnumerator<SplitT, PendingSplitsCheckpoint<SplitT>> {

    private static final Logger LOG = LoggerFactory.getLogger(WatchingSplitEnumerator.class);

    private final SplitEnumeratorContext<SplitT> context;
    private final FileEnumerator enumerator;
    private final FileSplitAssigner assigner;
    private final Path[] inputPaths;
    private final Check check;
    private final long intervalMs;

    private final Set<Path> known = new HashSet<>();

    /**
     * Hosts of readers that asked while there was nothing, by subtask, the longest waiting first.
     */
    private final Map<Integer, String> waiting = new LinkedHashMap<>();

    private long firstLookAfterMs;
    private long failedLooks;

    /** Whether the source can read what was found. */
    interface Check {

        /**
         * Any thread.
         *
         * @throws IOException naming a file that no reader would take: once known, and in a
         *     checkpoint, it could never be got rid of
         */
        void of(Collection<FileSourceSplit> found) throws IOException;
    }

    WatchingSplitEnumerator(
            SplitEnumeratorContext<SplitT> context,
            FileEnumerator enumerator,
            FileSplitAssigner assigner,
            Path[] inputPaths,
            Check check,
            ContinuousEnumerationSettings settings) {
        this.context = context;
        this.enumerator = enumerator;
        this.assigner = assigner;
        this.inputPaths = inputPaths;
        this.check = check;
        this.intervalMs = settings.getDiscoveryInterval().toMillis();
        this.firstLookAfterMs = intervalMs;
    }

    /**
     * Goes on from a checkpoint, whose splits the assigner has. The first look is made at once:
     * files may have come while the job was down.
     */
    void restore(PendingSplitsCheckpoint<SplitT> checkpoint) {
        known.addAll(checkpoint.getAlreadyProcessedPaths());
        // A source that did not watch when the checkpoint was taken has named no paths.
        checkpoint.getSplits().forEach(split -> known.add(split.path()));
        firstLookAfterMs = 0;
    }

    @Override
    public void start() {
        int parallelism = context.currentParallelism();
        context.callAsync(
                () -> {
                    Collection<FileSourceSplit> found =
                            enumerator.enumerateSplits(inputPaths, parallelism);
                    check.of(found);
                    return found;
                },
                this::looked,
                firstLookAfterMs,
                intervalMs);
    }

    @Override
    public void handleSplitRequest(int subtaskId, String requesterHostname) {
        waiting.put(subtaskId, requesterHostname);
        giveOut();
    }

    @Override
    public void addSplitsBack(List<SplitT> splits, int subtaskId) {
        assigner.addSplits(new ArrayList<>(splits));
        giveOut();
    }

    @Override
    public void addReader(int subtaskId) {}

    @Override
    @SuppressWarnings("unchecked")
    public PendingSplitsCheckpoint<SplitT> snapshotState(long checkpointId) {
        List<SplitT> remaining = new ArrayList<>();
        for (FileSourceSplit split : assigner.remainingSplits()) {
            // An assigner keeps what it was given, which were splits of this source.
            remaining.add((SplitT) split);
        }
        return PendingSplitsCheckpoint.fromCollectionSnapshot(remaining, known);
    }

    @Override
    public void close() {}

    /** What was found: all files that are there, of which most will be known. */
    void addFound(Collection<FileSourceSplit> found) {
        record Part(Path file, long offset) {}
        Set<Part> parts = new HashSet<>();
        List<FileSourceSplit> added = new ArrayList<>();
        for (FileSourceSplit split : found) {
            // Several splits of one new file, but none twice where the input paths overlap.
            if (!known.contains(split.path())
                    && parts.add(new Part(split.path(), split.offset()))) {
                added.add(split);
            }
        }
        if (added.isEmpty()) {
            return;
        }
        int before = known.size();
        added.forEach(split -> known.add(split.path()));
        LOG.debug(
                "{} further files found in {}, {} in all.",
                known.size() - before,
                Arrays.toString(inputPaths),
                known.size());
        assigner.addSplits(added);
        giveOut();
    }

    private void looked(Collection<FileSourceSplit> found, Throwable failure) {
        if (failure == null) {
            if (failedLooks > 0) {
                LOG.info(
                        "Looking for files in {} succeeds again, after {} failures.",
                        Arrays.toString(inputPaths),
                        failedLooks);
                failedLooks = 0;
            }
            addFound(found);
        } else if (failure instanceof IOException || failure instanceof UncheckedIOException) {
            failedLooks++;
            // The 1st, 2nd, 4th, 8th...: enough to see that it lasts, without filling the log.
            if (Long.bitCount(failedLooks) == 1) {
                LOG.warn(
                        "Looking for files in {} failed, {} times in a row by now; it is tried again every {} ms."
                                + " Files that are there already go on being read. {}",
                        Arrays.toString(inputPaths),
                        failedLooks,
                        intervalMs,
                        failure.getMessage(),
                        failure);
            }
        } else {
            throw new FlinkRuntimeException(
                    "The file source cannot go on looking for files in "
                            + Arrays.toString(inputPaths)
                            + ": its enumerator "
                            + enumerator.getClass().getName()
                            + " failed with "
                            + failure,
                    failure);
        }
    }

    @SuppressWarnings("unchecked")
    private void giveOut() {
        Iterator<Map.Entry<Integer, String>> readers = waiting.entrySet().iterator();
        while (readers.hasNext()) {
            Map.Entry<Integer, String> reader = readers.next();
            if (!context.registeredReaders().containsKey(reader.getKey())) {
                // It failed after it had asked; its successor will ask again.
                readers.remove();
                continue;
            }
            FileSourceSplit next = assigner.getNext(reader.getValue()).orElse(null);
            if (next != null) {
                readers.remove();
                // An assigner hands back what it was given, which were splits of this source.
                context.assignSplit((SplitT) next, reader.getKey());
            }
        }
    }
}
