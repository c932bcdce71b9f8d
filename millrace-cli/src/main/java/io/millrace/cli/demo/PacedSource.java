// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli.demo;

import io.millrace.api.connector.source.Boundedness;
import io.millrace.api.connector.source.ReaderOutput;
import io.millrace.api.connector.source.Source;
import io.millrace.api.connector.source.SourceEvent;
import io.millrace.api.connector.source.SourceReader;
import io.millrace.api.connector.source.SourceReaderContext;
import io.millrace.api.connector.source.SourceSplit;
import io.millrace.api.connector.source.SplitEnumerator;
import io.millrace.api.connector.source.SplitEnumeratorContext;
import io.millrace.core.io.InputStatus;
import io.millrace.core.io.SimpleVersionedSerializer;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Any source, read at the {@link Pace} of this process. It slows down without blocking, so that
 * checkpoints go on.
 *
 * @param <T> what is read
 * @param <S> a part of the input
 * @param <E> what the enumerator remembers
 */
final class PacedSource<T, S extends SourceSplit, E> implements Source<T, S, E> {

    private static final long serialVersionUID = 1L;

    private final Source<T, S, E> source;

    PacedSource(Source<T, S, E> source) {
        this.source = source;
    }

    @Override
    public Boundedness getBoundedness() {
        return source.getBoundedness();
    }

    @Override
    public SplitEnumerator<S, E> createEnumerator(SplitEnumeratorContext<S> context)
            throws Exception {
        return source.createEnumerator(context);
    }

    @Override
    public SplitEnumerator<S, E> restoreEnumerator(SplitEnumeratorContext<S> context, E checkpoint)
            throws Exception {
        return source.restoreEnumerator(context, checkpoint);
    }

    @Override
    public SimpleVersionedSerializer<S> getSplitSerializer() {
        return source.getSplitSerializer();
    }

    @Override
    public SimpleVersionedSerializer<E> getEnumeratorCheckpointSerializer() {
        return source.getEnumeratorCheckpointSerializer();
    }

    @Override
    public SourceReader<T, S> createReader(SourceReaderContext context) throws Exception {
        return new PacedReader<>(source.createReader(context), Pace.current());
    }

    @SuppressWarnings("try") // close() is as open as that of the reader behind it
    private static final class PacedReader<T, S extends SourceSplit> implements SourceReader<T, S> {
        private final SourceReader<T, S> reader;
        private final Pace pace;
        private boolean held;

        PacedReader(SourceReader<T, S> reader, Pace pace) {
            this.reader = reader;
            this.pace = pace;
        }

        @Override
        public void start() {
            reader.start();
        }

        @Override
        public InputStatus pollNext(ReaderOutput<T> output) throws Exception {
            held = !pace.take();
            if (held) {
                return InputStatus.NOTHING_AVAILABLE;
            }
            InputStatus status = reader.pollNext(output);
            if (status != InputStatus.MORE_AVAILABLE) {
                pace.giveBack();
            }
            return status;
        }

        @Override
        public CompletableFuture<Void> isAvailable() {
            return held ? pace.opening() : reader.isAvailable();
        }

        @Override
        public List<S> snapshotState(long checkpointId) {
            return reader.snapshotState(checkpointId);
        }

        @Override
        public void addSplits(List<S> splits) {
            reader.addSplits(splits);
        }

        @Override
        public void notifyNoMoreSplits() {
            reader.notifyNoMoreSplits();
        }

        @Override
        public void handleSourceEvents(SourceEvent event) {
            reader.handleSourceEvents(event);
        }

        @Override
        public void notifyCheckpointComplete(long checkpointId) throws Exception {
            reader.notifyCheckpointComplete(checkpointId);
        }

        @Override
        public void close() throws Exception {
            reader.close();
        }
    }
}
