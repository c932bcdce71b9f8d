// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.exchange.Channel;
import io.millrace.engine.exchange.InputGate;
import io.millrace.engine.exchange.StreamElement.EndOfData;
import io.millrace.engine.task.BarrierAligner.Verdict;
import org.junit.jupiter.api.Test;

class BarrierAlignerTest {

    private final Channel[] channels = {new Channel(), new Channel(), new Channel()};
    private final InputGate gate = new InputGate(channels, new int[] {0, 0, 1});
    private final BarrierAligner aligner = new BarrierAligner(gate, 0);

    /** Whether the gate reads from this channel. */
    private boolean reads(int channel) {
        assertThat(gate.poll()).isNull();
        channels[channel].offer(new EndOfData());
        boolean found = gate.hasElement();
        channels[channel].poll();
        return found;
    }

    @Test
    void after_its_barrier_a_channel_is_held_until_all_have_shown_it() {
        assertThat(aligner.barrier(0, 1, 77)).isEqualTo(Verdict.WAIT);
        assertThat(reads(0)).isFalse();
        assertThat(reads(1)).isTrue();
        assertThat(aligner.current()).isEqualTo(1);

        assertThat(aligner.barrier(2, 1, 77)).isEqualTo(Verdict.WAIT);
        assertThat(aligner.barrier(1, 1, 77)).isEqualTo(Verdict.ALIGNED);
        assertThat(aligner.timestampMs()).isEqualTo(77);
        assertThat(reads(1)).as("held until the snapshot is taken").isFalse();

        aligner.end(1);
        assertThat(reads(0)).isTrue();
        assertThat(reads(1)).isTrue();
        assertThat(aligner.current()).isEqualTo(-1);
        assertThat(aligner.lastSeen()).isEqualTo(1);
    }

    @Test
    void a_channel_that_ends_counts_as_having_shown_every_barrier() {
        aligner.barrier(0, 1, 0);
        aligner.barrier(1, 1, 0);
        gate.end(2);

        assertThat(aligner.channelEnded()).isEqualTo(Verdict.ALIGNED);
        aligner.end(1);
        assertThat(aligner.barrier(0, 2, 0)).isEqualTo(Verdict.WAIT);
        assertThat(aligner.barrier(1, 2, 0)).isEqualTo(Verdict.ALIGNED);
    }

    @Test
    void a_channel_that_ends_while_nothing_is_aligned_means_nothing() {
        gate.end(2);
        assertThat(aligner.channelEnded()).isEqualTo(Verdict.WAIT);
    }

    @Test
    void a_newer_barrier_gives_the_older_alignment_up_and_reads_on() {
        aligner.barrier(0, 1, 0);
        aligner.barrier(1, 1, 0);

        assertThat(aligner.barrier(2, 2, 0)).isEqualTo(Verdict.WAIT);

        assertThat(aligner.superseded()).isEqualTo(1);
        assertThat(reads(0)).as("its barrier 2 must be found").isTrue();
        assertThat(reads(2)).isFalse();
        assertThat(aligner.barrier(1, 2, 0)).isEqualTo(Verdict.WAIT);
        assertThat(aligner.superseded()).as("told once").isEqualTo(-1);
        assertThat(aligner.barrier(0, 2, 0)).isEqualTo(Verdict.ALIGNED);
    }

    @Test
    void barriers_of_older_checkpoints_are_ignored_and_hold_nothing() {
        BarrierAligner restored = new BarrierAligner(gate, 7);
        assertThat(restored.barrier(0, 7, 0)).isEqualTo(Verdict.WAIT);
        assertThat(reads(0)).isTrue();

        restored.barrier(0, 9, 0);
        assertThat(restored.barrier(1, 8, 0)).isEqualTo(Verdict.WAIT);
        assertThat(restored.current()).isEqualTo(9);
        assertThat(reads(1)).isTrue();
    }

    @Test
    void a_cancel_marker_ends_the_alignment_and_is_passed_on() {
        aligner.barrier(0, 1, 0);

        assertThat(aligner.cancelMarker(1)).isEqualTo(Verdict.GIVEN_UP);

        assertThat(reads(0)).isTrue();
        assertThat(aligner.superseded()).isEqualTo(-1);
        assertThat(aligner.barrier(1, 1, 0))
                .as("its barrier on a slower channel")
                .isEqualTo(Verdict.WAIT);
        assertThat(reads(1)).isTrue();
        assertThat(aligner.cancelMarker(1)).as("a second marker").isEqualTo(Verdict.WAIT);
    }

    @Test
    void a_cancel_marker_that_comes_before_any_barrier_keeps_the_barriers_from_holding() {
        assertThat(aligner.cancelMarker(3)).isEqualTo(Verdict.GIVEN_UP);
        assertThat(aligner.barrier(0, 3, 0)).isEqualTo(Verdict.WAIT);
        assertThat(reads(0)).isTrue();
    }

    @Test
    void a_cancel_marker_of_a_newer_checkpoint_gives_the_older_alignment_up_too() {
        aligner.barrier(0, 1, 0);

        assertThat(aligner.cancelMarker(2)).isEqualTo(Verdict.GIVEN_UP);

        assertThat(aligner.superseded()).isEqualTo(1);
        assertThat(reads(0)).isTrue();
    }

    @Test
    void an_abort_by_the_coordinator_ends_the_alignment_under_way() {
        aligner.barrier(0, 1, 0);

        assertThat(aligner.abort(1)).isTrue();

        assertThat(reads(0)).isTrue();
        assertThat(aligner.barrier(1, 1, 0)).isEqualTo(Verdict.WAIT);
        assertThat(reads(1)).isTrue();
    }

    @Test
    void an_abort_that_is_faster_than_the_barrier_is_remembered() {
        assertThat(aligner.abort(1)).isFalse();

        assertThat(aligner.barrier(0, 1, 0)).isEqualTo(Verdict.GIVEN_UP);
        assertThat(aligner.lastSeen()).isEqualTo(1);
        assertThat(reads(0)).isTrue();
        assertThat(aligner.barrier(1, 1, 0)).as("passed on once").isEqualTo(Verdict.WAIT);
        assertThat(reads(1)).isTrue();
    }

    @Test
    void aborts_are_remembered_only_while_a_barrier_can_come() {
        BarrierAligner ofSource =
                new BarrierAligner(new InputGate(new Channel[0], new int[0]), 0);
        for (long id = 1; id <= 1000; id++) {
            ofSource.abort(id);
        }
        assertThat(ofSource.remembered()).isZero();

        InputGate gate =
                new InputGate(new Channel[] {new Channel(4), new Channel(4)}, new int[] {0, 0});
        BarrierAligner behindOthers = new BarrierAligner(gate, 0);
        behindOthers.abort(1);
        assertThat(behindOthers.remembered()).isEqualTo(1);
        gate.end(0);
        behindOthers.channelEnded();
        assertThat(behindOthers.remembered()).isEqualTo(1);
        gate.end(1);
        behindOthers.channelEnded();
        behindOthers.abort(2);
        assertThat(behindOthers.remembered()).isZero();
    }

    @Test
    void an_abort_of_one_checkpoint_leaves_the_next_alone() {
        aligner.abort(1);
        aligner.barrier(0, 2, 0);
        aligner.barrier(1, 2, 0);
        assertThat(aligner.abort(1)).isFalse();
        assertThat(aligner.barrier(2, 2, 0)).isEqualTo(Verdict.ALIGNED);
    }
}
