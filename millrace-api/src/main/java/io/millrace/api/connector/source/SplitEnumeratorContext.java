// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.connector.source;

import io.millrace.annotation.Public;
import io.millrace.metrics.groups.SplitEnumeratorMetricGroup;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.BiConsumer;

/** What surrounds an enumerator. */
@Public
public interface SplitEnumeratorContext<SplitT extends SourceSplit> {

    SplitEnumeratorMetricGroup metricGroup();

    /** Sends a message to a reader. */
    void sendEventToSourceReader(int subtaskId, SourceEvent event);

    /** Sends a message to one attempt of a reader. */
    default void sendEventToSourceReader(int subtaskId, int attemptNumber, SourceEvent event) {
        throw new UnsupportedOperationException(
                "Here a reader has one attempt at a time; send to the subtask.");
    }

    /** How many readers there are. */
    int currentParallelism();

    /** Those that have reported, by subtask. */
    Map<Integer, ReaderInfo> registeredReaders();

    /** Those that have reported, by subtask and attempt. */
    default Map<Integer, Map<Integer, ReaderInfo>> registeredReadersOfAttempts() {
        throw new UnsupportedOperationException(
                "Here a reader has one attempt at a time; use registeredReaders().");
    }

    /** Gives splits to readers. */
    void assignSplits(SplitsAssignment<SplitT> newSplitAssignments);

    /** Gives one split to a reader. */
    default void assignSplit(SplitT split, int subtask) {
        assignSplits(new SplitsAssignment<>(split, subtask));
    }

    /** Tells a reader that it will get no more. */
    void signalNoMoreSplits(int subtask);

    /**
     * Runs something that may block elsewhere, and hands its outcome to the enumerator's thread.
     */
    <T> void callAsync(Callable<T> callable, BiConsumer<T, Throwable> handler);

    /** The same again and again; delays in milliseconds. */
    <T> void callAsync(
            Callable<T> callable,
            BiConsumer<T, Throwable> handler,
            long initialDelayMillis,
            long periodMillis);

    /** Runs something on the enumerator's thread. */
    void runInCoordinatorThread(Runnable runnable);

    /** Says whether the source is catching up with old data. */
    default void setIsProcessingBacklog(boolean isProcessingBacklog) {
        throw new UnsupportedOperationException(
                "This context takes no notice of a backlog: " + getClass().getName());
    }
}
