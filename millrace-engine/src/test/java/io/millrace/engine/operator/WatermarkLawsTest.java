// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.eventtime.Watermark;
import io.millrace.api.common.eventtime.WatermarkGenerator;
import io.millrace.api.common.eventtime.WatermarkOutput;
import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.connector.source.ReaderOutput;
import io.millrace.api.connector.source.SourceReader;
import io.millrace.api.connector.source.SourceSplit;
import io.millrace.core.io.InputStatus;
import io.millrace.engine.chain.Output;
import io.millrace.engine.chain.WatermarkBoard;
import io.millrace.util.OutputTag;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * What must hold of watermarks whatever happens in whatever order, drawn from seeds and compared
 * with a model that is computed anew from everything that was said so far.
 */
@DisplayName("Laws of watermarks, from seeds")
class WatermarkLawsTest {

    private static final int SEEDS = 300;

    /** A generator that does what an event says: a mark, idleness, or neither. */
    private static final class Obedient implements WatermarkGenerator<Long> {
        private static final long IDLE = -1;
        private static final long ACTIVE = -2;

        @Override
        public void onEvent(Long event, long eventTimestamp, WatermarkOutput output) {
            if (event == IDLE) {
                output.markIdle();
            } else if (event == ACTIVE) {
                output.markActive();
            } else {
                output.emitWatermark(new Watermark(event));
            }
        }

        @Override
        public void onPeriodicEmit(WatermarkOutput output) {}
    }

    /** What comes out of a subtask: its watermark and whether it is idle. */
    private static final class Stream implements Output<Long> {
        long watermark = Long.MIN_VALUE;
        boolean idle;

        @Override
        public void collect(Long value, long timestamp) {}

        @Override
        public <X> void side(OutputTag<X> tag, X value, long timestamp) {}

        @Override
        public void watermark(long timestamp) {
            assertThat(timestamp).as("no watermark ever moves back").isGreaterThan(watermark);
            assertThat(idle).as("an idle stream says nothing").isFalse();
            watermark = timestamp;
        }

        @Override
        public void idle(boolean nowIdle) {
            assertThat(nowIdle).as("said once").isNotEqualTo(idle);
            idle = nowIdle;
        }
    }

    @Test
    @DisplayName("a source's watermark is what its splits promise, in any order of things")
    void aSourcesWatermarkIsWhatItsSplitsPromise() {
        for (long seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            Stream stream = new Stream();
            SourceOutputs<Long> outputs =
                    new SourceOutputs<>(
                            new FakeContext(),
                            WatermarkStrategy.<Long>forGenerator(context -> new Obedient())
                                    .withTimestampAssigner((event, before) -> event),
                            stream);
            TreeMap<String, long[]> splits = new TreeMap<>(); // watermark, idle
            long best = Long.MIN_VALUE;
            int made = 0;
            for (int step = 0; step < 200; step++) {
                int choice = random.nextInt(10);
                if (splits.isEmpty() || choice == 0 && splits.size() < 5) {
                    String id = "split" + made++;
                    outputs.createOutputForSplit(id);
                    splits.put(id, new long[] {Long.MIN_VALUE, 0});
                    continue;
                }
                List<String> ids = new ArrayList<>(splits.keySet());
                String id = ids.get(random.nextInt(ids.size()));
                long[] split = splits.get(id);
                if (choice == 1) {
                    splits.remove(id);
                    outputs.releaseOutputForSplit(id);
                } else if (choice <= 3) {
                    boolean idle = random.nextBoolean();
                    split[1] = idle ? 1 : 0;
                    outputs.createOutputForSplit(id)
                            .collect(idle ? Obedient.IDLE : Obedient.ACTIVE);
                } else {
                    long mark = (long) step + random.nextInt(40);
                    split[0] = Math.max(split[0], mark);
                    split[1] = 0;
                    outputs.createOutputForSplit(id).collect(mark);
                }
                best = Math.max(best, promised(splits.values()));
                assertThat(stream.watermark).as("seed %s, step %s", seed, step).isEqualTo(best);
                if (!splits.isEmpty()) {
                    assertThat(stream.idle)
                            .as("seed %s, step %s", seed, step)
                            .isEqualTo(splits.values().stream().allMatch(each -> each[1] == 1));
                }
            }
        }
    }

    /** The smallest of those that are active, or the largest where none is. */
    private static long promised(Collection<long[]> parts) {
        return parts.stream()
                .filter(part -> part[1] == 0)
                .mapToLong(part -> part[0])
                .min()
                .orElse(parts.stream().mapToLong(part -> part[0]).max().orElse(Long.MIN_VALUE));
    }

    @Test
    @DisplayName("T11: whoever falls idle first, with everybody idle the largest counts")
    void theOrderOfFallingIdleDoesNotMatter() throws Exception {
        for (long seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            CombinedWatermark combined = new CombinedWatermark(4);
            long[] marks = random.longs(4, 0, 100).toArray();
            for (int part = 0; part < 4; part++) {
                combined.advance(part, marks[part]);
            }
            List<Integer> order = new ArrayList<>(List.of(0, 1, 2, 3));
            Collections.shuffle(order, random);
            order.forEach(part -> combined.setIdle(part, true));
            assertThat(combined.isIdle()).isTrue();
            assertThat(combined.watermark()).isEqualTo(Arrays.stream(marks).max().getAsLong());
        }
    }

    private record Split(String splitId) implements SourceSplit {}

    /** A subtask of an aligned source whose splits are read in a drawn order. */
    private static final class Subtask implements SourceReader<Long, Split> {
        final SourceOutputs<Long> outputs;
        final WatermarkBoard.Entry entry;
        final SourceAlignment alignment;
        final Stream stream = new Stream();
        final long[] next;
        final Set<String> paused = new HashSet<>();
        final long end;
        final int stride;

        /** Its watermark a turn ago. */
        long before = Long.MIN_VALUE;

        Subtask(FakeContext context, Random random, boolean pausesSplits) {
            WatermarkStrategy<Long> strategy =
                    WatermarkStrategy.<Long>forMonotonousTimestamps()
                            .withTimestampAssigner((number, before) -> number)
                            .withIdleness(Duration.ofMillis(700))
                            .withWatermarkAlignment(
                                    "g", Duration.ofMillis(DRIFT), Duration.ofMillis(INTERVAL));
            next = new long[1 + random.nextInt(3)];
            end = 200L + random.nextInt(400);
            stride = 1 + random.nextInt(4);
            outputs = new SourceOutputs<>(context, strategy, stream);
            for (int split = 0; split < next.length; split++) {
                outputs.createOutputForSplit("s" + split);
            }
            entry = context.watermarks.join(context, "g", false);
            outputs.writeTo(entry);
            alignment =
                    new SourceAlignment(
                            context,
                            outputs,
                            entry,
                            this,
                            strategy.getAlignmentParameters(),
                            !pausesSplits);
            alignment.start();
            canPause = pausesSplits;
        }

        private final boolean canPause;

        boolean isOver() {
            return Arrays.stream(next).allMatch(each -> each >= end);
        }

        void read(Random random) {
            if (alignment.mustWait() || isOver()) {
                return;
            }
            int split = random.nextInt(next.length);
            if (next[split] >= end || paused.contains("s" + split)) {
                return;
            }
            outputs.createOutputForSplit("s" + split).collect(next[split]);
            next[split] += stride;
            if (next[split] >= end) {
                outputs.releaseOutputForSplit("s" + split);
                paused.remove("s" + split);
            }
            if (isOver()) {
                alignment.end();
                entry.end();
            }
        }

        void emission() {
            if (!isOver()) {
                outputs.onPeriodicEmit();
                alignment.check();
            }
        }

        @Override
        public void pauseOrResumeSplits(Collection<String> pause, Collection<String> resume) {
            if (!canPause) {
                throw new UnsupportedOperationException("can't");
            }
            assertThat(pause).noneMatch(paused::contains);
            assertThat(paused).containsAll(resume);
            paused.addAll(pause);
            paused.removeAll(resume);
        }

        @Override
        public void start() {}

        @Override
        public InputStatus pollNext(ReaderOutput<Long> output) {
            return InputStatus.NOTHING_AVAILABLE;
        }

        @Override
        public List<Split> snapshotState(long checkpointId) {
            return List.of();
        }

        @Override
        public CompletableFuture<Void> isAvailable() {
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public void addSplits(List<Split> splits) {}

        @Override
        public void notifyNoMoreSplits() {}

        @Override
        public void close() {}
    }

    private static final long DRIFT = 30;
    private static final long INTERVAL = 20;

    /** A turn takes 2 ms; each fifth emits watermarks. */
    private static final int TURNS_OF_REACH = (int) INTERVAL / 2 + 5 + 1;

    @Test
    @DisplayName("aligned sources all come to their ends, and none runs away from the slowest")
    void alignedSourcesStayTogetherAndNeverStandStill() throws Exception {
        for (long seed = 0; seed < SEEDS / 3; seed++) {
            Random random = new Random(seed);
            FakeContext context = new FakeContext();
            List<Subtask> all = new ArrayList<>();
            int count = 2 + random.nextInt(3);
            for (int i = 0; i < count; i++) {
                all.add(new Subtask(context, random, random.nextBoolean()));
            }
            Deque<Long> lately = new ArrayDeque<>();
            int asleep = -1;
            int turns = 0;
            while (!all.stream().allMatch(Subtask::isOver)) {
                assertThat(turns++).as("seed %s stands still", seed).isLessThan(20_000);
                if (random.nextInt(100) == 0) {
                    asleep = random.nextInt(count + 1); // one may have nothing for long
                }
                for (int i = 0; i < count; i++) {
                    if (i != asleep || turns % 500 > 300) {
                        all.get(i).read(random);
                    }
                }
                if (turns % 5 == 0) {
                    all.forEach(Subtask::emission);
                }
                context.advanceTo(context.clock.millis + 2);
                check(seed, all, lately);
            }
            assertThat(context.scheduled).isEmpty();
        }
    }

    /**
     * Who is too far ahead of the lowest watermark there was lately does not move: it looked at it
     * an interval and an emission ago at most, and reads at most so much in between.
     */
    private static void check(long seed, List<Subtask> all, Deque<Long> lately) {
        long lowest = Long.MAX_VALUE;
        for (Subtask each : all) {
            if (!each.isOver() && !each.stream.idle && each.entry.hasSpoken()) {
                lowest = Math.min(lowest, each.stream.watermark);
            }
        }
        lately.addLast(lowest);
        if (lately.size() > TURNS_OF_REACH) {
            lately.removeFirst();
        }
        long highest = Collections.max(lately);
        for (Subtask each : all) {
            long moved = each.stream.watermark - each.before;
            if (highest != Long.MAX_VALUE && moved > 0 && !each.isOver()) {
                assertThat(each.before)
                        .as("seed %s: moved by %s, ahead of %s", seed, moved, highest)
                        .isLessThanOrEqualTo(highest + DRIFT + 4 * TURNS_OF_REACH);
            }
            each.before = each.stream.watermark;
        }
    }
}
