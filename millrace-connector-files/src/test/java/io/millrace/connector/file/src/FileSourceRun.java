// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.connector.file.src;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.eventtime.Watermark;
import io.millrace.api.connector.source.ReaderInfo;
import io.millrace.api.connector.source.ReaderOutput;
import io.millrace.api.connector.source.SourceEvent;
import io.millrace.api.connector.source.SourceOutput;
import io.millrace.api.connector.source.SourceReader;
import io.millrace.api.connector.source.SourceReaderContext;
import io.millrace.api.connector.source.SplitEnumerator;
import io.millrace.api.connector.source.SplitEnumeratorContext;
import io.millrace.api.connector.source.SplitsAssignment;
import io.millrace.configuration.Configuration;
import io.millrace.core.io.InputStatus;
import io.millrace.core.io.SimpleVersionedSerializer;
import io.millrace.metrics.groups.SourceReaderMetricGroup;
import io.millrace.metrics.groups.SplitEnumeratorMetricGroup;
import io.millrace.util.UserCodeClassLoader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.BiConsumer;

/** Runs a file source as an engine would: an enumerator, some readers, snapshots as bytes. */
final class FileSourceRun<T> implements AutoCloseable {

    /** Everything that survives, as bytes. */
    record Snapshot(byte[] enumerator, List<List<byte[]>> readers, int emitted) {}

    private final FileSource<T> source;
    private final SplitEnumerator<FileSourceSplit, PendingSplitsCheckpoint<FileSourceSplit>>
            enumerator;
    private final List<SourceReader<T, FileSourceSplit>> readers = new ArrayList<>();
    private final List<Integer> requests = new ArrayList<>();
    private final boolean[] ended;
    private int next;
    private Look<?> look;

    final List<T> emitted = new ArrayList<>();

    FileSourceRun(FileSource<T> source, int parallelism, Snapshot from) throws Exception {
        this.source = source;
        this.ended = new boolean[parallelism];
        EnumeratorContext context = new EnumeratorContext(parallelism);
        SimpleVersionedSerializer<PendingSplitsCheckpoint<FileSourceSplit>> enumeratorSerializer =
                source.getEnumeratorCheckpointSerializer();
        enumerator =
                from == null
                        ? source.createEnumerator(context)
                        : source.restoreEnumerator(
                                context,
                                enumeratorSerializer.deserialize(
                                        enumeratorSerializer.getVersion(), from.enumerator()));
        enumerator.start();
        for (int i = 0; i < parallelism; i++) {
            SourceReader<T, FileSourceSplit> reader = source.createReader(new ReaderContext(i));
            readers.add(reader);
            if (from != null) {
                List<FileSourceSplit> splits = restoredSplits(from, i, parallelism);
                if (!splits.isEmpty()) {
                    reader.addSplits(splits);
                }
            }
            reader.start();
        }
    }

    /** Readers before and now may be of another number: their splits are dealt out. */
    private List<FileSourceSplit> restoredSplits(Snapshot from, int reader, int parallelism)
            throws IOException {
        List<FileSourceSplit> splits = new ArrayList<>();
        for (int i = reader; i < from.readers().size(); i += parallelism) {
            for (byte[] split : from.readers().get(i)) {
                splits.add(
                        source.getSplitSerializer()
                                .deserialize(source.getSplitSerializer().getVersion(), split));
            }
        }
        return splits;
    }

    /** What the enumerator wants done from time to time. */
    private record Look<U>(
            Callable<U> callable, BiConsumer<U, Throwable> handler, long delayMs, long periodMs) {

        void take() {
            U result;
            try {
                result = callable.call();
            } catch (Throwable e) {
                handler.accept(null, e);
                return;
            }
            handler.accept(result, null);
        }
    }

    /** A source that watches its directories looks once. */
    void look() {
        look.take();
    }

    long firstLookAfterMs() {
        return look.delayMs();
    }

    long lookEveryMs() {
        return look.periodMs();
    }

    /** Emits all there is. */
    void read() throws Exception {
        while (step()) {
            // on to the end of what is there
        }
    }

    /**
     * Steps reader after reader until one has emitted; false when all are at the end, or have
     * nothing to do.
     */
    boolean step() throws Exception {
        int before = emitted.size();
        while (emitted.size() == before) {
            for (int request : List.copyOf(requests)) {
                enumerator.handleSplitRequest(request, "localhost");
            }
            requests.clear();
            boolean work = false;
            for (int i = 0; i < ended.length; i++) {
                work |= !ended[i] && readers.get(i).isAvailable().isDone();
            }
            if (!work) {
                return false;
            }
            int reader = next++ % readers.size();
            if (!ended[reader] && readers.get(reader).isAvailable().isDone()) {
                ended[reader] =
                        readers.get(reader).pollNext(new Output()) == InputStatus.END_OF_INPUT;
            }
        }
        return true;
    }

    Snapshot snapshot() throws Exception {
        List<List<byte[]>> states = new ArrayList<>();
        for (SourceReader<T, FileSourceSplit> reader : readers) {
            List<byte[]> splits = new ArrayList<>();
            for (FileSourceSplit split : reader.snapshotState(1)) {
                splits.add(source.getSplitSerializer().serialize(split));
            }
            states.add(splits);
        }
        return new Snapshot(
                source.getEnumeratorCheckpointSerializer().serialize(enumerator.snapshotState(1)),
                states,
                emitted.size());
    }

    static <T> List<T> readAll(FileSource<T> source, int parallelism) throws Exception {
        try (FileSourceRun<T> run = new FileSourceRun<>(source, parallelism, null)) {
            while (run.step()) {
                // on to the end
            }
            return run.emitted;
        }
    }

    @Override
    public void close() {
        try {
            for (SourceReader<T, FileSourceSplit> reader : readers) {
                reader.close();
            }
            enumerator.close();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private final class Output implements ReaderOutput<T> {

        @Override
        public void collect(T record) {
            emitted.add(record);
        }

        @Override
        public void collect(T record, long timestamp) {
            emitted.add(record);
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
    }

    private final class ReaderContext implements SourceReaderContext {

        private final int index;

        ReaderContext(int index) {
            this.index = index;
        }

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
            return "localhost";
        }

        @Override
        public int getIndexOfSubtask() {
            return index;
        }

        @Override
        public void sendSplitRequest() {
            requests.add(index);
        }

        @Override
        public void sendSourceEventToCoordinator(SourceEvent sourceEvent) {
            throw new UnsupportedOperationException();
        }

        @Override
        public UserCodeClassLoader getUserCodeClassLoader() {
            throw new UnsupportedOperationException();
        }
    }

    private final class EnumeratorContext implements SplitEnumeratorContext<FileSourceSplit> {

        private final int parallelism;

        EnumeratorContext(int parallelism) {
            this.parallelism = parallelism;
        }

        @Override
        public SplitEnumeratorMetricGroup metricGroup() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void sendEventToSourceReader(int subtaskId, SourceEvent event) {
            throw new UnsupportedOperationException();
        }

        @Override
        public int currentParallelism() {
            return parallelism;
        }

        @Override
        public Map<Integer, ReaderInfo> registeredReaders() {
            Map<Integer, ReaderInfo> infos = new HashMap<>();
            for (int i = 0; i < parallelism; i++) {
                infos.put(i, new ReaderInfo(i, "localhost"));
            }
            return infos;
        }

        @Override
        public void assignSplits(SplitsAssignment<FileSourceSplit> newSplitAssignments) {
            newSplitAssignments
                    .assignment()
                    .forEach((reader, splits) -> readers.get(reader).addSplits(splits));
        }

        @Override
        public void signalNoMoreSplits(int subtask) {
            readers.get(subtask).notifyNoMoreSplits();
        }

        @Override
        public <U> void callAsync(Callable<U> callable, BiConsumer<U, Throwable> handler) {
            throw new UnsupportedOperationException();
        }

        @Override
        public <U> void callAsync(
                Callable<U> callable,
                BiConsumer<U, Throwable> handler,
                long initialDelayMillis,
                long periodMillis) {
            assertThat(look).as("the enumerator's only periodic call").isNull();
            look = new Look<>(callable, handler, initialDelayMillis, periodMillis);
        }

        @Override
        public void runInCoordinatorThread(Runnable runnable) {
            runnable.run();
        }
    }
}
