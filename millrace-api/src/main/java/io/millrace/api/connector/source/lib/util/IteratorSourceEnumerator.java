// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.connector.source.lib.util;

import io.millrace.annotation.Public;
import io.millrace.api.connector.source.SplitEnumerator;
import io.millrace.api.connector.source.SplitEnumeratorContext;
import io.millrace.api.connector.source.SupportsBatchSnapshot;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Queue;

/** Gives one split to whoever asks, until none is left. */
@Public
public class IteratorSourceEnumerator<SplitT extends IteratorSourceSplit<?, ?>>
        implements SplitEnumerator<SplitT, Collection<SplitT>>, SupportsBatchSnapshot {

    private final SplitEnumeratorContext<SplitT> context;
    private final Queue<SplitT> remaining;

    public IteratorSourceEnumerator(
            SplitEnumeratorContext<SplitT> context, Collection<SplitT> splits) {
        this.context = Objects.requireNonNull(context, "context");
        this.remaining = new ArrayDeque<>(splits);
    }

    @Override
    public void start() {}

    @Override
    public void close() {}

    @Override
    public void handleSplitRequest(int subtaskId, String requesterHostname) {
        SplitT next = remaining.poll();
        if (next == null) {
            context.signalNoMoreSplits(subtaskId);
        } else {
            context.assignSplit(next, subtaskId);
        }
    }

    @Override
    public void addSplitsBack(List<SplitT> splits, int subtaskId) {
        remaining.addAll(splits);
    }

    @Override
    public Collection<SplitT> snapshotState(long checkpointId) throws Exception {
        return List.copyOf(remaining);
    }

    /** Nothing to do: a reader asks by itself. */
    @Override
    public void addReader(int subtaskId) {}
}
