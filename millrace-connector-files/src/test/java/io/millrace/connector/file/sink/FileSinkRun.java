// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.file.sink;

import io.millrace.api.common.JobID;
import io.millrace.api.common.JobInfo;
import io.millrace.api.common.TaskInfo;
import io.millrace.api.common.operators.MailboxExecutor;
import io.millrace.api.common.operators.ProcessingTimeService;
import io.millrace.api.common.serialization.SerializationSchema;
import io.millrace.api.common.typeutils.TypeSerializer;
import io.millrace.api.connector.sink2.Committer;
import io.millrace.api.connector.sink2.SinkWriter;
import io.millrace.api.connector.sink2.WriterInitContext;
import io.millrace.connector.file.sink.writer.FileWriterBucketState;
import io.millrace.core.fs.RecoverableWriter;
import io.millrace.core.io.SimpleVersionedSerializer;
import io.millrace.metrics.SimpleCounter;
import io.millrace.metrics.groups.SinkWriterMetricGroup;
import io.millrace.spi.JobOwner;
import io.millrace.spi.TakesUpInPlace;
import io.millrace.util.UserCodeClassLoader;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Delayed;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * Runs one subtask of a file sink as an engine would: checkpoints hold the writer's state and what
 * is still to be committed, as bytes; a completed one commits; after a crash everything starts
 * again from the last one that completed.
 */
final class FileSinkRun {

    /** What a checkpoint holds. */
    record Checkpoint(long id, List<byte[]> writer, List<byte[]> toCommit, int recordsBefore) {}

    private final FileSink<String> sink;
    private final JobID jobId;
    private final int subtask;
    private final String operatorId;
    private final SimpleVersionedSerializer<FileWriterBucketState> states;
    private final SimpleVersionedSerializer<FileSinkCommittable> committables;
    private final List<FileSinkCommittable> uncommitted = new ArrayList<>();

    private PartFileWriter<String> writer;
    private Checkpoint completed;
    private int attempt;
    private int records;

    private static final long NONE = -1;

    /** Once, the checkpoint of this id is taken but never completed. */
    long losing = NONE;

    /** Which process it is. */
    JobOwner owner = JobOwner.UNKNOWN;

    private long now = 1_000_000;

    /** Of the attempt that runs. */
    private final List<Timer> timers = new ArrayList<>();

    /** A job of its own. */
    FileSinkRun(FileSink<String> sink) {
        this(sink, JobID.generate());
    }

    FileSinkRun(FileSink<String> sink, JobID jobId) {
        this(sink, jobId, 0, "operator");
    }

    FileSinkRun(FileSink<String> sink, JobID jobId, int subtask, String operatorId) {
        this.subtask = subtask;
        this.operatorId = operatorId;
        this.sink = sink;
        this.jobId = jobId;
        this.states = sink.getWriterStateSerializer();
        this.committables = sink.getCommittableSerializer();
    }

    /**
     * Starts, or starts again from the last completed checkpoint; returns the number of records it
     * has seen.
     */
    int start() throws Exception {
        return startFrom(completed);
    }

    int startFrom(Checkpoint checkpoint) throws Exception {
        writer = null;
        timers.clear();
        completed = checkpoint;
        uncommitted.clear();
        WriterInitContext context = new Context(attempt++, checkpoint);
        SinkWriter<String> made;
        if (checkpoint == null) {
            made = sink.createWriter(context);
        } else {
            List<FileWriterBucketState> restored = new ArrayList<>();
            for (byte[] state : checkpoint.writer()) {
                restored.add(states.deserialize(states.getVersion(), state));
            }
            made = sink.restoreWriter(context, restored);
            for (byte[] committable : checkpoint.toCommit()) {
                uncommitted.add(committables.deserialize(committables.getVersion(), committable));
            }
        }
        writer = writer(made);
        commit();
        records = checkpoint == null ? 0 : checkpoint.recordsBefore();
        return records;
    }

    /** Lets time pass, with all that is to be done meanwhile, each when it is due. */
    void pass(long ms) throws Exception {
        long end = now + ms;
        while (true) {
            Timer next =
                    timers.stream()
                            .filter(timer -> timer.time <= end)
                            .min(Comparator.comparingLong(timer -> timer.time))
                            .orElse(null);
            if (next == null) {
                now = end;
                return;
            }
            timers.remove(next);
            now = Math.max(now, next.time);
            next.complete(null);
            next.target.onProcessingTime(next.time);
        }
    }

    /** How many things are to be done at some time. */
    int timers() {
        return timers.size();
    }

    private final class Timer extends CompletableFuture<Void> implements ScheduledFuture<Void> {

        private final long time;
        private final ProcessingTimeService.ProcessingTimeCallback target;

        Timer(long time, ProcessingTimeService.ProcessingTimeCallback target) {
            this.time = time;
            this.target = target;
        }

        @Override
        public boolean cancel(boolean mayInterruptIfRunning) {
            timers.remove(this);
            return super.cancel(mayInterruptIfRunning);
        }

        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(time - now, TimeUnit.MILLISECONDS);
        }

        @Override
        public int compareTo(Delayed other) {
            return Long.compare(
                    getDelay(TimeUnit.MILLISECONDS), other.getDelay(TimeUnit.MILLISECONDS));
        }
    }

    void write(String record) throws IOException {
        writer.write(record, NO_TIME);
        records++;
    }

    /** A whole checkpoint, from the barrier to the commit. */
    Checkpoint checkpoint(long id) throws Exception {
        Checkpoint taken = snapshot(id, false);
        if (id == losing) {
            losing = NONE;
            throw new IOException("checkpoint " + id + " is not completed");
        }
        complete(taken);
        return taken;
    }

    Checkpoint snapshot(long id, boolean endOfInput) throws Exception {
        writer.flush(endOfInput);
        uncommitted.addAll(writer.prepareCommit());
        List<byte[]> writerState = new ArrayList<>();
        for (FileWriterBucketState state : writer.snapshotState(id)) {
            writerState.add(states.serialize(state));
        }
        List<byte[]> toCommit = new ArrayList<>();
        for (FileSinkCommittable committable : uncommitted) {
            toCommit.add(committables.serialize(committable));
        }
        return new Checkpoint(id, writerState, toCommit, records);
    }

    void complete(Checkpoint checkpoint) throws Exception {
        completed = checkpoint;
        commit();
    }

    /** The last checkpoint that completed; null for none. */
    Checkpoint completed() {
        return completed;
    }

    /** What the next checkpoint would commit; that is given up here. */
    List<FileSinkCommittable> takeUncommitted() {
        List<FileSinkCommittable> taken = List.copyOf(uncommitted);
        uncommitted.clear();
        return taken;
    }

    /** The end of input of a job with checkpointing. */
    void finish(long id) throws Exception {
        complete(snapshot(id, true));
        writer.close();
    }

    /** The end of input of a job without: the writer may be gone before the commit. */
    void finishWithoutCheckpoint() throws Exception {
        writer.flush(true);
        uncommitted.addAll(writer.prepareCommit());
        writer.close();
        commit();
    }

    /** A failed or cancelled task: everything is closed. */
    void close() {
        if (writer != null) {
            writer.close();
        }
    }

    private void commit() throws Exception {
        try (PartFileCommitter committer = new PartFileCommitter(sinkFiles())) {
            List<Committer.CommitRequest<FileSinkCommittable>> requests = new ArrayList<>();
            uncommitted.forEach(c -> requests.add(new Request(c)));
            committer.commit(requests);
        }
        uncommitted.clear();
    }

    private RecoverableWriter sinkFiles() throws IOException {
        return TakesUpInPlace.writer(sink.basePath().getFileSystem(), owner.alone());
    }

    @SuppressWarnings("unchecked")
    private static PartFileWriter<String> writer(SinkWriter<String> made) {
        // The only class the sink makes.
        return (PartFileWriter<String>) made;
    }

    private static final SinkWriter.Context NO_TIME =
            new SinkWriter.Context() {
                @Override
                public long currentWatermark() {
                    return Long.MIN_VALUE;
                }

                @Override
                public Long timestamp() {
                    return null;
                }
            };

    private record Request(FileSinkCommittable committable)
            implements Committer.CommitRequest<FileSinkCommittable> {

        @Override
        public FileSinkCommittable getCommittable() {
            return committable;
        }

        @Override
        public int getNumberOfRetries() {
            return 0;
        }

        @Override
        public void signalFailedWithKnownReason(Throwable t) {
            throw new AssertionError(t);
        }

        @Override
        public void signalFailedWithUnknownReason(Throwable t) {
            throw new AssertionError(t);
        }

        @Override
        public void retryLater() {
            throw new AssertionError("not expected");
        }

        @Override
        public void updateAndRetryLater(FileSinkCommittable committable) {
            throw new AssertionError("not expected");
        }

        @Override
        public void signalAlreadyCommitted() {
            throw new AssertionError("not expected");
        }
    }

    /** A job as the engine tells of it. */
    record Job(JobID id, JobOwner owner) implements JobInfo, JobOwner.Known {

        @Override
        public JobID getJobId() {
            return id;
        }

        @Override
        public String getJobName() {
            return "job";
        }
    }

    private final class Context implements WriterInitContext {

        private final int attemptNumber;
        private final Checkpoint from;

        Context(int attemptNumber, Checkpoint from) {
            this.attemptNumber = attemptNumber;
            this.from = from;
        }

        @Override
        public OptionalLong getRestoredCheckpointId() {
            return from == null ? OptionalLong.empty() : OptionalLong.of(from.id());
        }

        @Override
        public JobInfo getJobInfo() {
            return new Job(jobId, owner);
        }

        @Override
        public TaskInfo getTaskInfo() {
            return (TaskInfo)
                    Proxy.newProxyInstance(
                            getClass().getClassLoader(),
                            new Class<?>[] {TaskInfo.class},
                            (proxy, method, arguments) ->
                                    switch (method.getName()) {
                                        case "getAttemptNumber" -> attemptNumber;
                                        case "getIndexOfThisSubtask" -> subtask;
                                        default ->
                                                throw new UnsupportedOperationException(
                                                        method.toString());
                                    });
        }

        @Override
        public UserCodeClassLoader getUserCodeClassLoader() {
            throw new UnsupportedOperationException();
        }

        @Override
        public MailboxExecutor getMailboxExecutor() {
            throw new UnsupportedOperationException();
        }

        @Override
        public ProcessingTimeService getProcessingTimeService() {
            return new ProcessingTimeService() {
                @Override
                public long getCurrentProcessingTime() {
                    return now;
                }

                @Override
                public ScheduledFuture<?> registerTimer(
                        long timestamp, ProcessingTimeCallback target) {
                    Timer timer = new Timer(timestamp, target);
                    timers.add(timer);
                    return timer;
                }
            };
        }

        @Override
        public SinkWriterMetricGroup metricGroup() {
            return (SinkWriterMetricGroup)
                    Proxy.newProxyInstance(
                            getClass().getClassLoader(),
                            new Class<?>[] {SinkWriterMetricGroup.class},
                            (proxy, method, arguments) ->
                                    switch (method.getName()) {
                                        case "getNumRecordsSendCounter" -> new SimpleCounter();
                                        case "getAllVariables" ->
                                                Map.of("<operator_id>", operatorId);
                                        default ->
                                                throw new UnsupportedOperationException(
                                                        method.toString());
                                    });
        }

        @Override
        public SerializationSchema.InitializationContext
                asSerializationSchemaInitializationContext() {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean isObjectReuseEnabled() {
            return false;
        }

        @Override
        public <IN> TypeSerializer<IN> createInputSerializer() {
            throw new UnsupportedOperationException();
        }
    }
}
