// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.file.sink;

import io.millrace.api.common.state.ListState;
import io.millrace.api.common.state.ListStateDescriptor;
import io.millrace.api.common.typeutils.base.array.BytePrimitiveArraySerializer;
import io.millrace.connector.file.sink.compactor.FileCompactStrategy;
import io.millrace.connector.file.sink.compactor.FileCompactor;
import io.millrace.connector.file.sink.compactor.IdenticalFileCompactor;
import io.millrace.core.fs.Path;
import io.millrace.core.io.SimpleVersionedSerialization;
import io.millrace.core.io.SimpleVersionedSerializer;
import io.millrace.runtime.state.StateInitializationContext;
import io.millrace.runtime.state.StateSnapshotContext;
import io.millrace.spi.RemembersEnd;
import io.millrace.streaming.api.connector.sink2.CommittableMessage;
import io.millrace.streaming.api.connector.sink2.CommittableSummary;
import io.millrace.streaming.api.connector.sink2.CommittableWithLineage;
import io.millrace.streaming.api.operators.AbstractStreamOperator;
import io.millrace.streaming.api.operators.BoundedOneInput;
import io.millrace.streaming.api.operators.OneInputStreamOperator;
import io.millrace.streaming.runtime.streamrecord.StreamRecord;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Keeps the files that writers have ended until there are enough of a bucket, and makes one of
 * them.
 *
 * <h2>Exactly once, whatever crashes</h2>
 *
 * A file goes this way. The writer ends it under a hidden name, and it comes here with a barrier.
 * It is part of this operator's state, and nothing else, until a checkpoint with it is complete:
 * before that a crash would have its records written again by another file, and nothing could be
 * made of this one. From then on it may be taken, with others, at any barrier: the files are
 * committed - they only change from one hidden name to another - and read, and a new file is
 * written and ended, all before the barrier. What goes out before it is the new file, to be
 * committed, and behind it the old ones, to be removed; so at the barrier the old files leave this
 * state, and the new one enters the committer's. It is shown when that checkpoint is complete, and
 * then the old ones go.
 *
 * <p>A crash before that restores the old files into this state, and the work is done again: to
 * commit and to remove bear being done twice, and what an earlier attempt had begun to write is
 * found by its name and removed.
 *
 * <p>At the end of the input there is no later barrier. All files are taken at once, but nothing is
 * made of them yet, for an older checkpoint may go on with one of them that it has unfinished: the
 * committer makes the new files, when the checkpoint that follows is complete.
 *
 * @param <IN> the record
 */
final class CompactingOperator<IN>
        extends AbstractStreamOperator<CommittableMessage<FileSinkCommittable>>
        implements OneInputStreamOperator<
                        CommittableMessage<FileSinkCommittable>,
                        CommittableMessage<FileSinkCommittable>>,
                BoundedOneInput,
                RemembersEnd {

    private static final long serialVersionUID = 1L;

    private final FileSink<IN> sink;
    private final FileCompactStrategy strategy;
    private final FileCompactor compactor;

    /** Files by bucket, those that came first at the front. */
    private transient Map<String, List<Waiting>> waiting;

    private transient Compaction<IN> compaction;
    private transient SimpleVersionedSerializer<FileSinkCommittable> serializer;
    private transient ListState<byte[]> state;
    private transient int barriersSince;
    private transient boolean ended;

    /** A file, and the checkpoint that made it safe to take. */
    private static final class Waiting {
        private final FileSinkCommittable file;
        private long inCheckpoint;
        private boolean safe;

        Waiting(FileSinkCommittable file, long inCheckpoint, boolean safe) {
            this.file = file;
            this.inCheckpoint = inCheckpoint;
            this.safe = safe;
        }

        long size() {
            return Math.max(0, file.getPendingFile().getSize());
        }
    }

    CompactingOperator(FileSink<IN> sink, FileCompactStrategy strategy, FileCompactor compactor) {
        this.sink = sink;
        this.strategy = strategy;
        this.compactor = compactor;
    }

    @Override
    public void initializeState(StateInitializationContext context) throws Exception {
        super.initializeState(context);
        waiting = new LinkedHashMap<>();
        serializer = sink.getCommittableSerializer();
        state =
                context.getOperatorStateStore()
                        .getListState(
                                new ListStateDescriptor<>(
                                        "files-to-compact", BytePrimitiveArraySerializer.INSTANCE));
        compaction =
                new Compaction<>(
                        sink.basePath(),
                        sink.encoding(),
                        compactor,
                        getRuntimeContext().getJobInfo(),
                        strategy.getNumCompactThreads());
        for (byte[] bytes : state.get()) {
            FileSinkCommittable file =
                    SimpleVersionedSerialization.readVersionAndDeSerialize(serializer, bytes);
            add(new Waiting(file, 0, true));
        }
        List<Path> restored = new ArrayList<>();
        waiting.values()
                .forEach(
                        files ->
                                files.forEach(
                                        each ->
                                                restored.add(
                                                        each.file.getPendingFile().getPath())));
        compaction.removeBegunOf(restored);
    }

    private void add(Waiting file) {
        waiting.computeIfAbsent(file.file.getBucketId(), bucket -> new ArrayList<>()).add(file);
    }

    @Override
    public void processElement(StreamRecord<CommittableMessage<FileSinkCommittable>> element)
            throws Exception {
        if (element.getValue() instanceof CommittableWithLineage<FileSinkCommittable> message) {
            add(new Waiting(message.getCommittable(), Long.MAX_VALUE, false));
        }
    }

    @Override
    public void prepareSnapshotPreBarrier(long checkpointId) throws Exception {
        super.prepareSnapshotPreBarrier(checkpointId);
        if (ended) {
            return;
        }
        barriersSince++;
        boolean all =
                strategy.getNumCheckpointsBeforeCompaction() > 0
                        && barriersSince >= strategy.getNumCheckpointsBeforeCompaction();
        List<List<FileSinkCommittable>> groups = new ArrayList<>();
        for (List<Waiting> files : waiting.values()) {
            group(files, all, groups);
        }
        if (all) {
            barriersSince = 0;
        }
        send(checkpointId, groups);
        for (List<Waiting> files : waiting.values()) {
            for (Waiting file : files) {
                file.inCheckpoint = Math.min(file.inCheckpoint, checkpointId);
            }
        }
    }

    /** Takes files that are to be made into one out of what waits. */
    private void group(List<Waiting> files, boolean all, List<List<FileSinkCommittable>> groups) {
        List<Waiting> safe = files.stream().filter(file -> file.safe).toList();
        if (safe.isEmpty()) {
            return;
        }
        long threshold = strategy.getSizeThreshold();
        List<FileSinkCommittable> group = new ArrayList<>();
        List<Waiting> taken = new ArrayList<>();
        List<Waiting> inGroup = new ArrayList<>();
        long size = 0;
        for (Waiting file : safe) {
            group.add(file.file);
            inGroup.add(file);
            size += file.size();
            boolean enough = threshold >= 0 && size >= threshold;
            if (enough || compactor instanceof IdenticalFileCompactor && all) {
                groups.add(group);
                taken.addAll(inGroup);
                group = new ArrayList<>();
                inGroup.clear();
                size = 0;
            }
        }
        if (all && !group.isEmpty()) {
            groups.add(group);
            taken.addAll(inGroup);
        }
        files.removeAll(taken);
    }

    /** The summary, the new files, and the old ones to be removed. */
    private void send(long checkpointId, List<List<FileSinkCommittable>> groups) throws Exception {
        waiting.values().removeIf(List::isEmpty);
        List<FileSinkCommittable> made = compaction.make(groups);
        int subtask = getRuntimeContext().getTaskInfo().getIndexOfThisSubtask();
        summarize(checkpointId, made.size() + groups.stream().mapToInt(List::size).sum());
        for (FileSinkCommittable file : made) {
            emit(new CommittableWithLineage<>(file, checkpointId, subtask));
        }
        for (List<FileSinkCommittable> group : groups) {
            for (FileSinkCommittable old : group) {
                emit(
                        new CommittableWithLineage<>(
                                new FileSinkCommittable(
                                        old.getBucketId(), old.getPendingFile().getPath()),
                                checkpointId,
                                subtask));
            }
        }
    }

    private void summarize(long checkpointId, int count) {
        emit(
                new CommittableSummary<>(
                        getRuntimeContext().getTaskInfo().getIndexOfThisSubtask(),
                        getRuntimeContext().getTaskInfo().getNumberOfParallelSubtasks(),
                        checkpointId,
                        count,
                        count,
                        0));
    }

    private void emit(CommittableMessage<FileSinkCommittable> message) {
        output.collect(new StreamRecord<>(message));
    }

    @Override
    public void snapshotState(StateSnapshotContext context) throws Exception {
        super.snapshotState(context);
        List<byte[]> entries = new ArrayList<>();
        for (List<Waiting> files : waiting.values()) {
            for (Waiting file : files) {
                entries.add(
                        SimpleVersionedSerialization.writeVersionAndSerialize(
                                serializer, file.file));
            }
        }
        state.update(entries);
    }

    @Override
    public void notifyCheckpointComplete(long checkpointId) throws Exception {
        super.notifyCheckpointComplete(checkpointId);
        for (List<Waiting> files : waiting.values()) {
            for (Waiting file : files) {
                file.safe |= file.inCheckpoint <= checkpointId;
            }
        }
    }

    @Override
    public void inputHadEnded() {
        ended = true;
    }

    @Override
    public void endInput() throws Exception {
        ended = true;
        List<List<FileSinkCommittable>> groups = new ArrayList<>();
        for (List<Waiting> files : waiting.values()) {
            files.forEach(file -> file.safe = true); // those that are not yet will be, when taken
            group(files, true, groups);
        }
        waiting.clear();
        summarize(CommittableMessage.EOI, groups.size());
        for (List<FileSinkCommittable> group : groups) {
            emit(
                    new CommittableWithLineage<>(
                            compaction.later(group),
                            CommittableMessage.EOI,
                            getRuntimeContext().getTaskInfo().getIndexOfThisSubtask()));
        }
    }

    @Override
    public void close() throws Exception {
        if (compaction != null) {
            compaction.close();
        }
        super.close();
    }
}
