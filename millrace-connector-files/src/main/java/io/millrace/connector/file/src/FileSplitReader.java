// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.file.src;

import io.millrace.api.connector.source.ReaderOutput;
import io.millrace.api.connector.source.SourceOutput;
import io.millrace.api.connector.source.SourceReader;
import io.millrace.api.connector.source.SourceReaderContext;
import io.millrace.configuration.Configuration;
import io.millrace.connector.file.src.reader.BulkFormat;
import io.millrace.connector.file.src.util.RecordAndPosition;
import io.millrace.core.io.InputStatus;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Reads one split after the other, in the task's own step: the only thing it ever waits for is the
 * read of the next chunk of a file. One record is emitted at each call, so a snapshot may be taken
 * after any of them.
 *
 * @param <T> the record
 * @param <SplitT> the split
 */
final class FileSplitReader<T, SplitT extends FileSourceSplit> implements SourceReader<T, SplitT> {

    private static final CompletableFuture<Void> AVAILABLE =
            CompletableFuture.completedFuture(null);

    private final SourceReaderContext context;
    private final BulkFormat<T, SplitT> format;
    private final Deque<SplitT> waiting = new ArrayDeque<>();

    private CompletableFuture<Void> availability = new CompletableFuture<>();
    private boolean noMoreSplits;

    /** The split being read; null between splits, as are the four below. */
    private SplitT split;

    private FileSourceSplitState<SplitT> state;
    private BulkFormat.Reader<T> reader;
    private BulkFormat.RecordIterator<T> batch;
    private SourceOutput<T> splitOutput;

    FileSplitReader(SourceReaderContext context, BulkFormat<T, SplitT> format) {
        this.context = context;
        this.format = format;
    }

    @Override
    public void start() {
        if (split == null && waiting.isEmpty()) {
            context.sendSplitRequest();
        }
    }

    @Override
    public InputStatus pollNext(ReaderOutput<T> output) throws Exception {
        if (split == null) {
            if (waiting.isEmpty()) {
                return noMoreSplits ? InputStatus.END_OF_INPUT : InputStatus.NOTHING_AVAILABLE;
            }
            open(waiting.pollFirst(), output);
        }
        RecordAndPosition<T> next = read();
        if (next != null) {
            splitOutput.collect(next.getRecord());
            state.setPosition(next.getOffset(), next.getRecordSkipCount());
            return InputStatus.MORE_AVAILABLE;
        }
        output.releaseOutputForSplit(split.splitId());
        closeSplit();
        if (!waiting.isEmpty()) {
            return InputStatus.MORE_AVAILABLE;
        }
        if (noMoreSplits) {
            return InputStatus.END_OF_INPUT;
        }
        context.sendSplitRequest();
        return InputStatus.NOTHING_AVAILABLE;
    }

    @Override
    public List<SplitT> snapshotState(long checkpointId) {
        List<SplitT> splits = new ArrayList<>();
        if (split != null) {
            splits.add(state.toFileSourceSplit());
        }
        splits.addAll(waiting);
        return splits;
    }

    @Override
    public CompletableFuture<Void> isAvailable() {
        if (split != null || !waiting.isEmpty() || noMoreSplits) {
            return AVAILABLE;
        }
        if (availability.isDone()) {
            availability = new CompletableFuture<>();
        }
        return availability;
    }

    @Override
    public void addSplits(List<SplitT> splits) {
        waiting.addAll(splits);
        availability.complete(null);
    }

    @Override
    public void notifyNoMoreSplits() {
        noMoreSplits = true;
        availability.complete(null);
    }

    @Override
    public void close() throws IOException {
        closeSplit();
    }

    private void open(SplitT next, ReaderOutput<T> output) throws IOException {
        Configuration configuration = context.getConfiguration();
        split = next;
        state = new FileSourceSplitState<>(next);
        try {
            reader =
                    next.getReaderPosition().isPresent()
                            ? format.restoreReader(configuration, next)
                            : format.createReader(configuration, next);
        } catch (IOException e) {
            throw failure(e);
        }
        splitOutput = output.createOutputForSplit(next.splitId());
    }

    /** The next record of the split, or null at its end. */
    private RecordAndPosition<T> read() throws IOException {
        try {
            while (true) {
                if (batch == null) {
                    batch = reader.readBatch();
                    if (batch == null) {
                        return null;
                    }
                }
                RecordAndPosition<T> next = batch.next();
                if (next != null) {
                    return next;
                }
                batch.releaseBatch();
                batch = null;
            }
        } catch (UncheckedIOException e) {
            throw failure(e.getCause());
        } catch (IOException e) {
            throw failure(e);
        }
    }

    private IOException failure(IOException cause) {
        return new IOException(
                "Reading the file "
                        + split.path()
                        + " failed ("
                        + state.toFileSourceSplit()
                        + "): "
                        + (cause.getMessage() == null ? cause.toString() : cause.getMessage()),
                cause);
    }

    private void closeSplit() throws IOException {
        BulkFormat.Reader<T> open = reader;
        split = null;
        state = null;
        reader = null;
        batch = null;
        splitOutput = null;
        if (open != null) {
            open.close();
        }
    }
}
