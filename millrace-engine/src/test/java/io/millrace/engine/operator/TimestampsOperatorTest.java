// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import static io.millrace.engine.operator.FakeContext.start;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.eventtime.WatermarkStrategy;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class TimestampsOperatorTest {

    private final FakeContext context = new FakeContext();
    private final Recorder<Long> out = new Recorder<>();

    private TimestampsOperator<Long> operator(WatermarkStrategy<Long> strategy) throws Exception {
        return start(
                new TimestampsOperator<>(
                        context, strategy.withTimestampAssigner((x, before) -> x * 10), out));
    }

    @Test
    void recordsGetTheirTimestampAndWatermarksComeByTheClock() throws Exception {
        var timestamps = operator(WatermarkStrategy.forBoundedOutOfOrderness(Duration.ofMillis(3)));
        timestamps.element(4L, 1);
        timestamps.element(2L, 1);
        context.advanceTo(1_199);
        assertThat(out.take()).containsExactly("4@40", "2@20");
        context.advanceTo(1_200);
        assertThat(out.take()).containsExactly("watermark 36");
        context.advanceTo(1_400);
        assertThat(out.take()).isEmpty();
    }

    @Test
    void whatComesFromAboveIsSwallowedButTheEndOfData() throws Exception {
        var timestamps = operator(WatermarkStrategy.noWatermarks());
        timestamps.watermark(100);
        timestamps.idle(true);
        assertThat(out.take()).isEmpty();
        timestamps.watermark(Long.MAX_VALUE);
        timestamps.finish();
        assertThat(out.take()).containsExactly("watermark MAX");
        assertThat(context.scheduled).allMatch(scheduled -> scheduled.cancelled);
    }

    @Test
    void aStreamWithoutRecordsBecomesIdleByTheEnginesClock() throws Exception {
        var timestamps =
                operator(
                        WatermarkStrategy.<Long>forMonotonousTimestamps()
                                .withIdleness(Duration.ofMillis(300)));
        timestamps.element(4L, 1);
        for (long now = 1_200; now <= 2_000; now += 200) {
            context.advanceTo(now);
        }
        assertThat(out.take()).containsExactly("4@40", "watermark 39", "idle");
        timestamps.element(5L, 1);
        context.advanceTo(2_200);
        assertThat(out.take()).containsExactly("5@50", "active", "watermark 49");
    }

    @Test
    void restoredAfterItsEndItIsNotMissedByThoseWhoWaitForWatermarks() throws Exception {
        context.hadFinished = true;
        operator(WatermarkStrategy.forBoundedOutOfOrderness(Duration.ofMillis(3)));
        context.watermarks.join(context, null, false).sawTimestamp();
        context.clock.millis += 9_000;
        assertThat(context.watermarks.silent(context.clock, 5_000_000_000L)).hasSize(1);
        assertThat(context.scheduled).allMatch(scheduled -> scheduled.cancelled);
    }
}
