// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.file.src;

import io.millrace.api.connector.source.SplitEnumerator;
import io.millrace.api.connector.source.SplitEnumeratorContext;
import io.millrace.connector.file.src.assigners.FileSplitAssigner;
import java.util.ArrayList;
import java.util.List;

/**
 * Gives the splits that were found at the start to readers as they ask, one at a time.
 *
 * @param <SplitT> the split
 */
final class FileSplitEnumerator<SplitT extends FileSourceSplit>
        implements SplitEnumerator<SplitT, PendingSplitsCheckpoint<SplitT>> {

    private final SplitEnumeratorContext<SplitT> context;
    private final FileSplitAssigner assigner;

    FileSplitEnumerator(SplitEnumeratorContext<SplitT> context, FileSplitAssigner assigner) {
        this.context = context;
        this.assigner = assigner;
    }

    @Override
    public void start() {}

    @Override
    @SuppressWarnings("unchecked")
    public void handleSplitRequest(int subtaskId, String requesterHostname) {
        if (!context.registeredReaders().containsKey(subtaskId)) {
            // It failed after it had asked; its successor will ask again.
            return;
        }
        FileSourceSplit next = assigner.getNext(requesterHostname).orElse(null);
        if (next == null) {
            context.signalNoMoreSplits(subtaskId);
        } else {
            // An assigner hands back what it was given, which were splits of this source.
            context.assignSplit((SplitT) next, subtaskId);
        }
    }

    @Override
    public void addSplitsBack(List<SplitT> splits, int subtaskId) {
        assigner.addSplits(new ArrayList<>(splits));
    }

    @Override
    public void addReader(int subtaskId) {}

    @Override
    @SuppressWarnings("unchecked")
    public PendingSplitsCheckpoint<SplitT> snapshotState(long checkpointId) {
        List<SplitT> remaining = new ArrayList<>();
        for (FileSourceSplit split : assigner.remainingSplits()) {
            // As above.
            remaining.add((SplitT) split);
        }
        return PendingSplitsCheckpoint.fromCollectionSnapshot(remaining);
    }

    @Override
    public void close() {}
}
