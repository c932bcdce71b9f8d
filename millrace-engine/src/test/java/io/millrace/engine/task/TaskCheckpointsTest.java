// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.exchange.StreamElement.CancelMarker;
import io.millrace.engine.worker.Progress;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What a task does about checkpoints while its inputs go on. */
class TaskCheckpointsTest extends TaskFixture {

    @Test
    void the_barrier_goes_out_before_the_snapshot_and_after_what_operators_emit_for_it() {
        start();
        tail.lastWord = "last";
        send(0, 1, barrier(1), 2);
        send(1, 3, barrier(1));
        run();

        assertThat(sent()).containsExactly(1, 3, "last", barrier(1), 2);
        assertThat(log)
                .containsSubsequence(
                        "head prepare 1",
                        "tail prepare 1",
                        "tail snapshot 1",
                        "head snapshot 1",
                        "head record 2");
        assertThat(log).doesNotContain("acknowledge 1");

        doIo();
        assertThat(log).endsWith("acknowledge 1");
        assertThat(told.snapshot.vertex()).isEqualTo(3);
        assertThat(told.snapshot.subtask()).isEqualTo(1);
        assertThat(told.snapshot.operators()).hasSize(2);
    }

    @DisplayName("C01: records that follow the barrier on the faster input wait for the cut")
    @Test
    void c01() {
        start();
        send(0, 1, barrier(1), 2, 3);
        send(1, 10);
        run();
        assertThat(sent()).containsExactly(1, 10);

        send(1, 11, barrier(1));
        run();
        assertThat(sent()).containsExactly(11, barrier(1), 2, 3);
    }

    @DisplayName("C09: after an abort the barriers of the next checkpoint find a clean gate")
    @Test
    void c09() {
        start();
        send(0, barrier(1), 1);
        run();
        assertThat(sent()).isEmpty();

        task.mailbox().post(new Letter.CheckpointAborted(1, 0));
        run();
        assertThat(sent()).containsExactly(new CancelMarker(1), 1);
        assertThat(log).contains("tail aborted 1", "head aborted 1");

        send(1, barrier(1), 2, barrier(2));
        send(0, barrier(2));
        run();
        assertThat(sent()).containsExactly(2, barrier(2));
        doIo();
        assertThat(log).contains("acknowledge 2").doesNotContain("acknowledge 1");
    }

    @Test
    void a_newer_barrier_gives_the_older_checkpoint_up_and_says_so() {
        start();
        send(0, barrier(1), barrier(2));
        run();
        send(1, barrier(2));
        run();

        assertThat(sent()).containsExactly(new CancelMarker(1), barrier(2));
        assertThat(log).contains("decline 1 SUBSUMED");
    }

    @Test
    void a_cancel_marker_declines_and_is_passed_on() {
        start();
        send(0, barrier(1));
        send(1, new CancelMarker(1), 5);
        run();

        assertThat(sent()).containsExactly(new CancelMarker(1), 5);
        assertThat(log).contains("decline 1 CANCEL_MARKER");
    }

    @DisplayName(
            "C07: an exception in the synchronous part fails the task, and names operator and checkpoint")
    @Test
    void c07() {
        start();
        tail.throwAt = "snapshot 1";
        send(0, barrier(1));
        send(1, barrier(1));

        assertThat(run()).isEqualTo(Progress.DONE);

        assertThat(log).endsWith("failed").contains("head close", "tail close");
        assertThat(told.failure.operator()).isEqualTo("tail");
        assertThat(told.failure.uid()).isEqualTo("tail-uid");
        assertThat(told.failure.cause())
                .hasMessageContaining("'tail'")
                .hasMessageContaining("checkpoint 1")
                .hasRootCauseMessage("on purpose at snapshot 1");
    }

    @Test
    void where_snapshot_errors_are_tolerated_it_declines_and_goes_on() {
        settings = new TaskSettings(true, true, false, true, 0);
        start();
        tail.throwAt = "snapshot 1";
        send(0, barrier(1), 1, barrier(2));
        send(1, barrier(1), barrier(2));
        run();
        doIo();

        assertThat(log).contains("decline 1 SYNCHRONOUS_FAILURE", "acknowledge 2");
        assertThat(sent())
                .as("the barrier is out already")
                .containsExactly(barrier(1), 1, barrier(2));
    }

    @Test
    void barriers_up_to_the_restored_checkpoint_are_ignored() {
        settings = new TaskSettings(true, true, true, true, 6);
        start();
        send(0, barrier(6), 1);
        run();
        assertThat(sent()).containsExactly(1);
    }

    @Test
    void an_older_completion_is_not_told_after_a_newer_one() {
        start();
        task.mailbox().post(new Letter.CheckpointComplete(4));
        task.mailbox().post(new Letter.CheckpointComplete(3));
        run();

        assertThat(logged()).containsExactly("tail complete 4", "head complete 4");
    }

    @DisplayName("CK-93: an abort first tells the newest completion that was missed")
    @Test
    void ck93() {
        start();
        task.mailbox().post(new Letter.CheckpointComplete(2));
        task.mailbox().post(new Letter.CheckpointAborted(5, 4));
        task.mailbox().post(new Letter.CheckpointAborted(6, 4));
        task.mailbox().post(new Letter.CheckpointComplete(4));
        run();

        assertThat(logged())
                .filteredOn(event -> event.startsWith("tail"))
                .startsWith("tail complete 2", "tail complete 4", "tail aborted 5")
                .containsExactly(
                        "tail complete 2", "tail complete 4", "tail aborted 5", "tail aborted 6");
    }

    @DisplayName("M9: cuts follow each other while earlier ones are still being written")
    @Test
    void m9() {
        start();
        send(0, 1, barrier(1), 2, barrier(2), 3);
        send(1, barrier(1), barrier(2));
        run();

        assertThat(sent()).containsExactly(1, barrier(1), 2, barrier(2), 3);
        Runnable first = workers.io.remove();
        doIo();
        assertThat(log).contains("acknowledge 2").doesNotContain("acknowledge 1");
        first.run();
        assertThat(log).endsWith("acknowledge 1");
    }

    @DisplayName(
            "CK-38: what is written for a checkpoint that was given up is stopped, others go on")
    @Test
    void ck38() {
        start();
        for (long id = 1; id <= 3; id++) {
            send(0, barrier(id));
            send(1, barrier(id));
        }
        run();
        task.mailbox().post(new Letter.CheckpointAborted(2, 0));
        run();
        log.clear();
        doIo();

        assertThat(log).containsExactly("acknowledge 1", "acknowledge 3");
    }

    @DisplayName("CK-38: a task that is over does not write on")
    @Test
    void aTaskThatIsOverDoesNotWriteOn() {
        start();
        send(0, barrier(1));
        send(1, barrier(1));
        run();
        task.mailbox().requestCancel();
        run();
        log.clear();
        doIo();
        assertThat(log).isEmpty();
    }

    @DisplayName("CK-53: at-least-once, a channel whose peer is stuck goes on")
    @Test
    void ck53() {
        settings = new TaskSettings(true, true, true, false, 0);
        start();
        send(0, 1, barrier(1), 2, barrier(2), 3);
        send(1, 10);
        run();
        assertThat(sent()).containsExactlyInAnyOrder(1, 2, 3, 10);

        send(1, barrier(1), 11, barrier(2));
        run();
        assertThat(sent()).containsExactly(barrier(1), 11, barrier(2));
        doIo();
        assertThat(log).containsSubsequence("acknowledge 1", "acknowledge 2");
    }

    @DisplayName("CK-53: at-least-once, the oldest of more than 50 is declined and passed on")
    @Test
    void ck53TooMany() {
        settings = new TaskSettings(true, true, true, false, 0);
        start();
        for (long id = 1; id <= 51; id++) {
            send(0, barrier(id));
            run();
        }
        assertThat(sent()).containsExactly(new CancelMarker(1));
        assertThat(log).containsExactly("decline 1 SUBSUMED");
    }
}
