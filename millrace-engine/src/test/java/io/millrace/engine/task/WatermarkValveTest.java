// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WatermarkValveTest {

    private final WatermarkValve two = new WatermarkValve(2);

    @Test
    void the_watermark_is_the_smallest_of_the_channels() {
        assertThat(two.watermark(0, 10)).isFalse();
        assertThat(two.current()).isEqualTo(Long.MIN_VALUE);
        assertThat(two.watermark(1, 7)).isTrue();
        assertThat(two.current()).isEqualTo(7);
        assertThat(two.watermark(1, 12)).isTrue();
        assertThat(two.current()).isEqualTo(10);
    }

    @Test
    void it_never_goes_back() {
        two.watermark(0, 10);
        two.watermark(1, 10);
        assertThat(two.watermark(0, 3)).isFalse();
        assertThat(two.watermark(0, 10)).isFalse();
        assertThat(two.current()).isEqualTo(10);
    }

    @Test
    void an_idle_channel_is_left_out() {
        two.watermark(0, 10);
        assertThat(two.idle(1, true)).isTrue();
        assertThat(two.current()).isEqualTo(10);
        assertThat(two.isIdle()).isFalse();
    }

    @Test
    void what_an_idle_channel_says_counts_for_nothing_but_the_end() {
        two.watermark(0, 10);
        two.idle(1, true);
        assertThat(two.watermark(1, 50)).isFalse();
        assertThat(two.watermark(0, Long.MAX_VALUE)).isTrue();
        assertThat(two.current()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void a_channel_that_comes_back_behind_is_left_out_until_it_has_caught_up() {
        two.watermark(0, 10);
        two.watermark(1, 4);
        two.idle(1, true); // now at 10
        two.idle(1, false);

        assertThat(two.watermark(0, 20)).as("the returned one does not hold it").isTrue();
        assertThat(two.current()).isEqualTo(20);
        two.watermark(1, 15);
        assertThat(two.watermark(0, 30)).as("15 is behind 20 still").isTrue();
        two.watermark(1, 31);
        assertThat(two.watermark(0, 40)).isTrue();
        assertThat(two.current()).as("it has caught up and counts again").isEqualTo(31);
    }

    @DisplayName("T11: with all channels idle the largest counts, whoever went idle first")
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void t11(int first) {
        two.watermark(0, 5);
        two.watermark(1, 4);
        two.idle(first, true);
        two.idle(1 - first, true);

        assertThat(two.current()).isEqualTo(5);
        assertThat(two.isIdle()).isTrue();
        two.idle(0, false);
        assertThat(two.current()).isEqualTo(5);
        assertThat(two.isIdle()).isFalse();
    }

    @DisplayName(
            "T11: any order of events: never back, never past an active channel that has caught up")
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void anyOrder(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        WatermarkValve valve = new WatermarkValve(4);
        long[] marks = {Long.MIN_VALUE, Long.MIN_VALUE, Long.MIN_VALUE, Long.MIN_VALUE};
        boolean[] idle = new boolean[4];
        long before = Long.MIN_VALUE;
        for (int i = 0; i < 5000; i++) {
            int channel = random.nextInt(4);
            if (random.nextInt(4) == 0) {
                idle[channel] = !idle[channel];
                valve.idle(channel, idle[channel]);
            } else if (!idle[channel]) {
                marks[channel] = Math.max(marks[channel], random.nextInt(100) + i);
                valve.watermark(channel, marks[channel]);
            }
            assertThat(valve.current()).isGreaterThanOrEqualTo(before);
            boolean moved = valve.current() > before;
            boolean all = idle[0] && idle[1] && idle[2] && idle[3];
            assertThat(valve.isIdle()).isEqualTo(all);
            for (int c = 0; moved && !all && c < 4; c++) {
                if (!idle[c] && marks[c] >= before) {
                    assertThat(valve.current()).isLessThanOrEqualTo(marks[c]);
                }
            }
            before = valve.current();
        }
    }
}
