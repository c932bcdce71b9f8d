// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.exchange.StreamElement.Watermark;
import org.junit.jupiter.api.Test;

class InputGateTest {

    private final Channel[] channels = {new Channel(), new Channel(), new Channel()};
    private final InputGate gate = new InputGate(channels, new int[] {0, 0, 1});

    private void put(int channel, long mark) {
        assertThat(channels[channel].offer(new Watermark(mark))).isTrue();
    }

    private long take() {
        return ((Watermark) gate.poll()).timestamp();
    }

    @Test
    void it_takes_from_its_channels_in_turn_and_tells_from_which() {
        for (int i = 0; i < 2; i++) {
            put(0, 10 + i);
            put(1, 20 + i);
            put(2, 30 + i);
        }
        long[] order = new long[6];
        for (int i = 0; i < 6; i++) {
            order[i] = take();
            assertThat(gate.lastChannel()).isEqualTo(i % 3);
        }
        assertThat(order).containsExactly(10, 20, 30, 11, 21, 31);
        assertThat(gate.poll()).isNull();
        assertThat(gate.input(gate.lastChannel())).isEqualTo(1);
    }

    @Test
    void a_held_channel_is_not_read_until_all_are_released() {
        put(0, 10);
        put(1, 20);
        gate.hold(0);

        assertThat(take()).isEqualTo(20);
        assertThat(gate.poll()).isNull();

        gate.release();
        assertThat(take()).isEqualTo(10);
    }

    @Test
    void it_counts_the_channels_that_have_not_ended() {
        gate.end(1);
        gate.end(1);
        assertThat(gate.live()).isEqualTo(2);
        assertThat(gate.isEnded(1)).isTrue();
        put(1, 20);
        assertThat(gate.poll()).isNull();
    }

    @Test
    void a_gate_without_channels_never_has_anything() {
        InputGate none = new InputGate(new Channel[0], new int[0]);
        assertThat(none.poll()).isNull();
        assertThat(none.live()).isZero();
    }
}
