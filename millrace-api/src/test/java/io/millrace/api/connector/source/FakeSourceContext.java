// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.connector.source;

import io.millrace.api.common.eventtime.Watermark;
import io.millrace.configuration.Configuration;
import io.millrace.core.io.InputStatus;
import io.millrace.metrics.groups.SourceReaderMetricGroup;
import io.millrace.metrics.groups.SplitEnumeratorMetricGroup;
import io.millrace.util.UserCodeClassLoader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.BiConsumer;

/** Readers and an enumerator of one source, run by hand. */
public final class FakeSourceContext<T, S extends SourceSplit, C>
        implements SplitEnumeratorContext<S> {

    private final Source<T, S, C> source;
    private final int parallelism;
    private final Map<Integer, SourceReader<T, S>> readers = new HashMap<>();
    private SplitEnumerator<S, C> enumerator;

    /** What each reader has emitted. */
    public final Map<Integer, List<T>> emitted = new HashMap<>();

    public FakeSourceContext(Source<T, S, C> source, int parallelism) throws Exception {
        this.source = source;
        this.parallelism = parallelism;
        this.enumerator = source.createEnumerator(this);
        for (int i = 0; i < parallelism; i++) {
            emitted.put(i, new ArrayList<>());
            readers.put(i, source.createReader(context(i)));
        }
        for (SourceReader<T, S> reader : readers.values()) {
            reader.start();
        }
    }

    /** Asks a reader up to so many times; returns whether it has ended. */
    public boolean poll(int reader, int times) throws Exception {
        for (int i = 0; i < times; i++) {
            if (readers.get(reader).pollNext(output(emitted.get(reader)))
                    == InputStatus.END_OF_INPUT) {
                return true;
            }
        }
        return false;
    }

    /** Goes on from a snapshot taken now, through bytes. */
    public void restart() throws Exception {
        C checkpoint =
                source.getEnumeratorCheckpointSerializer()
                        .deserialize(
                                source.getEnumeratorCheckpointSerializer().getVersion(),
                                source.getEnumeratorCheckpointSerializer()
                                        .serialize(enumerator.snapshotState(1)));
        Map<Integer, List<S>> splits = new HashMap<>();
        for (int i = 0; i < parallelism; i++) {
            List<S> restored = new ArrayList<>();
            for (S split : readers.get(i).snapshotState(1)) {
                restored.add(
                        source.getSplitSerializer()
                                .deserialize(
                                        source.getSplitSerializer().getVersion(),
                                        source.getSplitSerializer().serialize(split)));
            }
            splits.put(i, restored);
        }
        enumerator = source.restoreEnumerator(this, checkpoint);
        for (int i = 0; i < parallelism; i++) {
            SourceReader<T, S> reader = source.createReader(context(i));
            readers.put(i, reader);
            if (!splits.get(i).isEmpty()) {
                reader.addSplits(splits.get(i));
            }
            reader.start();
        }
    }

    private SourceReaderContext context(int subtask) {
        return new SourceReaderContext() {
            @Override
            public SourceReaderMetricGroup metricGroup() {
                throw new UnsupportedOperationException();
            }

            @Override
            public Configuration getConfiguration() {
                return new Configuration();
            }

            @Override
            public String getLocalHostName() {
                return "here";
            }

            @Override
            public int getIndexOfSubtask() {
                return subtask;
            }

            @Override
            public void sendSplitRequest() {
                enumerator.handleSplitRequest(subtask, "here");
            }

            @Override
            public void sendSourceEventToCoordinator(SourceEvent sourceEvent) {
                throw new UnsupportedOperationException();
            }

            @Override
            public UserCodeClassLoader getUserCodeClassLoader() {
                throw new UnsupportedOperationException();
            }
        };
    }

    private ReaderOutput<T> output(List<T> into) {
        return new ReaderOutput<>() {
            @Override
            public void collect(T record) {
                into.add(record);
            }

            @Override
            public void collect(T record, long timestamp) {
                into.add(record);
            }

            @Override
            public void emitWatermark(Watermark watermark) {}

            @Override
            public void markIdle() {}

            @Override
            public void markActive() {}

            @Override
            public SourceOutput<T> createOutputForSplit(String splitId) {
                return this;
            }

            @Override
            public void releaseOutputForSplit(String splitId) {}
        };
    }

    @Override
    public SplitEnumeratorMetricGroup metricGroup() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void sendEventToSourceReader(int subtaskId, SourceEvent event) {
        readers.get(subtaskId).handleSourceEvents(event);
    }

    @Override
    public int currentParallelism() {
        return parallelism;
    }

    @Override
    public Map<Integer, ReaderInfo> registeredReaders() {
        return Map.of();
    }

    @Override
    public void assignSplits(SplitsAssignment<S> assignment) {
        assignment
                .assignment()
                .forEach((subtask, splits) -> readers.get(subtask).addSplits(splits));
    }

    @Override
    public void signalNoMoreSplits(int subtask) {
        readers.get(subtask).notifyNoMoreSplits();
    }

    @Override
    public <X> void callAsync(Callable<X> callable, BiConsumer<X, Throwable> handler) {
        throw new UnsupportedOperationException();
    }

    @Override
    public <X> void callAsync(
            Callable<X> callable, BiConsumer<X, Throwable> handler, long delay, long period) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void runInCoordinatorThread(Runnable runnable) {
        runnable.run();
    }
}
