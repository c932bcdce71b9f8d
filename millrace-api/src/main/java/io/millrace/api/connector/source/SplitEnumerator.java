// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.connector.source;

import io.millrace.annotation.Public;
import io.millrace.api.common.state.CheckpointListener;
import java.io.IOException;
import java.util.List;

/** Finds splits and deals them out to readers. All calls come from one thread, one at a time. */
@Public
public interface SplitEnumerator<SplitT extends SourceSplit, CheckpointT>
        extends AutoCloseable, CheckpointListener {

    /** Called once before everything else. */
    void start();

    /** A reader asks for a split; the host name may be null. */
    void handleSplitRequest(int subtaskId, String requesterHostname);

    /** Takes splits back that were given out since the last checkpoint to a reader that failed. */
    void addSplitsBack(List<SplitT> splits, int subtaskId);

    /** A reader is there. */
    void addReader(int subtaskId);

    /** What it remembers: splits that were given out are in the readers' state, not here. */
    CheckpointT snapshotState(long checkpointId) throws Exception;

    @Override
    void close() throws IOException;

    @Override
    default void notifyCheckpointComplete(long checkpointId) throws Exception {}

    /** A message from a reader. */
    default void handleSourceEvent(int subtaskId, SourceEvent sourceEvent) {}
}
