// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.file.sink;

import io.millrace.api.connector.sink2.WriterInitContext;
import io.millrace.connector.file.sink.writer.FileWriterBucketState;
import io.millrace.core.fs.FileSystem;
import io.millrace.core.fs.Path;
import io.millrace.spi.JobOwner;
import io.millrace.spi.TakesUpInPlace;
import io.millrace.streaming.api.functions.sink.filesystem.OutputFileConfig;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.UUID;

/**
 * Begins a writer: finds out who it is, removes what attempts before it have left, and goes on with
 * the files that its state holds in progress.
 *
 * @param settings for the writer
 * @param fileNames how files are named
 * @param sinkId tells this run of the program from others, through all restarts within a process
 * @param <IN> the record
 */
record WriterStart<IN>(
        PartFileWriter.Settings<IN> settings, OutputFileConfig fileNames, String sinkId) {

    /** The variable of an operator's metric group that tells it from all others of the job. */
    private static final String OPERATOR_ID = "<operator_id>";

    PartFileWriter<IN> begin(
            WriterInitContext context, Collection<FileWriterBucketState> recoveredState)
            throws IOException {
        Path basePath = settings.basePath();
        FileSystem fs = basePath.getFileSystem();
        OutputDirectory.make(fs, basePath);
        List<NumberingState> numberings = new ArrayList<>();
        for (FileWriterBucketState state : recoveredState) {
            if (state instanceof NumberingState numbering) {
                numberings.add(numbering);
            }
        }
        if (numberings.isEmpty()) {
            String lineage = firstLineage(context);
            numberings.add(new NumberingState(basePath, lineage, 0, List.of()));
        }
        NumberingState own = numberings.get(0);
        JobOwner owner = JobOwner.of(context.getJobInfo());
        PartNames names =
                PartNames.of(
                        fileNames,
                        context.getJobInfo().getJobId().toString(),
                        own.lineage(),
                        owner.number(),
                        context.getTaskInfo().getAttemptNumber(),
                        UUID.randomUUID());
        boolean first = recoveredState.isEmpty() && context.getTaskInfo().getAttemptNumber() == 0;
        Leftovers leftovers = new Leftovers(fs, names, first ? null : numberings);
        for (NumberingState numbering : numberings) {
            numbering.directories().forEach(leftovers::removeIn);
        }
        PartFileWriter<IN> writer =
                new PartFileWriter<>(
                        settings,
                        TakesUpInPlace.writer(fs, owner.alone()),
                        context.getProcessingTimeService(),
                        context.metricGroup().getNumRecordsSendCounter(),
                        names,
                        own.lineage(),
                        own.nextNumber(),
                        leftovers);
        for (FileWriterBucketState state : recoveredState) {
            if (state instanceof BucketState bucket) {
                leftovers.removeIn(bucket.getBucketPath());
                writer.restore(bucket);
            }
        }
        writer.start();
        return writer;
    }

    /**
     * The lineage of a writer that finds none in its state.
     *
     * <p>Where nothing was restored, it is what earlier attempts of the same subtask of the same
     * operator had, so that what those left is known. The operator is part of it, because one sink
     * object may be used for several streams. Where a checkpoint was restored this subtask is new,
     * and its lineage must be, too: files of one that had its number before may be in the state of
     * others.
     */
    private String firstLineage(WriterInitContext context) {
        String operator = context.metricGroup().getAllVariables().get(OPERATOR_ID);
        return context.getRestoredCheckpointId().isPresent() || operator == null
                ? UUID.randomUUID().toString()
                : sinkId + "-" + operator + "-" + context.getTaskInfo().getIndexOfThisSubtask();
    }
}
