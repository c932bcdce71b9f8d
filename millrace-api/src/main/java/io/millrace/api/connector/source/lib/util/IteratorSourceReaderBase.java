// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.connector.source.lib.util;

import io.millrace.annotation.Public;
import io.millrace.api.connector.source.ReaderOutput;
import io.millrace.api.connector.source.SourceReader;
import io.millrace.api.connector.source.SourceReaderContext;
import io.millrace.core.io.InputStatus;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;

/**
 * Reads splits that are iterators, one after the other, and asks for the next one when it has none.
 *
 * @param <E> what the iterators give
 * @param <O> what is emitted
 */
@Public
@SuppressWarnings("try") // close() is as open as AutoCloseable's, in Flink too
public abstract class IteratorSourceReaderBase<
                E, O, IterT extends Iterator<E>, SplitT extends IteratorSourceSplit<E, IterT>>
        implements SourceReader<O, SplitT> {

    /** Complete when there is something to do. */
    protected CompletableFuture<Void> availability = new CompletableFuture<>();

    /** Of the current split; null between splits. */
    protected IterT iterator;

    /** Null between splits. */
    protected SplitT currentSplit;

    private final SourceReaderContext context;
    private final Queue<SplitT> remaining = new ArrayDeque<>();
    private boolean noMoreSplits;

    public IteratorSourceReaderBase(SourceReaderContext context) {
        this.context = Objects.requireNonNull(context, "context");
    }

    @Override
    public void start() {
        if (remaining.isEmpty()) {
            start(context);
        }
    }

    /** Asks for the first split; called only when none was restored. */
    protected void start(SourceReaderContext context) {
        context.sendSplitRequest();
    }

    @Override
    public InputStatus pollNext(ReaderOutput<O> output) {
        if (iterator != null) {
            if (iterator.hasNext()) {
                output.collect(convert(iterator.next()));
                return InputStatus.MORE_AVAILABLE;
            }
            finishSplit();
        }
        return tryMoveToNextSplit();
    }

    /** From what the iterator gave to what is emitted. */
    protected abstract O convert(E value);

    /** Called at the end of each split. */
    protected void finishSplit() {
        iterator = null;
        currentSplit = null;
        if (remaining.isEmpty() && !noMoreSplits) {
            context.sendSplitRequest();
        }
    }

    /** Begins the next split, or says that there is none yet, or none any more. */
    protected InputStatus tryMoveToNextSplit() {
        currentSplit = remaining.poll();
        if (currentSplit != null) {
            iterator = currentSplit.getIterator();
            return InputStatus.MORE_AVAILABLE;
        }
        if (noMoreSplits) {
            return InputStatus.END_OF_INPUT;
        }
        if (availability.isDone()) {
            availability = new CompletableFuture<>();
        }
        return InputStatus.NOTHING_AVAILABLE;
    }

    @Override
    public CompletableFuture<Void> isAvailable() {
        return availability;
    }

    @Override
    public void addSplits(List<SplitT> splits) {
        remaining.addAll(splits);
        availability.complete(null);
    }

    @Override
    public void notifyNoMoreSplits() {
        noMoreSplits = true;
        availability.complete(null);
    }

    @Override
    @SuppressWarnings("unchecked") // a split's updated form is of its own kind, by its contract
    public List<SplitT> snapshotState(long checkpointId) {
        List<SplitT> splits = new ArrayList<>();
        if (iterator != null && iterator.hasNext()) {
            splits.add((SplitT) currentSplit.getUpdatedSplitForIterator(iterator));
        }
        splits.addAll(remaining);
        return splits;
    }

    @Override
    public void close() throws Exception {}
}
