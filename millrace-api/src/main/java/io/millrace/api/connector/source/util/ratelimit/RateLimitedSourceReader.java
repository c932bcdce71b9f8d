// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.connector.source.util.ratelimit;

import io.millrace.annotation.Experimental;
import io.millrace.api.common.eventtime.Watermark;
import io.millrace.api.connector.source.ReaderOutput;
import io.millrace.api.connector.source.SourceEvent;
import io.millrace.api.connector.source.SourceOutput;
import io.millrace.api.connector.source.SourceReader;
import io.millrace.api.connector.source.SourceSplit;
import io.millrace.core.io.InputStatus;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

/**
 * A reader that emits only what its rate limiter allows, and waits in between without holding up
 * its task. A poll of the reader behind it that emits nothing uses up nothing.
 *
 * @param <E> what is emitted
 */
@Experimental
@SuppressWarnings("try") // close() is as open as AutoCloseable's, in Flink too
public class RateLimitedSourceReader<E, SplitT extends SourceSplit>
        implements SourceReader<E, SplitT> {

    private final SourceReader<E, SplitT> reader;
    private final RateLimiter limiter;
    private final CountingOutput<E> counted = new CountingOutput<>();

    /** For the next record; null before it is asked for. */
    private CompletableFuture<Void> permit;

    /** Both are used in one task only. */
    public RateLimitedSourceReader(SourceReader<E, SplitT> sourceReader, RateLimiter rateLimiter) {
        this.reader = Objects.requireNonNull(sourceReader, "sourceReader");
        this.limiter = Objects.requireNonNull(rateLimiter, "rateLimiter");
    }

    @Override
    public void start() {
        reader.start();
    }

    @Override
    public InputStatus pollNext(ReaderOutput<E> output) throws Exception {
        if (!permit().isDone()) {
            return InputStatus.NOTHING_AVAILABLE;
        }
        permit.get(); // what a limiter failed with fails the task
        counted.begin(output);
        InputStatus status = reader.pollNext(counted);
        if (!counted.emitted) {
            return status;
        }
        permit = null;
        if (status == InputStatus.MORE_AVAILABLE && !permit().isDone()) {
            return InputStatus.NOTHING_AVAILABLE;
        }
        return status;
    }

    private CompletableFuture<Void> permit() {
        if (permit == null) {
            permit = limiter.acquire().toCompletableFuture();
        }
        return permit;
    }

    @Override
    public CompletableFuture<Void> isAvailable() {
        CompletableFuture<Void> allowed = permit();
        return allowed.isDone()
                ? reader.isAvailable()
                : allowed.thenCombine(reader.isAvailable(), (a, b) -> null);
    }

    @Override
    public void addSplits(List<SplitT> splits) {
        reader.addSplits(splits);
    }

    @Override
    public void notifyNoMoreSplits() {
        reader.notifyNoMoreSplits();
    }

    @Override
    public void handleSourceEvents(SourceEvent sourceEvent) {
        reader.handleSourceEvents(sourceEvent);
    }

    @Override
    public List<SplitT> snapshotState(long checkpointId) {
        return reader.snapshotState(checkpointId);
    }

    @Override
    public void notifyCheckpointComplete(long checkpointId) throws Exception {
        limiter.notifyCheckpointComplete(checkpointId);
        reader.notifyCheckpointComplete(checkpointId);
    }

    @Override
    public void notifyCheckpointAborted(long checkpointId) throws Exception {
        reader.notifyCheckpointAborted(checkpointId);
    }

    @Override
    public void close() throws Exception {
        reader.close();
    }

    /** Passes on, and knows whether there was a record. */
    private static final class CountingOutput<E> implements ReaderOutput<E> {
        private ReaderOutput<E> output;
        private boolean emitted;

        void begin(ReaderOutput<E> to) {
            output = to;
            emitted = false;
        }

        @Override
        public void collect(E record) {
            emitted = true;
            output.collect(record);
        }

        @Override
        public void collect(E record, long timestamp) {
            emitted = true;
            output.collect(record, timestamp);
        }

        @Override
        public void emitWatermark(Watermark watermark) {
            output.emitWatermark(watermark);
        }

        @Override
        public void markIdle() {
            output.markIdle();
        }

        @Override
        public void markActive() {
            output.markActive();
        }

        @Override
        public SourceOutput<E> createOutputForSplit(String splitId) {
            SourceOutput<E> split = output.createOutputForSplit(splitId);
            return new SplitOutput<>(split, this);
        }

        @Override
        public void releaseOutputForSplit(String splitId) {
            output.releaseOutputForSplit(splitId);
        }
    }

    private record SplitOutput<E>(SourceOutput<E> output, CountingOutput<E> counted)
            implements SourceOutput<E> {

        @Override
        public void collect(E record) {
            counted.emitted = true;
            output.collect(record);
        }

        @Override
        public void collect(E record, long timestamp) {
            counted.emitted = true;
            output.collect(record, timestamp);
        }

        @Override
        public void emitWatermark(Watermark watermark) {
            output.emitWatermark(watermark);
        }

        @Override
        public void markIdle() {
            output.markIdle();
        }

        @Override
        public void markActive() {
            output.markActive();
        }
    }
}
