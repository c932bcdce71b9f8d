// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.simulation;

import io.millrace.api.connector.source.Boundedness;
import io.millrace.api.connector.source.Source;
import io.millrace.api.connector.source.SourceReader;
import io.millrace.api.connector.source.SourceReaderContext;
import io.millrace.api.connector.source.SplitEnumerator;
import io.millrace.api.connector.source.SplitEnumeratorContext;
import io.millrace.connector.file.src.FileSource;
import io.millrace.connector.file.src.FileSourceSplit;
import io.millrace.connector.file.src.PendingSplitsCheckpoint;
import io.millrace.connector.file.src.enumerate.NonSplittingRecursiveEnumerator;
import io.millrace.connector.file.src.reader.TextLineInputFormat;
import io.millrace.core.fs.Path;
import io.millrace.core.io.SimpleVersionedSerializer;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;

/**
 * The real file source, watching a directory, with an end: a simulated job has to finish, and the
 * source alone never would. Its readers are told that there is no more once a given number of files
 * was found and dealt out.
 */
final class WatchedInput
        implements Source<String, FileSourceSplit, PendingSplitsCheckpoint<FileSourceSplit>> {

    private static final long serialVersionUID = 1L;

    private final FileSource<String> files;
    private final int count;

    WatchedInput(Path directory, int count, Duration interval) {
        this.files =
                FileSource.forRecordStreamFormat(new TextLineInputFormat(), directory)
                        .setFileEnumerator(EmptyUntilItIsThere::new)
                        .monitorContinuously(interval)
                        .build();
        this.count = count;
    }

    /** The job that makes the files makes their directory, too. */
    private static final class EmptyUntilItIsThere extends NonSplittingRecursiveEnumerator {
        @Override
        public Collection<FileSourceSplit> enumerateSplits(Path[] paths, int minDesiredSplits)
                throws IOException {
            try {
                return super.enumerateSplits(paths, minDesiredSplits);
            } catch (FileNotFoundException e) {
                return List.of();
            }
        }
    }

    @Override
    public Boundedness getBoundedness() {
        return files.getBoundedness();
    }

    @Override
    public SplitEnumerator<FileSourceSplit, PendingSplitsCheckpoint<FileSourceSplit>>
            createEnumerator(SplitEnumeratorContext<FileSourceSplit> context) {
        return new WithAnEnd(files.createEnumerator(context), context, count);
    }

    @Override
    public SplitEnumerator<FileSourceSplit, PendingSplitsCheckpoint<FileSourceSplit>>
            restoreEnumerator(
                    SplitEnumeratorContext<FileSourceSplit> context,
                    PendingSplitsCheckpoint<FileSourceSplit> checkpoint) {
        return new WithAnEnd(files.restoreEnumerator(context, checkpoint), context, count);
    }

    @Override
    public SourceReader<String, FileSourceSplit> createReader(SourceReaderContext context) {
        return files.createReader(context);
    }

    @Override
    public SimpleVersionedSerializer<FileSourceSplit> getSplitSerializer() {
        return files.getSplitSerializer();
    }

    @Override
    public SimpleVersionedSerializer<PendingSplitsCheckpoint<FileSourceSplit>>
            getEnumeratorCheckpointSerializer() {
        return files.getEnumeratorCheckpointSerializer();
    }

    /** Each reader asks once more after the last file, one of them at least behind its end. */
    private record WithAnEnd(
            SplitEnumerator<FileSourceSplit, PendingSplitsCheckpoint<FileSourceSplit>> enumerator,
            SplitEnumeratorContext<FileSourceSplit> context,
            int count)
            implements SplitEnumerator<FileSourceSplit, PendingSplitsCheckpoint<FileSourceSplit>> {

        @Override
        public void start() {
            enumerator.start();
        }

        @Override
        public void handleSplitRequest(int subtask, String host) {
            enumerator.handleSplitRequest(subtask, host);
            PendingSplitsCheckpoint<FileSourceSplit> now;
            try {
                now = enumerator.snapshotState(0);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
            if (now.getSplits().isEmpty() && now.getAlreadyProcessedPaths().size() == count) {
                context.registeredReaders().keySet().forEach(context::signalNoMoreSplits);
            }
        }

        @Override
        public void addSplitsBack(List<FileSourceSplit> splits, int subtask) {
            enumerator.addSplitsBack(splits, subtask);
        }

        @Override
        public void addReader(int subtask) {
            enumerator.addReader(subtask);
        }

        @Override
        public PendingSplitsCheckpoint<FileSourceSplit> snapshotState(long checkpointId)
                throws Exception {
            return enumerator.snapshotState(checkpointId);
        }

        @Override
        public void close() throws IOException {
            enumerator.close();
        }
    }
}
