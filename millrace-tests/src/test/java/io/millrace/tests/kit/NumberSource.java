// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.kit;

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
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;

/**
 * A replayable source of the numbers {@code from} to {@code to}, both included, at a pace. With k
 * splits, split i holds each k-th number, beginning with {@code from + i}, and is read by subtask
 * {@code i mod parallelism}.
 */
public final class NumberSource
        implements Source<Long, NumberSource.Split, List<NumberSource.Split>> {

    private static final long serialVersionUID = 1L;

    private final long from;
    private final long to;
    private final int splits;
    private final Pace pace;
    private final Fault atStart;
    private final Fault atSnapshot;
    private final boolean staysOpen;

    private NumberSource(
            long from, long to, int splits, Pace pace, Fault atStart, Fault atSnapshot) {
        this(from, to, splits, pace, atStart, atSnapshot, false);
    }

    private NumberSource(
            long from,
            long to,
            int splits,
            Pace pace,
            Fault atStart,
            Fault atSnapshot,
            boolean staysOpen) {
        this.staysOpen = staysOpen;
        this.from = from;
        this.to = to;
        this.splits = splits;
        this.pace = pace;
        this.atStart = atStart;
        this.atSnapshot = atSnapshot;
    }

    /** All in one split, as fast as they are taken. */
    public static NumberSource numbers(long from, long to) {
        return new NumberSource(from, to, 1, Pace.freely(), Fault.times(0), Fault.times(0));
    }

    public NumberSource inSplits(int count) {
        return new NumberSource(from, to, count, pace, atStart, atSnapshot, staysOpen);
    }

    public NumberSource paced(Pace by) {
        return new NumberSource(from, to, splits, by, atStart, atSnapshot, staysOpen);
    }

    /** After its last record it goes on as if there might be more. */
    public NumberSource stayingOpen() {
        return new NumberSource(from, to, splits, pace, atStart, atSnapshot, true);
    }

    /** Its enumerator can't start while the fault strikes, as if the input were missing. */
    public NumberSource failingToStart(Fault fault) {
        return new NumberSource(from, to, splits, pace, fault, atSnapshot);
    }

    /** Its enumerator can't say where it stands while the fault strikes. */
    public NumberSource failingItsSnapshot(Fault fault) {
        return new NumberSource(from, to, splits, pace, atStart, fault);
    }

    /**
     * Where in a split reading goes on.
     *
     * @param index which of the splits
     * @param position how many of its records were given
     */
    public record Split(int index, long position) implements SourceSplit {
        @Override
        public String splitId() {
            return "numbers-" + index;
        }
    }

    @Override
    public Boundedness getBoundedness() {
        return Boundedness.BOUNDED;
    }

    @Override
    public SplitEnumerator<Split, List<Split>> createEnumerator(
            SplitEnumeratorContext<Split> context) {
        List<Split> all = new ArrayList<>();
        for (int i = 0; i < splits; i++) {
            all.add(new Split(i, 0));
        }
        return new Enumerator(context, all, atStart, atSnapshot, staysOpen);
    }

    @Override
    public SplitEnumerator<Split, List<Split>> restoreEnumerator(
            SplitEnumeratorContext<Split> context, List<Split> unassigned) {
        return new Enumerator(context, unassigned, atStart, atSnapshot, staysOpen);
    }

    @Override
    public SourceReader<Long, Split> createReader(SourceReaderContext context) {
        return new Reader();
    }

    @Override
    public SimpleVersionedSerializer<Split> getSplitSerializer() {
        return new SplitSerializer();
    }

    @Override
    public SimpleVersionedSerializer<List<Split>> getEnumeratorCheckpointSerializer() {
        return new SplitsSerializer();
    }

    private static final class Enumerator implements SplitEnumerator<Split, List<Split>> {
        private final SplitEnumeratorContext<Split> context;
        private final List<Split> unassigned;
        private final Fault atStart;
        private final Fault atSnapshot;
        private final boolean staysOpen;

        Enumerator(
                SplitEnumeratorContext<Split> context,
                List<Split> unassigned,
                Fault atStart,
                Fault atSnapshot,
                boolean staysOpen) {
            this.staysOpen = staysOpen;
            this.context = context;
            this.unassigned = new ArrayList<>(unassigned);
            this.atStart = atStart;
            this.atSnapshot = atSnapshot;
        }

        @Override
        public void start() {
            atStart.strike("there is no such input");
        }

        @Override
        public void handleSplitRequest(int subtaskId, String requesterHostname) {}

        @Override
        public void addSplitsBack(List<Split> back, int subtaskId) {
            unassigned.addAll(back);
            if (context.registeredReaders().containsKey(subtaskId)) {
                addReader(subtaskId);
            }
        }

        @Override
        public void addReader(int subtaskId) {
            for (Split split : List.copyOf(unassigned)) {
                if (split.index() % context.currentParallelism() == subtaskId) {
                    unassigned.remove(split);
                    context.assignSplit(split, subtaskId);
                }
            }
            if (!staysOpen) {
                context.signalNoMoreSplits(subtaskId);
            }
        }

        @Override
        public List<Split> snapshotState(long checkpointId) {
            atSnapshot.strike("the enumerator does not know where it stands");
            return List.copyOf(unassigned);
        }

        @Override
        public void close() {}
    }

    private final class Reader implements SourceReader<Long, Split> {
        private final Queue<Reading> reading = new ArrayDeque<>();
        private CompletableFuture<Void> available = new CompletableFuture<>();
        private boolean noMore;

        private final class Reading {
            final int index;
            final Pace.Turns turns = pace.begin();
            final long first;
            long position;
            CompletableFuture<Void> turn;

            Reading(Split split) {
                index = split.index();
                first = split.position();
                position = split.position();
                turn = turns.turn(position, 0);
            }

            long value() {
                return from + position * splits + index;
            }

            void step() {
                position++;
                turn = turns.turn(position, position - first);
            }
        }

        @Override
        public void start() {}

        @Override
        public InputStatus pollNext(ReaderOutput<Long> output) {
            for (int tries = reading.size(); tries > 0; tries--) {
                Reading next = reading.remove();
                if (!next.turn.isDone()) {
                    reading.add(next);
                } else if (next.value() > to) {
                    return reading.isEmpty() && noMore
                            ? InputStatus.END_OF_INPUT
                            : InputStatus.MORE_AVAILABLE;
                } else {
                    output.collect(next.value());
                    next.step();
                    reading.add(next);
                    return InputStatus.MORE_AVAILABLE;
                }
            }
            if (reading.isEmpty() && noMore) {
                return InputStatus.END_OF_INPUT;
            }
            available = new CompletableFuture<>();
            CompletableFuture<Void> mine = available;
            reading.forEach(each -> each.turn.thenRun(() -> mine.complete(null)));
            return InputStatus.NOTHING_AVAILABLE;
        }

        @Override
        public List<Split> snapshotState(long checkpointId) {
            return reading.stream().map(each -> new Split(each.index, each.position)).toList();
        }

        @Override
        public CompletableFuture<Void> isAvailable() {
            return available;
        }

        @Override
        public void addSplits(List<Split> added) {
            added.forEach(split -> reading.add(new Reading(split)));
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

    private static final class SplitSerializer implements SimpleVersionedSerializer<Split> {
        @Override
        public int getVersion() {
            return 1;
        }

        @Override
        public byte[] serialize(Split split) {
            return ByteBuffer.allocate(12).putInt(split.index()).putLong(split.position()).array();
        }

        @Override
        public Split deserialize(int version, byte[] bytes) {
            ByteBuffer in = ByteBuffer.wrap(bytes);
            return new Split(in.getInt(), in.getLong());
        }
    }

    private static final class SplitsSerializer implements SimpleVersionedSerializer<List<Split>> {
        @Override
        public int getVersion() {
            return 1;
        }

        @Override
        public byte[] serialize(List<Split> splits) {
            ByteBuffer out = ByteBuffer.allocate(12 * splits.size());
            splits.forEach(split -> out.putInt(split.index()).putLong(split.position()));
            return out.array();
        }

        @Override
        public List<Split> deserialize(int version, byte[] bytes) {
            ByteBuffer in = ByteBuffer.wrap(bytes);
            List<Split> splits = new ArrayList<>();
            while (in.hasRemaining()) {
                splits.add(new Split(in.getInt(), in.getLong()));
            }
            return splits;
        }
    }
}
