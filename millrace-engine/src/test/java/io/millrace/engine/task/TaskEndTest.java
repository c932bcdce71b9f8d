// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.exchange.StreamElement.CheckpointBarrier;
import io.millrace.engine.exchange.StreamElement.EndOfChannel;
import io.millrace.engine.exchange.StreamElement.EndOfData;
import io.millrace.engine.exchange.StreamElement.Watermark;
import io.millrace.engine.state.SnapshotOrder;
import io.millrace.engine.worker.Progress;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** How a task ends, and what it waits for. */
class TaskEndTest extends TaskFixture {

    @Test
    void at_the_end_of_all_channels_it_finishes_head_first_and_closes_tail_first() {
        start();
        send(0, 1, new Watermark(Long.MAX_VALUE), new EndOfData(), new EndOfChannel());
        run();
        assertThat(log).doesNotContain("head finish");
        send(1, new Watermark(Long.MAX_VALUE), new EndOfData(), new EndOfChannel());

        assertThat(run()).isEqualTo(Progress.DONE);

        assertThat(log)
                .containsSubsequence(
                        "head watermark " + Long.MAX_VALUE,
                        "head finish",
                        "tail finish",
                        "end of data",
                        "tail close",
                        "head close",
                        "finished");
        assertThat(sent())
                .containsExactly(
                        1, new Watermark(Long.MAX_VALUE), new EndOfData(), new EndOfChannel());
    }

    @Test
    void one_ended_channel_no_longer_counts_for_barriers() {
        start();
        send(0, new EndOfData(), new EndOfChannel());
        send(1, barrier(1), 1);
        run();
        doIo();

        assertThat(sent()).containsExactly(barrier(1), 1);
        assertThat(log).contains("acknowledge 1");
    }

    @Test
    void what_is_due_after_the_end_of_the_data_never_fires() {
        tail.commits = true;
        start();
        ChainTimes times = new ChainTimes();
        task.schedule(2000, "head", null, times::add);
        for (int i = 0; i < 2; i++) {
            send(i, new EndOfData());
        }
        run();
        clock.millis = 5000;

        assertThat(task.wakeAtMs()).isEqualTo(Long.MAX_VALUE);
        run();
        assertThat(times.all).isEmpty();
    }

    @DisplayName(
            "CK-61: a task that commits stays until a checkpoint that began after its end has completed")
    @Test
    void finalCheckpoint() {
        tail.commits = true;
        start();
        send(0, barrier(1), new EndOfData(), new EndOfChannel());
        send(1, barrier(1), new EndOfData(), new EndOfChannel());
        assertThat(run()).isEqualTo(Progress.NONE);
        doIo();
        task.mailbox().post(new Letter.CheckpointComplete(1)); // it began before the end
        assertThat(run()).isEqualTo(Progress.NONE);
        assertThat(log).contains("tail complete 1").doesNotContain("finished");

        task.mailbox()
                .post(
                        new Letter.TriggerCheckpoint(
                                SnapshotOrder.checkpoint(2, 52))); // no barrier can come any more
        run();
        doIo();
        assertThat(log).contains("acknowledge 2 after the end").doesNotContain("finished");
        task.mailbox().post(new Letter.CheckpointComplete(2));
        assertThat(run()).isEqualTo(Progress.DONE);

        assertThat(log).containsSubsequence("tail complete 2", "tail close", "finished");
        assertThat(sent())
                .containsExactly(
                        barrier(1),
                        new EndOfData(),
                        new CheckpointBarrier(SnapshotOrder.checkpoint(2, 52)),
                        new EndOfChannel());
    }

    @Test
    void barriers_pass_through_between_the_end_of_data_and_the_end_of_the_channel() {
        tail.commits = true;
        start();
        send(0, new EndOfData(), barrier(1));
        send(1, new EndOfData(), barrier(1));
        run();
        doIo();

        assertThat(sent()).containsExactly(new EndOfData(), barrier(1));
        assertThat(log).contains("acknowledge 1 after the end");
        task.mailbox().post(new Letter.CheckpointComplete(1));
        assertThat(run()).as("the senders have not ended yet").isEqualTo(Progress.NONE);
        send(0, new EndOfChannel());
        send(1, new EndOfChannel());
        assertThat(run()).isEqualTo(Progress.DONE);
    }

    @Test
    void without_checkpoints_nobody_waits_for_one() {
        settings = new TaskSettings(false, true, true, true, 0);
        tail.commits = true;
        start();
        for (int i = 0; i < 2; i++) {
            send(i, new EndOfData(), new EndOfChannel());
        }
        assertThat(run()).isEqualTo(Progress.DONE);
        assertThat(log).endsWith("finished");
    }

    @Test
    void a_subtask_that_was_gone_in_the_restored_checkpoint_ends_at_once_and_opens_nothing() {
        beginning = Task.Beginning.FINISHED;
        build(in);

        assertThat(run()).isEqualTo(Progress.DONE);

        assertThat(log).containsExactly("running", "finished");
        assertThat(sent())
                .containsExactly(
                        new Watermark(Long.MAX_VALUE), new EndOfData(), new EndOfChannel());
    }

    @Test
    void a_subtask_that_had_ended_gets_its_state_and_does_not_finish_again() {
        beginning = Task.Beginning.ENDED;
        tail.commits = true;
        build(in);
        run();

        assertThat(log)
                .contains("tail init", "tail open", "end of data")
                .doesNotContain("tail finish");
        assertThat(sent()).containsExactly(new Watermark(Long.MAX_VALUE), new EndOfData());
    }

    @Test
    void operators_know_that_they_had_finished_when_they_are_restored() {
        start();
        assertThat(tail.context.hadFinished()).isFalse();
        beginning = Task.Beginning.ENDED;
        build(in);
        run();
        assertThat(tail.context.hadFinished()).isTrue();
    }

    @Test
    void what_is_emitted_with_the_last_checkpoint_lies_before_the_end_after_a_restore_too() {
        beginning = Task.Beginning.ENDED;
        tail.commits = true;
        tail.atLastCheckpoint = "last";
        build(in);
        run();
        assertThat(sent()).containsExactly(new Watermark(Long.MAX_VALUE));
        for (int i = 0; i < 2; i++) {
            send(i, new EndOfData(), barrier(1), new EndOfChannel());
        }
        run();
        doIo();
        task.mailbox().post(new Letter.CheckpointComplete(1));
        assertThat(run()).isEqualTo(Progress.DONE);
        assertThat(sent()).containsExactly(barrier(1), "last", new EndOfData(), new EndOfChannel());
    }
}
