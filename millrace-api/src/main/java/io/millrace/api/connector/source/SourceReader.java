// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.connector.source;

import io.millrace.annotation.Public;
import io.millrace.api.common.state.CheckpointListener;
import io.millrace.core.io.InputStatus;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Reads the splits it is given. All calls come from its task, one at a time, and none may block: a
 * reader that has nothing yet says so and completes its future later.
 */
@Public
@SuppressWarnings("try") // close() is as open as AutoCloseable's, in Flink too
public interface SourceReader<T, SplitT extends SourceSplit>
        extends AutoCloseable, CheckpointListener {

    /**
     * Called once before everything else; splits from a restored snapshot have been added already.
     */
    void start();

    /** Emits at most one or a few records and says whether there are more. */
    InputStatus pollNext(ReaderOutput<T> output) throws Exception;

    /** The splits still to be read, with the position reached in each. */
    List<SplitT> snapshotState(long checkpointId);

    /** Complete when asking again makes sense. */
    CompletableFuture<Void> isAvailable();

    /** Gives it more to read. */
    void addSplits(List<SplitT> splits);

    /** Nothing more will be added. */
    void notifyNoMoreSplits();

    /** A message from the enumerator. */
    default void handleSourceEvents(SourceEvent sourceEvent) {}

    @Override
    default void notifyCheckpointComplete(long checkpointId) throws Exception {}

    /** Holds or goes on with single splits whose watermark has run ahead. */
    default void pauseOrResumeSplits(
            Collection<String> splitsToPause, Collection<String> splitsToResume) {
        throw new UnsupportedOperationException(
                "This source reader cannot pause single splits, which watermark alignment needs: "
                        + getClass().getName());
    }
}
