// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.exchange.StreamElement.EndOfChannel;
import io.millrace.engine.exchange.StreamElement.EndOfData;
import io.millrace.engine.state.SnapshotOrder;
import io.millrace.engine.worker.Progress;
import org.junit.jupiter.api.Test;

/**
 * Operators that keep records for a while: the input that waits for them, and the end that does.
 */
class TaskHoldTest extends TaskFixture {

    @Test
    void nothing_is_taken_while_an_operator_has_no_room() {
        tail.keeps = 2;
        start();
        send(0, 1, 2, 3, barrier(1));
        send(1, barrier(1));

        assertThat(run()).isEqualTo(Progress.NONE);
        assertThat(log).contains("tail record 2").doesNotContain("tail record 3", "prepare 1");
        tail.release();
        run();
        assertThat(log).contains("tail record 3").doesNotContain("head prepare 1");
        assertThat(sent()).containsExactly(1);
        tail.release();
        run();
        assertThat(log).contains("head prepare 1");
        assertThat(sent()).containsExactly(2, barrier(1));
    }

    @Test
    void a_source_is_not_asked_while_an_operator_has_no_room() {
        tail.keeps = 1;
        Source source = startSource();
        source.toEmit.add(1);
        source.toEmit.add(2);

        assertThat(run()).isEqualTo(Progress.NONE);
        assertThat(source.toEmit).hasSize(1);
        task.mailbox().post(new Letter.TriggerCheckpoint(SnapshotOrder.checkpoint(1, 51)));
        run();
        doIo();
        assertThat(log).contains("acknowledge 1");
        tail.release();
        run();
        assertThat(source.toEmit).isEmpty();
        assertThat(sent()).containsExactly(barrier(1), 1);
    }

    @Test
    void what_a_source_has_handed_over_comes_in_spite_of_that_while_it_has_to_be_locked() {
        tail.keeps = 1;
        Source source = startSource();
        source.lockable = false;
        source.toEmit.add(1);
        source.toEmit.add(2);
        run();
        assertThat(source.toEmit).hasSize(1);

        task.mailbox().post(new Letter.TriggerCheckpoint(SnapshotOrder.checkpoint(1, 51)));
        run();
        assertThat(source.toEmit).isEmpty();
        assertThat(log).doesNotContain("head snapshot 1");
        source.lockable = true;
        source.available.complete(null);
        run();
        doIo();
        assertThat(log).contains("acknowledge 1");
    }

    @Test
    void the_end_waits_for_what_is_kept_and_barriers_pass_meanwhile() {
        tail.keeps = 10;
        start();
        for (int i = 0; i < 2; i++) {
            send(i, i, new EndOfData(), barrier(1));
        }

        assertThat(run()).isEqualTo(Progress.NONE);
        doIo();
        assertThat(log)
                .contains("acknowledge 1")
                .doesNotContain("head finish", "tail finish", "end of data");
        for (int i = 0; i < 2; i++) {
            send(i, new EndOfChannel());
        }
        task.mailbox()
                .post(
                        new Letter.TriggerCheckpoint(
                                SnapshotOrder.checkpoint(2, 52))); // no barrier can come any more
        run();
        doIo();
        assertThat(log).contains("acknowledge 2").doesNotContain("head finish");
        tail.release();
        assertThat(run()).isEqualTo(Progress.NONE);
        tail.release();
        assertThat(run()).isEqualTo(Progress.DONE);
        assertThat(log)
                .containsSubsequence("head finish", "tail finish", "end of data", "finished");
        assertThat(sent())
                .containsExactly(barrier(1), barrier(2), 0, 1, new EndOfData(), new EndOfChannel());
    }

    @Test
    void a_letter_for_a_snapshot_that_came_before_the_last_element_is_answered_then() {
        tail.keeps = 10;
        start();
        for (int i = 0; i < 2; i++) {
            send(i, i, new EndOfData());
        }
        run();
        task.mailbox().post(new Letter.TriggerCheckpoint(SnapshotOrder.checkpoint(1, 51)));
        run();
        assertThat(log).doesNotContain("head snapshot 1");
        for (int i = 0; i < 2; i++) {
            send(i, new EndOfChannel());
        }
        run();
        doIo();
        assertThat(log).contains("acknowledge 1");
    }

    @Test
    void there_is_no_snapshot_while_some_have_finished_and_others_keep_what_those_said_last() {
        head.atFinish = "last word";
        tail.commits = true;
        tail.keeps = 10;
        start();
        for (int i = 0; i < 2; i++) {
            send(i, new EndOfData(), new EndOfChannel());
        }

        assertThat(run()).isEqualTo(Progress.NONE);
        assertThat(log).contains("head finish").doesNotContain("tail finish");
        task.mailbox().post(new Letter.TriggerCheckpoint(SnapshotOrder.checkpoint(1, 51)));
        assertThat(run()).isEqualTo(Progress.NONE);
        assertThat(log).doesNotContain("head snapshot 1", "tail snapshot 1");
        tail.release();
        run();
        doIo();
        assertThat(log).contains("tail finish", "acknowledge 1 after the end");
        assertThat(sent()).startsWith("last word", new EndOfData(), barrier(1));
    }

    @Test
    void a_source_that_has_ended_gets_no_more_letters_while_records_are_kept() {
        tail.keeps = 10;
        Source source = startSource();
        source.toEmit.add(1);
        source.ends = true;

        assertThat(run()).isEqualTo(Progress.NONE);
        task.mailbox().post(new Letter.SourceEvent("too late"));
        task.mailbox().post(new Letter.TriggerCheckpoint(SnapshotOrder.checkpoint(1, 51)));
        run();
        doIo();
        assertThat(log).contains("acknowledge 1").noneMatch(line -> line.contains("too late"));
        tail.release();
        assertThat(run()).isEqualTo(Progress.DONE);
    }

    @Test
    void what_fails_later_names_its_operator() {
        start();
        tail.context.execute(
                () -> {
                    throw new IllegalStateException("on purpose");
                });
        run();
        assertThat(told.failure.operator()).isEqualTo("tail");
        assertThat(told.failure.uid()).isEqualTo("tail-uid");
        assertThat(told.failure.cause()).hasRootCauseMessage("on purpose");
    }

    // ---- timers

    private void timer(Logging of, long atMs, String brings) {
        of.context.scheduleLikeInput(atMs, at -> of.output.collect(brings, NONE));
    }

    /** One that is always due. */
    private void again() {
        head.context.scheduleLikeInput(
                clock.millis - 1,
                at -> {
                    head.output.collect("timer", NONE);
                    again();
                });
    }

    @Test
    void timers_before_an_operator_without_room_wait_as_the_input_does() {
        tail.keeps = 1;
        start();
        send(0, 1);
        timer(head, 2_000, "first");
        timer(head, 2_001, "second");
        run();
        clock.millis = 3_000;
        assertThat(run()).isEqualTo(Progress.NONE);
        assertThat(tail.kept).containsExactly(1);
        assertThat(task.wakeAtMs()).as("nobody wakes it in vain").isEqualTo(Long.MAX_VALUE);
        tail.release();
        run();
        assertThat(tail.kept).containsExactly("first");
        tail.release();
        assertThat(run()).isEqualTo(Progress.NONE);
        assertThat(tail.kept).containsExactly("second");
    }

    @Test
    void a_timer_that_waits_can_be_cancelled() {
        tail.keeps = 1;
        start();
        send(0, 1);
        run();
        var timer = head.context.scheduleLikeInput(2_000, at -> log.add("called"));
        clock.millis = 3_000;
        run();
        timer.cancel();
        tail.release();
        run();
        assertThat(log).doesNotContain("called");
    }

    @Test
    void timers_of_the_operator_that_has_no_room_and_of_those_that_bring_nothing_do_not_wait() {
        tail.keeps = 1;
        start();
        send(0, 1);
        run();
        tail.context.scheduleLikeInput(2_000, at -> log.add("tail's"));
        head.context.schedule(2_000, at -> log.add("head's"));
        clock.millis = 3_000;
        run();
        assertThat(log).contains("tail's", "head's");
    }

    @Test
    void timers_that_never_leave_room_keep_neither_records_nor_barriers_from_passing() {
        tail.keeps = 1;
        start();
        again();
        send(0, 1, 2, barrier(1));
        send(1, barrier(1));
        for (int i = 0; i < 12; i++) {
            assertThat(run()).isEqualTo(Progress.NONE);
            assertThat(tail.kept).hasSize(1);
            tail.release();
        }
        assertThat(log).contains("tail record 1", "tail record 2", "head prepare 1");
    }

    @Test
    void records_that_never_leave_room_do_not_keep_timers_from_firing() {
        tail.keeps = 1;
        start();
        for (int i = 0; i < 20; i++) {
            send(0, i);
        }
        run();
        again();
        for (int i = 0; i < 8; i++) {
            tail.release();
            run();
        }
        assertThat(log.stream().filter("tail record timer"::equals).count()).isBetween(3L, 5L);
    }

    @Test
    void the_end_waits_for_timers_that_were_due_and_not_for_later_ones() {
        tail.keeps = 1;
        start();
        send(0, 1);
        run();
        timer(head, 2_000, "first");
        timer(head, 2_001, "second");
        timer(head, 2_002, "third");
        timer(head, 9_000, "never");
        clock.millis = 3_000;
        send(0, new EndOfData(), new EndOfChannel());
        send(1, new EndOfData(), new EndOfChannel());
        run();
        for (int i = 0; i < 3; i++) {
            tail.release();
            run();
            assertThat(log).doesNotContain("head finish");
        }
        clock.millis = 10_000;
        run();
        tail.release();
        assertThat(run()).isEqualTo(Progress.DONE);
        assertThat(log)
                .containsSubsequence(
                        "tail record first",
                        "tail record second",
                        "tail record third",
                        "head finish",
                        "finished")
                .doesNotContain("tail record never");
    }

    @Test
    void timers_that_come_again_and_again_do_not_put_the_end_off() {
        tail.keeps = 10;
        start();
        send(0, 1, new EndOfData(), new EndOfChannel());
        send(1, new EndOfData(), new EndOfChannel());
        again();
        for (int i = 0; i < 50 && !log.contains("finished"); i++) {
            clock.millis++;
            task.step();
            if (!tail.kept.isEmpty()) {
                tail.release();
            }
        }
        assertThat(log).contains("finished");
    }
}
