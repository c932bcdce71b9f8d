// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.eventtime.Watermark;
import io.millrace.api.common.eventtime.WatermarkGenerator;
import io.millrace.api.common.eventtime.WatermarkOutput;
import io.millrace.api.common.eventtime.WatermarkStrategy;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class SourceOutputsTest {

    private final FakeContext context = new FakeContext();
    private final Recorder<Long> out = new Recorder<>();

    private SourceOutputs<Long> outputs(WatermarkStrategy<Long> strategy) {
        return new SourceOutputs<>(
                context, strategy.withTimestampAssigner((number, before) -> number), out);
    }

    /** Even numbers are marks, odd ones say: idle from now on. */
    private static final class Punctuated implements WatermarkGenerator<Long> {
        @Override
        public void onEvent(Long event, long eventTimestamp, WatermarkOutput output) {
            if (event % 2 == 0) {
                output.emitWatermark(new Watermark(event));
            } else {
                output.markIdle();
            }
        }

        @Override
        public void onPeriodicEmit(WatermarkOutput output) {}
    }

    @Test
    void aSideThatTheReaderDoesNotUseDoesNotKeepTheStreamFromBeingIdle() {
        var bySplit = outputs(WatermarkStrategy.forGenerator(ctx -> new Punctuated()));
        bySplit.createOutputForSplit("a").collect(2L);
        bySplit.createOutputForSplit("a").collect(3L);
        assertThat(out.take()).containsExactly("2@2", "watermark 2", "3@3", "idle");

        var main = outputs(WatermarkStrategy.forGenerator(ctx -> new Punctuated()));
        main.createOutputForSplit("a"); // made for every split, used or not
        main.collect(2L);
        main.collect(3L);
        assertThat(out.take()).containsExactly("2@2", "watermark 2", "3@3", "idle");
        main.collect(4L);
        assertThat(out.take()).containsExactly("4@4", "active", "watermark 4");
    }

    @Test
    void aSplitThatIsGoneHoldsNothingBackAndComesBackFresh() {
        var outputs = outputs(WatermarkStrategy.forMonotonousTimestamps());
        outputs.createOutputForSplit("a").collect(100L);
        outputs.createOutputForSplit("b");
        outputs.onPeriodicEmit();
        assertThat(out.take()).containsExactly("100@100");
        outputs.releaseOutputForSplit("b");
        assertThat(out.take()).containsExactly("watermark 99");
        outputs.releaseOutputForSplit("never-there");
        outputs.createOutputForSplit("b").collect(50L);
        outputs.createOutputForSplit("a").collect(300L);
        outputs.onPeriodicEmit();
        assertThat(out.take()).containsExactly("50@50", "300@300"); // never back
        outputs.createOutputForSplit("b").collect(200L);
        outputs.onPeriodicEmit();
        assertThat(out.take()).containsExactly("200@200", "watermark 199");
    }

    @Test
    void theReadersOwnMarksCountBesideThoseThatAreMade() {
        var outputs = outputs(WatermarkStrategy.noWatermarks());
        outputs.emitWatermark(new Watermark(7));
        outputs.emitWatermark(new Watermark(6));
        outputs.markIdle();
        outputs.markIdle();
        outputs.markActive();
        assertThat(out.take()).containsExactly("watermark 7", "idle", "active");
    }

    @Test
    @DisplayName("T27: a subtask that has nothing to read is idle after the timeout")
    void aSubtaskWithoutSplitsIsIdleAfterTheTimeout() {
        var outputs =
                outputs(
                        WatermarkStrategy.<Long>forMonotonousTimestamps()
                                .withIdleness(Duration.ofMillis(100)));
        for (int i = 0; i < 4; i++) {
            outputs.onPeriodicEmit();
            context.clock.millis += 60;
        }
        assertThat(out.take()).containsExactly("idle");
    }

    @Test
    void betweenTwoSplitsTheTimeoutIsWaitedFor() throws Exception {
        var outputs =
                outputs(
                        WatermarkStrategy.<Long>forMonotonousTimestamps()
                                .withIdleness(Duration.ofMillis(100)));
        for (long i = 1; i < 5; i++) {
            outputs.createOutputForSplit("a").collect(i);
            outputs.onPeriodicEmit();
            context.clock.millis += 60;
        }
        out.take();
        outputs.releaseOutputForSplit("a");
        outputs.onPeriodicEmit();
        context.clock.millis += 60;
        outputs.onPeriodicEmit();
        assertThat(out.take()).as("others must not run ahead of the next split").isEmpty();
        outputs.createOutputForSplit("b").collect(2L);
        assertThat(out.take()).containsExactly("2@2");
        outputs.releaseOutputForSplit("b");
        for (int i = 0; i < 4; i++) {
            outputs.onPeriodicEmit();
            context.clock.millis += 60;
        }
        assertThat(out.take()).containsExactly("idle");
    }

    @Test
    void theSplitsThatHoldBackAreKnownByName() {
        var outputs = outputs(WatermarkStrategy.forMonotonousTimestamps());
        outputs.createOutputForSplit("a");
        outputs.createOutputForSplit("b");
        assertThat(outputs.silentSplits()).isEmpty(); // the reader may not tell them apart
        outputs.createOutputForSplit("a").collect(5L);
        outputs.onPeriodicEmit();
        assertThat(outputs.silentSplits()).containsExactly("b");
    }
}
