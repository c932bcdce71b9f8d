// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.exchange.Channel;
import io.millrace.engine.exchange.InputGate;
import io.millrace.engine.exchange.StreamElement.EndOfData;
import io.millrace.engine.state.SnapshotOrder;
import org.junit.jupiter.api.Test;

class BarrierAlignerTest {

    private final Channel[] channels = {new Channel(), new Channel(), new Channel()};
    private final InputGate gate = new InputGate(channels, new int[] {0, 0, 1});
    private final BarrierOutcomes told = new BarrierOutcomes();
    private final BarrierAligner aligner = new BarrierAligner(gate, 0, told);

    /** Whether the gate reads from this channel. */
    private boolean reads(int channel) {
        assertThat(gate.poll()).isNull();
        channels[channel].offer(new EndOfData());
        boolean found = gate.poll() != null;
        channels[channel].poll();
        return found;
    }

    @Test
    void after_its_barrier_a_channel_is_held_until_all_have_shown_it() {
        aligner.barrier(0, SnapshotOrder.checkpoint(1, 77));
        assertThat(reads(0)).isFalse();
        assertThat(reads(1)).isTrue();

        aligner.barrier(2, SnapshotOrder.checkpoint(1, 77));
        assertThat(told.take()).isEmpty();
        told.atCut = () -> assertThat(reads(1)).as("held until the snapshot is taken").isFalse();
        aligner.barrier(1, SnapshotOrder.checkpoint(1, 77));
        assertThat(told.take()).containsExactly("cut 1 of 77");
        assertThat(reads(0)).isTrue();
        assertThat(reads(1)).isTrue();
    }

    @Test
    void a_channel_that_ends_counts_as_having_shown_every_barrier() {
        aligner.barrier(0, SnapshotOrder.checkpoint(1, 0));
        aligner.barrier(1, SnapshotOrder.checkpoint(1, 0));
        gate.end(2);

        aligner.channelEnded();
        assertThat(told.take()).containsExactly("cut 1 of 0");
        aligner.barrier(0, SnapshotOrder.checkpoint(2, 0));
        aligner.barrier(1, SnapshotOrder.checkpoint(2, 0));
        assertThat(told.take()).containsExactly("cut 2 of 0");
    }

    @Test
    void a_channel_that_ends_while_nothing_is_aligned_means_nothing() {
        gate.end(2);
        aligner.channelEnded();
        assertThat(told.take()).isEmpty();
    }

    @Test
    void a_newer_barrier_gives_the_older_alignment_up_and_reads_on() {
        aligner.barrier(0, SnapshotOrder.checkpoint(1, 0));
        aligner.barrier(1, SnapshotOrder.checkpoint(1, 0));

        aligner.barrier(2, SnapshotOrder.checkpoint(2, 0));

        assertThat(told.take()).containsExactly("given up 1 SUBSUMED");
        assertThat(reads(0)).as("its barrier 2 must be found").isTrue();
        assertThat(reads(2)).isFalse();
        aligner.barrier(1, SnapshotOrder.checkpoint(2, 0));
        assertThat(told.take()).as("told once").isEmpty();
        aligner.barrier(0, SnapshotOrder.checkpoint(2, 0));
        assertThat(told.take()).containsExactly("cut 2 of 0");
    }

    @Test
    void barriers_of_older_checkpoints_are_ignored_and_hold_nothing() {
        BarrierAligner restored = new BarrierAligner(gate, 7, told);
        restored.barrier(0, SnapshotOrder.checkpoint(7, 0));
        assertThat(reads(0)).isTrue();

        restored.barrier(0, SnapshotOrder.checkpoint(9, 0));
        restored.barrier(1, SnapshotOrder.checkpoint(8, 0));
        assertThat(told.take()).isEmpty();
        assertThat(reads(1)).isTrue();
    }

    @Test
    void a_channel_that_is_not_regular_is_not_waited_for() {
        InputGate withFeedback =
                new InputGate(channels, new int[] {0, 0, 1}, new boolean[] {false, false, true});
        BarrierAligner inLoop = new BarrierAligner(withFeedback, 0, told);
        inLoop.barrier(0, SnapshotOrder.checkpoint(1, 0));
        inLoop.barrier(1, SnapshotOrder.checkpoint(1, 0));
        assertThat(told.take()).containsExactly("cut 1 of 0");
        inLoop.barrier(0, SnapshotOrder.checkpoint(2, 0));
        withFeedback.end(2);
        inLoop.channelEnded();
        assertThat(told.take()).isEmpty();
        withFeedback.end(1);
        inLoop.channelEnded();
        assertThat(told.take()).containsExactly("cut 2 of 0");
    }

    @Test
    void a_cancel_marker_ends_the_alignment_and_is_passed_on() {
        aligner.barrier(0, SnapshotOrder.checkpoint(1, 0));

        aligner.cancelMarker(2, 1);

        assertThat(told.take()).containsExactly("given up 1 CANCEL_MARKER");
        assertThat(reads(0)).isTrue();
        aligner.barrier(1, SnapshotOrder.checkpoint(1, 0));
        assertThat(reads(1)).as("its barrier on a slower channel").isTrue();
        aligner.cancelMarker(0, 1);
        assertThat(told.take()).as("a second marker").isEmpty();
    }

    @Test
    void a_cancel_marker_that_comes_before_any_barrier_keeps_the_barriers_from_holding() {
        aligner.cancelMarker(1, 3);
        assertThat(told.take()).containsExactly("given up 3 CANCEL_MARKER");
        aligner.barrier(0, SnapshotOrder.checkpoint(3, 0));
        assertThat(reads(0)).isTrue();
    }

    @Test
    void a_cancel_marker_of_a_newer_checkpoint_gives_the_older_alignment_up_too() {
        aligner.barrier(0, SnapshotOrder.checkpoint(1, 0));

        aligner.cancelMarker(1, 2);

        assertThat(told.take()).containsExactly("given up 1 SUBSUMED", "given up 2 CANCEL_MARKER");
        assertThat(reads(0)).isTrue();
    }

    @Test
    void an_abort_by_the_coordinator_ends_the_alignment_under_way() {
        aligner.barrier(0, SnapshotOrder.checkpoint(1, 0));

        aligner.abort(1);

        assertThat(told.take()).containsExactly("given up 1");
        assertThat(reads(0)).isTrue();
        aligner.barrier(1, SnapshotOrder.checkpoint(1, 0));
        assertThat(reads(1)).isTrue();
    }

    @Test
    void an_abort_that_is_faster_than_the_barrier_is_remembered() {
        aligner.abort(1);
        assertThat(told.take()).isEmpty();

        aligner.barrier(0, SnapshotOrder.checkpoint(1, 0));
        assertThat(told.take()).containsExactly("given up 1");
        assertThat(reads(0)).isTrue();
        aligner.barrier(1, SnapshotOrder.checkpoint(1, 0));
        assertThat(told.take()).as("passed on once").isEmpty();
        assertThat(reads(1)).isTrue();
    }

    @Test
    void aborts_are_remembered_only_while_a_barrier_can_come() {
        BarrierAligner ofSource =
                new BarrierAligner(new InputGate(new Channel[0], new int[0]), 0, told);
        for (long id = 1; id <= 1000; id++) {
            ofSource.abort(id);
        }
        assertThat(ofSource.remembered()).isZero();

        InputGate two =
                new InputGate(new Channel[] {new Channel(4), new Channel(4)}, new int[] {0, 0});
        BarrierAligner behindOthers = new BarrierAligner(two, 0, told);
        behindOthers.abort(1);
        assertThat(behindOthers.remembered()).isEqualTo(1);
        two.end(0);
        behindOthers.channelEnded();
        assertThat(behindOthers.remembered()).isEqualTo(1);
        two.end(1);
        behindOthers.channelEnded();
        behindOthers.abort(2);
        assertThat(behindOthers.remembered()).isZero();
    }

    @Test
    void an_abort_of_one_checkpoint_leaves_the_next_alone() {
        aligner.abort(1);
        aligner.barrier(0, SnapshotOrder.checkpoint(2, 0));
        aligner.barrier(1, SnapshotOrder.checkpoint(2, 0));
        aligner.abort(1);
        aligner.barrier(2, SnapshotOrder.checkpoint(2, 0));
        assertThat(told.take()).containsExactly("cut 2 of 0");
    }

    @Test
    void an_abort_of_the_next_one_while_one_is_aligned_comes_true_at_its_barrier() {
        aligner.barrier(0, SnapshotOrder.checkpoint(1, 0));
        aligner.abort(2);
        aligner.barrier(1, SnapshotOrder.checkpoint(1, 0));
        aligner.barrier(2, SnapshotOrder.checkpoint(1, 0));
        assertThat(told.take()).containsExactly("cut 1 of 0");
        aligner.barrier(0, SnapshotOrder.checkpoint(2, 0));
        assertThat(told.take()).containsExactly("given up 2");
        assertThat(reads(0)).isTrue();
    }
}
