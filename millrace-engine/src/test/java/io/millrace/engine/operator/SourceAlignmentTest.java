// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.common.eventtime.WatermarkAlignmentParams;
import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.api.connector.source.ReaderOutput;
import io.millrace.api.connector.source.SourceReader;
import io.millrace.api.connector.source.SourceSplit;
import io.millrace.core.io.InputStatus;
import io.millrace.engine.chain.WatermarkBoard;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class SourceAlignmentTest {

    private static final long START = 1_000;

    private final FakeContext context = new FakeContext();
    private final List<String> told = new ArrayList<>();

    private record Split(String splitId) implements SourceSplit {}

    /** Tells what it is told to pause. */
    private class Reader implements SourceReader<Long, Split> {
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

    private final class PausingReader extends Reader {
        @Override
        public void pauseOrResumeSplits(
                Collection<String> splitsToPause, Collection<String> splitsToResume) {
            told.add("pause " + splitsToPause + " resume " + splitsToResume);
        }
    }

    /** One subtask: a source whose records are their own timestamps, punctuated. */
    private final class Subtask {
        final Recorder<Long> out = new Recorder<>();
        final SourceOutputs<Long> outputs;
        final WatermarkBoard.Entry entry;
        final SourceAlignment alignment;

        Subtask(SourceReader<?, ?> reader, boolean splitsMayRunAhead) {
            WatermarkStrategy<Long> strategy =
                    WatermarkStrategy.<Long>forMonotonousTimestamps()
                            .withTimestampAssigner((number, before) -> number)
                            .withIdleness(Duration.ofMillis(250))
                            .withWatermarkAlignment(
                                    "g", Duration.ofMillis(10), Duration.ofMillis(100));
            outputs = new SourceOutputs<>(context, strategy, out);
            entry = context.watermarks.join(context, "g", false);
            outputs.writeTo(entry);
            WatermarkAlignmentParams params = strategy.getAlignmentParameters();
            alignment =
                    new SourceAlignment(context, outputs, entry, reader, params, splitsMayRunAhead);
            alignment.start();
        }

        void emit(long timestamp) {
            outputs.collect(timestamp);
            emission();
        }

        void emit(String split, long timestamp) {
            outputs.createOutputForSplit(split).collect(timestamp);
            emission();
        }

        void emission() {
            outputs.onPeriodicEmit();
            alignment.check();
        }
    }

    private Subtask subtask() {
        return new Subtask(new PausingReader(), false);
    }

    private void update() throws Exception {
        context.advanceTo(context.clock.millis + 100);
    }

    @Test
    void whoIsAheadByMoreThanTheDriftWaitsUntilTheOthersHaveComeUp() throws Exception {
        Subtask fast = subtask();
        Subtask slow = subtask();
        slow.emit(100);
        fast.emit(110);
        update();
        assertThat(fast.alignment.mustWait()).isFalse();
        fast.emit(111);
        assertThat(fast.alignment.mustWait()).isTrue();
        assertThat(slow.alignment.mustWait()).isFalse();
        CompletableFuture<Void> turn = fast.alignment.turn();

        slow.emit(101);
        assertThat(fast.alignment.mustWait()).isTrue(); // it has not looked again
        update();
        assertThat(fast.alignment.mustWait()).isFalse();
        assertThat(turn).isCompleted();
    }

    @Test
    void nobodyWaitsForThoseThatAreIdleHaveEndedOrHaveNoWatermarkYet() throws Exception {
        Subtask fast = subtask();
        Subtask slow = subtask();
        subtask(); // never says anything
        slow.emit(100);
        fast.emit(1_000);
        update();
        assertThat(fast.alignment.mustWait()).isTrue();
        slow.entry.resting(true);
        update();
        assertThat(fast.alignment.mustWait()).isFalse();
        slow.entry.resting(false);
        update();
        assertThat(fast.alignment.mustWait()).isTrue();
        slow.entry.end();
        update();
        assertThat(fast.alignment.mustWait()).isFalse();
    }

    @Test
    void whoWaitsIsNotTakenForIdle() throws Exception {
        Subtask fast = subtask();
        Subtask slow = subtask();
        slow.emit(100);
        fast.emit(1_000);
        update();
        fast.out.take();
        for (int i = 0; i < 10; i++) {
            update();
            fast.emission();
            slow.emit(101 + i);
        }
        assertThat(fast.out.take()).doesNotContain("idle");
        slow.entry.end();
        update();
        assertThat(fast.alignment.mustWait()).isFalse();
        for (int i = 0; i < 4; i++) {
            context.clock.millis += 100;
            fast.emission();
        }
        assertThat(fast.out.take()).containsExactly("idle");
    }

    @Test
    void ofSeveralSplitsThoseAheadArePausedAloneAndTheReaderGoesOn() throws Exception {
        Subtask mine = subtask();
        mine.emit("a", 100);
        mine.emit("b", 100);
        update();
        mine.emit("b", 500);
        mine.emit("a", 101);
        update();
        assertThat(told).containsExactly("pause [b] resume []");
        assertThat(mine.alignment.mustWait()).isFalse();
        mine.emit("a", 495); // a leap beyond what it is allowed, until it looks again
        update();
        assertThat(told)
                .containsExactly(
                        "pause [b] resume []", "pause [a] resume []", "pause [] resume [a, b]");
    }

    @Test
    void aPausedSplitThatIsLeftAloneIsHeldUpWithItsReaderInstead() throws Exception {
        Subtask mine = subtask();
        Subtask slow = subtask();
        slow.emit(100);
        mine.emit("a", 100);
        mine.emit("b", 500);
        update();
        assertThat(told).containsExactly("pause [b] resume []");
        mine.outputs.releaseOutputForSplit("a");
        mine.emission();
        assertThat(mine.alignment.mustWait()).isTrue();
        assertThat(told).endsWith("pause [] resume [b]");
    }

    @Test
    void aReaderThatCannotPauseSplitsIsRefusedUnlessTheyMayRunAhead() throws Exception {
        Subtask mine = new Subtask(new Reader(), false);
        mine.emit("a", 100);
        mine.emit("b", 500);
        assertThatThrownBy(this::update)
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("[b]")
                .hasMessageContaining("'op'")
                .hasMessageContaining(
                        "pipeline.watermark-alignment.allow-unaligned-source-splits: true");
        mine.alignment.end();

        Subtask lenient = new Subtask(new Reader(), true);
        lenient.emit("a", 100);
        lenient.emit("b", 500);
        update();
        assertThat(lenient.alignment.mustWait()).isFalse();
    }

    @Test
    void theBoundDoesNotOverflowAtTheEndOfTime() throws Exception {
        Subtask mine = subtask();
        mine.emit(Long.MAX_VALUE - 1);
        update();
        assertThat(mine.alignment.mustWait()).isFalse();
        assertThat(context.clock.millis).isEqualTo(START + 100);
    }
}
