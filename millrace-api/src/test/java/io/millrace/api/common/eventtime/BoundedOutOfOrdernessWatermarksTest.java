// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.eventtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Case T21: generated watermarks are not off by one, and don't underflow. */
class BoundedOutOfOrdernessWatermarksTest {

    @Test
    void emits_the_lowest_watermark_before_any_record() {
        assertThat(emittedAfter(new AscendingTimestampsWatermarks<>()))
                .containsExactly(Long.MIN_VALUE);
        assertThat(emittedAfter(new BoundedOutOfOrdernessWatermarks<>(Duration.ofMillis(3))))
                .containsExactly(Long.MIN_VALUE);
    }

    @Test
    void stays_one_millisecond_behind_ascending_timestamps() {
        assertThat(emittedAfter(new AscendingTimestampsWatermarks<>(), 10)).containsExactly(9L);
    }

    @Test
    void stays_behind_the_latest_timestamp_by_the_bound_and_one_more() {
        assertThat(emittedAfter(new BoundedOutOfOrdernessWatermarks<>(Duration.ofMillis(3)), 10, 4))
                .containsExactly(6L);
    }

    @Test
    void does_not_wrap_at_the_lowest_timestamps() {
        BoundedOutOfOrdernessWatermarks<Long> bounded =
                new BoundedOutOfOrdernessWatermarks<>(Duration.ofMillis(3));
        assertThat(emittedAfter(bounded, Long.MIN_VALUE)).containsExactly(Long.MIN_VALUE);
        assertThat(emittedAfter(bounded, Long.MIN_VALUE + 4)).containsExactly(Long.MIN_VALUE);
        assertThat(emittedAfter(bounded, Long.MIN_VALUE + 5)).containsExactly(Long.MIN_VALUE + 1);
    }

    @Test
    void follows_timestamps_to_the_end_of_time() {
        assertThat(emittedAfter(new AscendingTimestampsWatermarks<>(), Long.MAX_VALUE))
                .containsExactly(Long.MAX_VALUE - 1);
    }

    @Test
    void refuses_a_negative_bound() {
        assertThatThrownBy(() -> new BoundedOutOfOrdernessWatermarks<>(Duration.ofMillis(-1)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static List<Long> emittedAfter(WatermarkGenerator<Long> generator, long... timestamps) {
        Recorder recorder = new Recorder();
        for (long timestamp : timestamps) {
            generator.onEvent(timestamp, timestamp, recorder);
        }
        assertThat(recorder.watermarks).isEmpty();
        generator.onPeriodicEmit(recorder);
        return recorder.watermarks;
    }

    private static final class Recorder implements WatermarkOutput {
        private final List<Long> watermarks = new ArrayList<>();

        @Override
        public void emitWatermark(Watermark watermark) {
            watermarks.add(watermark.getTimestamp());
        }

        @Override
        public void markIdle() {}

        @Override
        public void markActive() {}
    }
}
