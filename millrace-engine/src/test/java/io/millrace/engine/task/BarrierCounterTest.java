// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.exchange.Channel;
import io.millrace.engine.exchange.InputGate;
import io.millrace.engine.exchange.StreamElement.EndOfData;
import io.millrace.engine.state.SnapshotOrder;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("CK-53: barriers are counted, and hold nothing up")
class BarrierCounterTest {

    private final Channel[] channels = {new Channel(), new Channel(), new Channel()};
    private final InputGate gate = new InputGate(channels, new int[] {0, 0, 1});
    private final BarrierOutcomes told = new BarrierOutcomes();
    private final BarrierCounter counter = new BarrierCounter(gate, 0, told);

    private void allAreRead() {
        for (int i = 0; i < channels.length; i++) {
            channels[i].offer(new EndOfData());
            assertThat(gate.poll()).as("channel %d is read", i).isNotNull();
        }
    }

    private void barriers(int channel, long from, long to) {
        for (long id = from; id <= to; id++) {
            counter.barrier(channel, SnapshotOrder.checkpoint(id, 10 * id));
        }
    }

    @Test
    void the_last_channel_that_shows_a_barrier_makes_the_cut_and_none_is_held_before() {
        counter.barrier(0, SnapshotOrder.checkpoint(1, 77));
        allAreRead();
        counter.barrier(1, SnapshotOrder.checkpoint(1, 77));
        allAreRead();
        assertThat(told.take()).isEmpty();
        counter.barrier(2, SnapshotOrder.checkpoint(1, 77));
        assertThat(told.take()).containsExactly("cut 1 of 77");
        assertThat(counter.counted()).isZero();
    }

    @Test
    void several_are_counted_at_once_and_cut_in_order() {
        barriers(0, 1, 3);
        barriers(1, 1, 2);
        assertThat(told.take()).isEmpty();
        barriers(2, 1, 3);
        assertThat(told.take()).containsExactly("cut 1 of 10", "cut 2 of 20");
        barriers(1, 3, 3);
        assertThat(told.take()).containsExactly("cut 3 of 30");
    }

    @Test
    void a_channel_that_ends_completes_all_that_only_waited_for_it() {
        barriers(0, 1, 3);
        barriers(1, 1, 2);
        gate.end(2);
        counter.channelEnded();
        assertThat(told.take()).containsExactly("cut 1 of 10", "cut 2 of 20");
        gate.end(1);
        counter.channelEnded();
        assertThat(told.take()).containsExactly("cut 3 of 30");
        gate.end(0);
        counter.channelEnded();
        assertThat(told.take()).isEmpty();
    }

    @Test
    void fifty_are_counted_and_the_oldest_of_more_is_given_up() {
        barriers(0, 1, 50);
        assertThat(told.take()).isEmpty();
        barriers(0, 51, 52);
        assertThat(told.take()).containsExactly("given up 1 SUBSUMED", "given up 2 SUBSUMED");
        assertThat(counter.counted()).isEqualTo(BarrierCounter.MAX_COUNTED);

        barriers(1, 1, 3);
        barriers(2, 1, 3);
        assertThat(told.take()).as("those given up are forgotten").containsExactly("cut 3 of 30");
    }

    @Test
    void one_that_a_channel_left_out_is_given_up_when_a_newer_one_is_complete() {
        counter.barrier(0, SnapshotOrder.checkpoint(1, 10));
        counter.barrier(1, SnapshotOrder.checkpoint(1, 10));
        counter.barrier(0, SnapshotOrder.checkpoint(2, 20));
        counter.barrier(1, SnapshotOrder.checkpoint(2, 20));
        counter.barrier(2, SnapshotOrder.checkpoint(2, 20));
        assertThat(told.take()).containsExactly("given up 1 SUBSUMED", "cut 2 of 20");
    }

    @Test
    void a_cancel_marker_gives_up_that_one_and_leaves_others_alone() {
        barriers(0, 1, 3);
        barriers(1, 1, 1);
        counter.cancelMarker(1, 2);
        assertThat(told.take()).containsExactly("given up 2 CANCEL_MARKER");
        barriers(1, 3, 3);
        barriers(2, 1, 1);
        assertThat(told.take()).containsExactly("cut 1 of 10");
        counter.cancelMarker(2, 2);
        assertThat(told.take()).as("passed on once").isEmpty();
        barriers(2, 3, 3);
        assertThat(told.take()).containsExactly("cut 3 of 30");
        assertThat(counter.counted()).isZero();
    }

    @Test
    void a_cancel_marker_that_comes_before_any_barrier_makes_them_begin_nothing() {
        counter.cancelMarker(1, 3);
        assertThat(told.take()).containsExactly("given up 3 CANCEL_MARKER");
        counter.barrier(0, SnapshotOrder.checkpoint(3, 30));
        counter.barrier(2, SnapshotOrder.checkpoint(3, 30));
        assertThat(told.take()).isEmpty();
    }

    @Test
    void an_abort_gives_up_that_one_and_leaves_others_alone() {
        barriers(0, 1, 2);
        barriers(1, 1, 2);
        counter.abort(1);
        assertThat(told.take()).containsExactly("given up 1");
        barriers(2, 1, 2);
        assertThat(told.take()).containsExactly("cut 2 of 20");
        counter.abort(2);
        assertThat(told.take()).as("cut already").isEmpty();
    }

    @Test
    void an_abort_that_is_faster_than_the_barrier_is_remembered() {
        counter.abort(2);
        barriers(0, 1, 2);
        assertThat(told.take()).containsExactly("given up 2");
        barriers(1, 1, 2);
        barriers(2, 1, 2);
        assertThat(told.take()).containsExactly("cut 1 of 10");
    }

    @Test
    void aborts_are_remembered_only_while_a_barrier_can_come_and_not_too_many() {
        for (long id = 1; id <= 1000; id++) {
            counter.abort(id);
        }
        assertThat(counter.counted()).isEqualTo(BarrierCounter.MAX_COUNTED);
        assertThat(told.take()).as("no barrier of these has come").isEmpty();
        for (int i = 0; i < 3; i++) {
            gate.end(i);
            counter.channelEnded();
        }
        assertThat(counter.counted()).isZero();
        counter.abort(1001);
        assertThat(counter.counted()).isZero();
    }

    @Test
    void the_end_of_the_data_gives_up_what_would_be_cut_behind_it() {
        barriers(0, 1, 2);
        barriers(1, 1, 1);
        counter.endOfData();
        assertThat(told.take())
                .containsExactly("given up 1 END_OF_INPUT", "given up 2 END_OF_INPUT");
        barriers(1, 2, 3);
        barriers(2, 1, 3);
        assertThat(told.take()).isEmpty();
        barriers(0, 3, 3);
        assertThat(told.take()).as("begun behind the end").containsExactly("cut 3 of 30");
    }

    @Test
    void barriers_up_to_the_restored_checkpoint_are_ignored() {
        BarrierCounter restored = new BarrierCounter(gate, 7, told);
        for (int channel : gate.regular()) {
            restored.barrier(channel, SnapshotOrder.checkpoint(7, 0));
        }
        assertThat(told.take()).isEmpty();
    }

    @Test
    void a_channel_that_is_not_regular_is_not_waited_for() {
        InputGate withFeedback =
                new InputGate(channels, new int[] {0, 0, 1}, new boolean[] {false, false, true});
        BarrierCounter inLoop = new BarrierCounter(withFeedback, 0, told);
        inLoop.barrier(0, SnapshotOrder.checkpoint(1, 10));
        inLoop.barrier(1, SnapshotOrder.checkpoint(1, 10));
        assertThat(told.take()).isEqualTo(List.of("cut 1 of 10"));
        inLoop.barrier(0, SnapshotOrder.checkpoint(2, 20));
        withFeedback.end(2);
        inLoop.channelEnded();
        assertThat(told.take()).isEmpty();
    }
}
