// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.spi;

import io.millrace.api.connector.source.SourceSplit;
import io.millrace.api.connector.source.SplitEnumerator;
import io.millrace.api.connector.source.SplitEnumeratorContext;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;

/**
 * Deals out splits that are known from the beginning: each once, in their order, to the readers
 * that ask. One that comes back is dealt out again after the others.
 *
 * @param <S> the splits
 */
public class SplitsOnRequest<S extends SourceSplit> implements SplitEnumerator<S, List<S>> {

    private final SplitEnumeratorContext<S> context;
    private final Queue<S> left;

    /**
     * @param left what is still to be dealt out
     */
    public SplitsOnRequest(SplitEnumeratorContext<S> context, List<S> left) {
        this.context = context;
        this.left = new ArrayDeque<>(left);
    }

    @Override
    public void start() {}

    @Override
    public void handleSplitRequest(int subtaskId, String requesterHostname) {
        S next = left.poll();
        if (next == null) {
            context.signalNoMoreSplits(subtaskId);
        } else {
            context.assignSplit(next, subtaskId);
        }
    }

    @Override
    public void addSplitsBack(List<S> splits, int subtaskId) {
        left.addAll(splits);
    }

    /** Nothing to do: a reader asks by itself. */
    @Override
    public void addReader(int subtaskId) {}

    @Override
    public List<S> snapshotState(long checkpointId) {
        return List.copyOf(left);
    }

    @Override
    public void close() {}
}
