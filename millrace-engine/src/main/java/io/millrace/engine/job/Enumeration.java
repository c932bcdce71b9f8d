// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.job;

import io.millrace.api.connector.source.ReaderInfo;
import io.millrace.api.connector.source.Source;
import io.millrace.api.connector.source.SourceEvent;
import io.millrace.api.connector.source.SourceSplit;
import io.millrace.api.connector.source.SplitEnumerator;
import io.millrace.api.connector.source.SplitEnumeratorContext;
import io.millrace.api.connector.source.SplitsAssignment;
import io.millrace.api.connector.source.SupportsIntermediateNoMoreSplits;
import io.millrace.core.io.SimpleVersionedSerializer;
import io.millrace.engine.chain.SourceLetter;
import io.millrace.engine.chain.VersionedBytes;
import io.millrace.engine.metrics.ForwardingMetricGroup;
import io.millrace.metrics.Gauge;
import io.millrace.metrics.MetricGroup;
import io.millrace.metrics.groups.SplitEnumeratorMetricGroup;
import io.millrace.spi.HearsJobEnd;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;

/**
 * The split enumerator of a source, its types, and what it may ask of its {@link
 * SourceCoordinator}. Everything is done in the coordinator's step, except what is said to be for
 * any thread.
 *
 * @param <S> splits
 * @param <E> the enumerator's state
 */
final class Enumeration<S extends SourceSplit, E>
        implements SplitEnumeratorContext<S>, SupportsIntermediateNoMoreSplits {

    /** What the coordinator does for its enumerator. */
    interface Coordinator {
        /** Does this in the step, later; any thread. */
        void put(SourceCoordinator.Letter letter);

        /** Does this at once, if in the step; what another thread asks for is done in the step. */
        void inStep(SourceCoordinator.Letter letter);

        /** Writes to a reader, now or once letters may go again; in the step. */
        void send(int subtask, SourceLetter.ToReader letter);

        /** The enumerator says whether it is behind; in the step. */
        void backlog(boolean isProcessingBacklog);
    }

    private final String sourceName;
    private final Source<?, S, E> source;
    private final int parallelism;
    private final SplitEnumeratorMetricGroup metrics;
    private final EnumeratorCalls calls;
    private final Coordinator coordinator;
    private final Map<Integer, ReaderInfo> readers = new TreeMap<>();
    private SimpleVersionedSerializer<S> splitSerializer;
    private SimpleVersionedSerializer<E> stateSerializer;
    private SplitEnumerator<S, E> enumerator;

    Enumeration(
            String sourceName,
            Source<?, S, E> source,
            int parallelism,
            MetricGroup metrics,
            EnumeratorCalls calls,
            Coordinator coordinator) {
        this.sourceName = sourceName;
        this.source = source;
        this.parallelism = parallelism;
        this.metrics = new EnumeratorMetrics(metrics);
        this.calls = calls;
        this.coordinator = coordinator;
    }

    void start(byte[] restored) throws Exception {
        splitSerializer = source.getSplitSerializer();
        stateSerializer = source.getEnumeratorCheckpointSerializer();
        enumerator =
                restored == null
                        ? source.createEnumerator(this)
                        : source.restoreEnumerator(
                                this, VersionedBytes.fromBytes(restored).read(stateSerializer));
        enumerator.start();
    }

    void receive(SourceLetter.ToCoordinator letter) {
        int subtask = letter.subtask();
        if (letter instanceof SourceLetter.RegisterReader register) {
            readers.put(subtask, new ReaderInfo(subtask, register.host()));
            enumerator.addReader(subtask);
        } else if (letter instanceof SourceLetter.RequestSplit request) {
            enumerator.handleSplitRequest(subtask, request.host());
        } else if (letter instanceof SourceLetter.SourceEventToCoordinator event) {
            enumerator.handleSourceEvent(subtask, event.event());
        }
    }

    byte[] snapshot(long checkpointId) throws Exception {
        return VersionedBytes.of(stateSerializer, enumerator.snapshotState(checkpointId)).toBytes();
    }

    /**
     * Closes the enumerator.
     *
     * @param jobIsDone asked of an enumerator that wants to know
     */
    void close(BooleanSupplier jobIsDone) throws IOException {
        if (enumerator == null) {
            return;
        }
        try {
            if (enumerator instanceof HearsJobEnd hears && jobIsDone.getAsBoolean()) {
                hears.jobEnds();
            }
        } finally {
            enumerator.close();
        }
    }

    void notifyCheckpointComplete(long checkpointId) throws Exception {
        enumerator.notifyCheckpointComplete(checkpointId);
    }

    void notifyCheckpointAborted(long checkpointId) throws Exception {
        enumerator.notifyCheckpointAborted(checkpointId);
    }

    @Override
    public SplitEnumeratorMetricGroup metricGroup() {
        return metrics;
    }

    @Override
    public int currentParallelism() {
        return parallelism;
    }

    @Override
    public Map<Integer, ReaderInfo> registeredReaders() {
        return Collections.unmodifiableMap(readers);
    }

    @Override
    public void sendEventToSourceReader(int subtaskId, SourceEvent event) {
        coordinator.inStep(
                () -> coordinator.send(subtaskId, new SourceLetter.SourceEventToReader(event)));
    }

    /** One attempt of a subtask runs at a time. */
    @Override
    public void sendEventToSourceReader(int subtaskId, int attemptNumber, SourceEvent event) {
        sendEventToSourceReader(subtaskId, event);
    }

    @Override
    public void assignSplits(SplitsAssignment<S> newSplitAssignments) {
        Map<Integer, List<S>> assignment = new HashMap<>(newSplitAssignments.assignment());
        coordinator.inStep(
                () -> {
                    for (Integer subtask : assignment.keySet()) {
                        if (!readers.containsKey(subtask)) {
                            throw new IllegalArgumentException(
                                    "The split enumerator of source '"
                                            + sourceName
                                            + "' assigns splits to subtask "
                                            + subtask
                                            + ", whose reader has not registered; registered are "
                                            + readers.keySet());
                        }
                    }
                    for (Map.Entry<Integer, List<S>> entry : new TreeMap<>(assignment).entrySet()) {
                        List<VersionedBytes> splits = new ArrayList<>();
                        for (S split : entry.getValue()) {
                            splits.add(VersionedBytes.of(splitSerializer, split));
                        }
                        coordinator.send(entry.getKey(), new SourceLetter.AddSplits(splits));
                    }
                });
    }

    @Override
    public void signalNoMoreSplits(int subtask) {
        coordinator.inStep(() -> coordinator.send(subtask, new SourceLetter.NoMoreSplits()));
    }

    /** The same letter: only the reader knows whether there is another source behind this one. */
    @Override
    public void signalIntermediateNoMoreSplits(int subtask) {
        signalNoMoreSplits(subtask);
    }

    @Override
    public <T> void callAsync(Callable<T> callable, BiConsumer<T, Throwable> handler) {
        calls.call(callable, handler);
    }

    @Override
    public <T> void callAsync(
            Callable<T> callable,
            BiConsumer<T, Throwable> handler,
            long initialDelayMillis,
            long periodMillis) {
        if (initialDelayMillis < 0 || periodMillis <= 0) {
            throw new IllegalArgumentException(
                    "The enumerator of source '"
                            + sourceName
                            + "' wants a call repeated after "
                            + initialDelayMillis
                            + " ms and then every "
                            + periodMillis
                            + " ms; the delay must not be negative and the period must be positive");
        }
        coordinator.inStep(() -> calls.repeat(callable, handler, initialDelayMillis, periodMillis));
    }

    @Override
    public void runInCoordinatorThread(Runnable runnable) {
        coordinator.put(runnable::run);
    }

    @Override
    public void setIsProcessingBacklog(boolean isProcessingBacklog) {
        coordinator.inStep(() -> coordinator.backlog(isProcessingBacklog));
    }

    private static final class EnumeratorMetrics extends ForwardingMetricGroup
            implements SplitEnumeratorMetricGroup {

        EnumeratorMetrics(MetricGroup group) {
            super(Objects.requireNonNull(group, "metrics"));
        }

        @Override
        public <G extends Gauge<Long>> G setUnassignedSplitsGauge(G unassignedSplitsGauge) {
            return gauge("unassignedSplits", unassignedSplitsGauge);
        }
    }
}
