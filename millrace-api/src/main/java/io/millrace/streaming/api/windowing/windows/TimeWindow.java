// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.windowing.windows;

import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.typeutils.SimpleTypeSerializerSnapshot;
import io.millrace.api.common.typeutils.TypeSerializerSnapshot;
import io.millrace.api.common.typeutils.base.TypeSerializerSingleton;
import io.millrace.core.memory.DataInputView;
import io.millrace.core.memory.DataOutputView;
import io.millrace.streaming.api.windowing.assigners.MergingWindowAssigner;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** From a time to another in milliseconds: the start belongs to the window, the end does not. */
@PublicEvolving
public class TimeWindow extends Window {

    private final long start;
    private final long end;

    /** From {@code start}, inclusive, to {@code end}, exclusive. */
    public TimeWindow(long start, long end) {
        this.start = start;
        this.end = end;
    }

    /** The first millisecond of the window. */
    public long getStart() {
        return start;
    }

    /** The first millisecond after the window. */
    public long getEnd() {
        return end;
    }

    @Override
    public long maxTimestamp() {
        return end - 1;
    }

    @Override
    public boolean equals(Object o) {
        if (this == o) {
            return true;
        }
        if (o == null || getClass() != o.getClass()) {
            return false;
        }
        TimeWindow other = (TimeWindow) o;
        return end == other.end && start == other.start;
    }

    @Override
    public int hashCode() {
        // Windows of one length, as most of a job are, differ in both by the same amount.
        return Long.hashCode(start * 31 + end);
    }

    @Override
    public String toString() {
        return "TimeWindow{start=" + start + ", end=" + end + '}';
    }

    /** Whether the two have a time in common, or one begins where the other ends. */
    public boolean intersects(TimeWindow other) {
        return start <= other.end && end >= other.start;
    }

    /** The smallest window that holds both. */
    public TimeWindow cover(TimeWindow other) {
        return new TimeWindow(Math.min(start, other.start), Math.max(end, other.end));
    }

    /**
     * Finds all groups of windows that hang together, directly or through others, and reports each
     * group of more than one with the window that covers it.
     */
    public static void mergeWindows(
            Collection<TimeWindow> windows, MergingWindowAssigner.MergeCallback<TimeWindow> c) {
        List<TimeWindow> sorted = new ArrayList<>(windows);
        sorted.sort(Comparator.comparingLong(TimeWindow::getStart));
        TimeWindow cover = null;
        Set<TimeWindow> group = new HashSet<>();
        for (TimeWindow window : sorted) {
            if (cover != null && cover.intersects(window)) {
                cover = cover.cover(window);
            } else {
                report(group, cover, c);
                group = new HashSet<>();
                cover = window;
            }
            group.add(window);
        }
        report(group, cover, c);
    }

    private static void report(
            Set<TimeWindow> group,
            TimeWindow cover,
            MergingWindowAssigner.MergeCallback<TimeWindow> c) {
        if (group.size() > 1) {
            c.merge(group, cover);
        }
    }

    /**
     * Where the window begins that a timestamp falls into, when windows of one length follow each
     * other without a gap. The same below zero as above it; at the lower end of the range the first
     * window is shorter.
     *
     * @param timestamp in milliseconds
     * @param offset where one of the windows begins
     * @param windowSize length of a window in milliseconds, positive
     */
    public static long getWindowStartWithOffset(long timestamp, long offset, long windowSize) {
        // Of two remainders that are both in range, so the difference can't overflow.
        long into =
                Math.floorMod(
                        Math.floorMod(timestamp, windowSize) - Math.floorMod(offset, windowSize),
                        windowSize);
        long start = timestamp - into;
        return start <= timestamp ? start : Long.MIN_VALUE;
    }

    /** Start and end, 8 bytes each, big-endian. */
    public static class Serializer extends TypeSerializerSingleton<TimeWindow> {

        private static final long serialVersionUID = 1L;

        public Serializer() {}

        @Override
        public boolean isImmutableType() {
            return true;
        }

        @Override
        public TimeWindow createInstance() {
            return new TimeWindow(0, 0);
        }

        @Override
        public TimeWindow copy(TimeWindow from) {
            return from;
        }

        @Override
        public TimeWindow copy(TimeWindow from, TimeWindow reuse) {
            return from;
        }

        @Override
        public int getLength() {
            return 16;
        }

        @Override
        public void serialize(TimeWindow record, DataOutputView target) throws IOException {
            target.writeLong(record.start);
            target.writeLong(record.end);
        }

        @Override
        public TimeWindow deserialize(DataInputView source) throws IOException {
            long start = source.readLong();
            return new TimeWindow(start, source.readLong());
        }

        @Override
        public TimeWindow deserialize(TimeWindow reuse, DataInputView source) throws IOException {
            return deserialize(source);
        }

        @Override
        public void copy(DataInputView source, DataOutputView target) throws IOException {
            target.writeLong(source.readLong());
            target.writeLong(source.readLong());
        }

        @Override
        public TypeSerializerSnapshot<TimeWindow> snapshotConfiguration() {
            return new TimeWindowSerializerSnapshot();
        }

        /** What a checkpoint remembers of this serializer: that it was this one. */
        public static final class TimeWindowSerializerSnapshot
                extends SimpleTypeSerializerSnapshot<TimeWindow> {

            /** Also used when a checkpoint is read. */
            public TimeWindowSerializerSnapshot() {
                super(Serializer::new);
            }
        }
    }
}
