// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.file.sink;

import io.millrace.api.common.operators.ProcessingTimeService;
import io.millrace.api.connector.sink2.CommittingSinkWriter;
import io.millrace.api.connector.sink2.StatefulSinkWriter;
import io.millrace.connector.file.sink.writer.FileWriterBucketState;
import io.millrace.core.fs.Path;
import io.millrace.core.fs.RecoverableWriter;
import io.millrace.metrics.Counter;
import io.millrace.spi.Addresses;
import io.millrace.streaming.api.functions.sink.filesystem.BucketAssigner;
import io.millrace.streaming.api.functions.sink.filesystem.RollingPolicy;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ScheduledFuture;

/**
 * Writes records into the files of their buckets.
 *
 * <p>A file is, one after the other: <em>in progress</em> (hidden; written), <em>pending</em>
 * (hidden; closed and durable) and <em>finished</em> (visible). This class leads to pending and
 * hands over a {@link FileSinkCommittable}; {@link PartFileCommitter} finishes, once the checkpoint
 * is complete that holds the committable. At a checkpoint a file in progress either becomes
 * pending, if the policy says so, or is made durable up to this point and kept in this writer's
 * state, from which it is resumed.
 *
 * <p>So any number of files may become pending between two checkpoints, by size or by time; they
 * are told of together at the next. Time is looked at by an alarm, and not as records come, so that
 * the file of a bucket that has fallen silent ends, too.
 *
 * <p>Belongs to one task.
 *
 * @param <IN> the record
 */
final class PartFileWriter<IN>
        implements StatefulSinkWriter<IN, FileWriterBucketState>,
                CommittingSinkWriter<IN, FileSinkCommittable> {

    private final Path basePath;
    private final RecoverableWriter files;
    private final PartEncoding<IN> encoding;
    private final BucketAssigner<IN, String> assigner;
    private final RollingPolicy<IN, String> policy;
    private final long checkInterval;
    private final ProcessingTimeService clock;
    private final Counter recordsWritten;

    private final PartNames names;
    private final String lineage;
    private long nextNumber;

    /** Files begun with at least this number have been told to nobody outside this writer. */
    private long untoldFrom;

    /** Directories of such files. */
    private final Set<Path> untoldIn = new LinkedHashSet<>();

    /** The same, as it was when files were told of last. */
    private List<Path> toldIn = List.of();

    private final Leftovers leftovers;

    /** The file in progress of each bucket that has one. */
    private final Map<String, PartFile<IN>> open = new LinkedHashMap<>();

    /** The file written to last: most records go where the one before went. */
    private PartFile<IN> latest;

    private final List<FileSinkCommittable> pending = new ArrayList<>();
    private final AssignerContext assignerContext = new AssignerContext();

    private boolean endOfInput;

    /** The next look at the time; null before {@link #start} and after the end. */
    private ScheduledFuture<?> nextCheck;

    /** What {@link FileSink} knows and a writer needs. */
    record Settings<IN>(
            Path basePath,
            PartEncoding<IN> encoding,
            BucketAssigner<IN, String> assigner,
            RollingPolicy<IN, String> policy,
            long checkInterval) {}

    PartFileWriter(
            Settings<IN> settings,
            RecoverableWriter files,
            ProcessingTimeService clock,
            Counter recordsWritten,
            PartNames names,
            String lineage,
            long nextNumber,
            Leftovers leftovers) {
        this.basePath = settings.basePath();
        this.encoding = settings.encoding();
        this.assigner = settings.assigner();
        this.policy = settings.policy();
        this.checkInterval = settings.checkInterval();
        this.files = files;
        this.clock = clock;
        this.recordsWritten = recordsWritten;
        this.names = names;
        this.lineage = lineage;
        this.nextNumber = nextNumber;
        this.untoldFrom = nextNumber;
        this.leftovers = leftovers;
    }

    /** Begins to look at the time; after everything was restored. */
    void start() {
        scheduleCheck(clock.getCurrentProcessingTime());
    }

    /** Goes on with the file in progress of a restored bucket. */
    void restore(BucketState state) throws IOException {
        ResumePoint point = state.resumePoint();
        if (!encoding.canResume()
                || !files.supportsResume()
                || open.containsKey(state.getBucketId())) {
            // The last: two subtasks wrote this bucket, and there is one left. Its file ends here.
            pending.add(
                    new FileSinkCommittable(
                            state.getBucketId(),
                            new PendingFile(point.path(), point.size(), point.recoverable())));
            return;
        }
        long now = clock.getCurrentProcessingTime();
        try {
            open.put(
                    state.getBucketId(),
                    new PartFile<>(
                            state.getBucketId(),
                            point.path(),
                            files.recover(point.recoverable()),
                            encoding,
                            state.getInProgressFileCreationTime(),
                            now));
        } catch (IOException e) {
            throw new IOException(
                    "The file sink over "
                            + basePath
                            + " cannot go on with the unfinished file "
                            + point.path()
                            + " at byte "
                            + point.size()
                            + ", where the checkpoint left it: "
                            + e.getMessage()
                            + " If a later checkpoint of this job has finished that file, restore that one.",
                    e);
        }
    }

    @Override
    public void write(IN element, Context context) throws IOException {
        long now = clock.getCurrentProcessingTime();
        assignerContext.set(now, context);
        String bucketId = assigner.getBucketId(element, assignerContext);
        PartFile<IN> file = latest;
        if (file == null || !file.getBucketId().equals(bucketId)) {
            if (bucketId == null) {
                throw new NullPointerException(
                        "The bucket assigner "
                                + assigner
                                + " of the file sink over "
                                + basePath
                                + " returned null; the sink's directory itself is the bucket \"\".");
            }
            file = open.get(bucketId);
        }
        if (file != null && policy.shouldRollOnEvent(file, element)) {
            open.remove(bucketId);
            end(file);
            file = null;
        }
        if (file == null) {
            file = begin(bucketId, now);
            open.put(bucketId, file);
        }
        latest = file;
        try {
            file.write(element, now);
        } catch (IOException e) {
            throw new IOException(
                    "Writing to the file "
                            + Addresses.shown(file.path())
                            + " failed: "
                            + e.getMessage(),
                    e);
        }
        recordsWritten.inc();
    }

    @Override
    public void flush(boolean endOfInput) {
        // Nothing is to be done here: what a checkpoint makes durable, it does in the two calls
        // that follow.
        if (endOfInput) {
            this.endOfInput = true;
            stopChecks();
        }
    }

    @Override
    public Collection<FileSinkCommittable> prepareCommit() throws IOException {
        boolean always = endOfInput || !encoding.canResume() || !files.supportsResume();
        Iterator<PartFile<IN>> all = open.values().iterator();
        while (all.hasNext()) {
            PartFile<IN> file = all.next();
            if (always || policy.shouldRollOnCheckpoint(file)) {
                all.remove();
                end(file);
            }
        }
        List<FileSinkCommittable> told = new ArrayList<>(pending);
        pending.clear();
        untoldFrom = nextNumber;
        toldIn = List.copyOf(untoldIn);
        untoldIn.clear();
        leftovers.removeAgain();
        return told;
    }

    @Override
    public List<FileWriterBucketState> snapshotState(long checkpointId) throws IOException {
        List<FileWriterBucketState> states = new ArrayList<>(open.size() + 1);
        states.add(new NumberingState(basePath, lineage, nextNumber, toldIn));
        for (PartFile<IN> file : open.values()) {
            ResumePoint point;
            try {
                point = file.persist();
            } catch (IOException e) {
                throw new IOException(
                        "Making the unfinished file "
                                + file.path()
                                + " durable for checkpoint "
                                + checkpointId
                                + " failed: "
                                + e.getMessage(),
                        e);
            }
            states.add(
                    new BucketState(
                            file.getBucketId(),
                            bucketPath(file.getBucketId()),
                            file.getCreationTime(),
                            point));
        }
        return states;
    }

    /**
     * Leaves what checkpoints and committers may refer to, and removes the rest. That of a file
     * that is finished, too: if this process was thought dead, another has finished what both had
     * in progress, perhaps before this one wrote its last.
     */
    @Override
    public void close() {
        stopChecks();
        if (!endOfInput) {
            open.keySet().forEach(bucketId -> untoldIn.add(bucketPath(bucketId)));
            untoldIn.addAll(toldIn);
        }
        open.values().forEach(PartFile::dispose);
        open.clear();
        latest = null;
        untoldIn.forEach(directory -> leftovers.removeOwn(directory, untoldFrom));
    }

    private PartFile<IN> begin(String bucketId, long now) throws IOException {
        Path bucket = bucketPath(bucketId);
        leftovers.removeIn(bucket);
        Path path = new Path(bucket, names.name(nextNumber));
        nextNumber++;
        untoldIn.add(bucket);
        try {
            return new PartFile<>(bucketId, path, files.open(path), encoding, now, now);
        } catch (IOException e) {
            throw new IOException(
                    "The file sink cannot begin a file in the directory "
                            + bucket
                            + ": "
                            + e.getMessage()
                            + " Check that it is a directory, that this user may write there and that there is space.",
                    e);
        }
    }

    /** In progress becomes pending. */
    private void end(PartFile<IN> file) throws IOException {
        if (latest == file) {
            latest = null;
        }
        try {
            pending.add(new FileSinkCommittable(file.getBucketId(), file.closeForCommit()));
            NeverCommitted.add(file.path());
        } catch (IOException e) {
            throw new IOException(
                    "Ending the file "
                            + Addresses.shown(file.path())
                            + " failed: "
                            + e.getMessage(),
                    e);
        }
    }

    private void scheduleCheck(long now) {
        long time = checkInterval < Long.MAX_VALUE - now ? now + checkInterval : Long.MAX_VALUE;
        nextCheck = clock.registerTimer(time, due -> rollByTime());
    }

    private void stopChecks() {
        if (nextCheck != null) {
            nextCheck.cancel(false);
            nextCheck = null;
        }
    }

    /** In the task's step, as everything here, so between two records. */
    private void rollByTime() throws IOException {
        long now = clock.getCurrentProcessingTime();
        Iterator<PartFile<IN>> all = open.values().iterator();
        while (all.hasNext()) {
            PartFile<IN> file = all.next();
            if (policy.shouldRollOnProcessingTime(file, now)) {
                all.remove();
                end(file);
            }
        }
        scheduleCheck(now);
    }

    /** A bucket is a directory below the sink's: bucket ids are often made from data. */
    private Path bucketPath(String bucketId) {
        if (bucketId.startsWith("/") || Arrays.asList(bucketId.split("/", -1)).contains("..")) {
            throw new IllegalArgumentException(
                    "The bucket assigner "
                            + assigner
                            + " of the file sink over "
                            + basePath
                            + " returned the bucket id '"
                            + bucketId
                            + "', which leads out of the sink's directory. A bucket id is a path below it,"
                            + " without '..' and without a slash at its beginning; have the assigner"
                            + " replace such characters.");
        }
        return bucketId.isEmpty() ? basePath : new Path(basePath, bucketId);
    }

    /** One object for all records. */
    private static final class AssignerContext implements BucketAssigner.Context {

        private long now;
        private Context context;

        void set(long now, Context context) {
            this.now = now;
            this.context = context;
        }

        @Override
        public long currentProcessingTime() {
            return now;
        }

        @Override
        public long currentWatermark() {
            return context.currentWatermark();
        }

        @Override
        public Long timestamp() {
            return context.timestamp();
        }
    }
}
