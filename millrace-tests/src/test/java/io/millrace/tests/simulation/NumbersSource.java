// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.simulation;

import io.millrace.api.connector.source.Boundedness;
import io.millrace.api.connector.source.ReaderOutput;
import io.millrace.api.connector.source.Source;
import io.millrace.api.connector.source.SourceReader;
import io.millrace.api.connector.source.SourceReaderContext;
import io.millrace.api.connector.source.SourceSplit;
import io.millrace.api.connector.source.SplitEnumerator;
import io.millrace.api.connector.source.SplitEnumeratorContext;
import io.millrace.core.io.InputStatus;
import io.millrace.core.io.SimpleVersionedSerializer;
import io.millrace.spi.SplitsOnRequest;
import io.millrace.testing.ManualClock;
import io.millrace.testing.SimulatedWorld;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.ToLongFunction;

/**
 * Numbers in a few splits, dealt out on request, read at a pace that is drawn from the seed. Each
 * split keeps its last number back until its time has come, spread evenly, so that splits are dealt
 * out all the time, and no run is over before timers and some checkpoints had their chance.
 */
final class NumbersSource
        implements Source<Long, NumbersSource.Numbers, List<NumbersSource.Numbers>> {

    private static final long serialVersionUID = 1L;

    private final SimulatedWorld world;
    private final long from;
    private final int splits;
    private final int perSplit;
    private final long holdLastMs;

    /**
     * @param from the first number; split i has {@code perSplit} numbers from {@code from + i *
     *     perSplit}
     * @param holdLastMs the moment, in milliseconds, before which the last number of the last split
     *     does not come
     */
    NumbersSource(SimulatedWorld world, long from, int splits, int perSplit, long holdLastMs) {
        this.world = world;
        this.from = from;
        this.splits = splits;
        this.perSplit = perSplit;
        this.holdLastMs = holdLastMs;
    }

    /** A split that has come so far. */
    record Numbers(String splitId, long next, long end) implements SourceSplit {}

    @Override
    public Boundedness getBoundedness() {
        return Boundedness.BOUNDED;
    }

    @Override
    public SplitEnumerator<Numbers, List<Numbers>> createEnumerator(
            SplitEnumeratorContext<Numbers> context) {
        List<Numbers> all = new ArrayList<>();
        for (int i = 0; i < splits; i++) {
            long first = from + (long) i * perSplit;
            all.add(new Numbers("numbers-" + first, first, first + perSplit));
        }
        return restoreEnumerator(context, all);
    }

    @Override
    public SplitEnumerator<Numbers, List<Numbers>> restoreEnumerator(
            SplitEnumeratorContext<Numbers> context, List<Numbers> left) {
        return new SplitsOnRequest<>(context, left) {
            @Override
            public void handleSplitRequest(int subtask, String host) {
                world.userCode("enumerator");
                super.handleSplitRequest(subtask, host);
            }
        };
    }

    @Override
    public SimpleVersionedSerializer<Numbers> getSplitSerializer() {
        return new SplitBytes();
    }

    @Override
    public SimpleVersionedSerializer<List<Numbers>> getEnumeratorCheckpointSerializer() {
        return new ListBytes();
    }

    @Override
    public SourceReader<Long, Numbers> createReader(SourceReaderContext context) {
        return new Reader(context, world, this::mayEndMs);
    }

    /** When a split may give its last number. */
    private long mayEndMs(Numbers split) {
        long span = Math.max(0, holdLastMs - ManualClock.BEGINNING_MS);
        return ManualClock.BEGINNING_MS + span * (split.end() - from) / ((long) splits * perSplit);
    }

    private static final class Reader implements SourceReader<Long, Numbers> {
        private static final int MAX_BURST = 6;

        private final SourceReaderContext context;
        private final SimulatedWorld world;
        private final ToLongFunction<Numbers> mayEndMs;
        private final ArrayDeque<Numbers> splits = new ArrayDeque<>();
        private CompletableFuture<Void> available = new CompletableFuture<>();
        private final Set<String> paused = new HashSet<>();
        private boolean noMore;
        private int burst;

        Reader(
                SourceReaderContext context,
                SimulatedWorld world,
                ToLongFunction<Numbers> mayEndMs) {
            this.context = context;
            this.world = world;
            this.mayEndMs = mayEndMs;
        }

        private Numbers firstNotPaused() {
            for (Numbers split : splits) {
                if (!paused.contains(split.splitId())) {
                    return split;
                }
            }
            return null;
        }

        @Override
        public void pauseOrResumeSplits(
                Collection<String> splitsToPause, Collection<String> splitsToResume) {
            paused.addAll(splitsToPause);
            paused.removeAll(splitsToResume);
        }

        @Override
        public void start() {
            if (splits.isEmpty()) {
                context.sendSplitRequest();
            }
        }

        @Override
        public InputStatus pollNext(ReaderOutput<Long> output) {
            Numbers split = firstNotPaused();
            if (split == null && !splits.isEmpty()) {
                return InputStatus.NOTHING_AVAILABLE;
            }
            if (split == null) {
                if (noMore) {
                    return InputStatus.END_OF_INPUT;
                }
                available = new CompletableFuture<>();
                return InputStatus.NOTHING_AVAILABLE;
            }
            if (burst-- <= 0) {
                burst = world.draw(MAX_BURST) + 1;
                return InputStatus.NOTHING_AVAILABLE; // but isAvailable() says: ask again
            }
            if (split.next() == split.end() - 1 && world.millis() < mayEndMs.applyAsLong(split)) {
                return InputStatus.NOTHING_AVAILABLE;
            }
            world.userCode("reader");
            splits.remove(split);
            long number = split.next();
            output.createOutputForSplit(split.splitId())
                    .collect(number, Expected.timestamp(number));
            if (number + 1 < split.end()) {
                splits.addFirst(new Numbers(split.splitId(), number + 1, split.end()));
            } else {
                output.releaseOutputForSplit(split.splitId());
                if (splits.isEmpty() && !noMore) {
                    context.sendSplitRequest();
                }
            }
            return InputStatus.MORE_AVAILABLE;
        }

        @Override
        public List<Numbers> snapshotState(long checkpointId) {
            return List.copyOf(splits);
        }

        @Override
        public CompletableFuture<Void> isAvailable() {
            return splits.isEmpty() && !noMore
                    ? available
                    : CompletableFuture.completedFuture(null);
        }

        @Override
        public void addSplits(List<Numbers> more) {
            splits.addAll(more);
            available.complete(null);
        }

        @Override
        public void notifyNoMoreSplits() {
            noMore = true;
            available.complete(null);
        }

        @Override
        public void close() {}
    }

    private static final class SplitBytes implements SimpleVersionedSerializer<Numbers> {
        @Override
        public int getVersion() {
            return 1;
        }

        @Override
        public byte[] serialize(Numbers split) {
            long first = Long.parseLong(split.splitId().substring("numbers-".length()));
            return ByteBuffer.allocate(24)
                    .putLong(first)
                    .putLong(split.next())
                    .putLong(split.end())
                    .array();
        }

        @Override
        public Numbers deserialize(int version, byte[] serialized) {
            ByteBuffer in = ByteBuffer.wrap(serialized);
            return new Numbers("numbers-" + in.getLong(), in.getLong(), in.getLong());
        }
    }

    private static final class ListBytes implements SimpleVersionedSerializer<List<Numbers>> {
        private final SplitBytes one = new SplitBytes();

        @Override
        public int getVersion() {
            return 1;
        }

        @Override
        public byte[] serialize(List<Numbers> splits) {
            ByteBuffer out = ByteBuffer.allocate(24 * splits.size());
            splits.forEach(split -> out.put(one.serialize(split)));
            return out.array();
        }

        @Override
        public List<Numbers> deserialize(int version, byte[] serialized) {
            List<Numbers> splits = new ArrayList<>();
            for (int at = 0; at < serialized.length; at += 24) {
                splits.add(
                        one.deserialize(1, java.util.Arrays.copyOfRange(serialized, at, at + 24)));
            }
            return splits;
        }
    }
}
