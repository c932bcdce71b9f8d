// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.typeutils.base.LongSerializer;
import io.millrace.engine.exchange.StreamElement.CancelMarker;
import io.millrace.engine.exchange.StreamElement.EndOfChannel;
import io.millrace.engine.exchange.StreamElement.EndOfData;
import io.millrace.engine.exchange.StreamElement.Watermark;
import io.millrace.engine.state.SnapshotOrder;
import java.io.IOException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What a task does about barriers that overtake what is on its way to it. */
@DisplayName("CK-56: unaligned checkpoints")
class TaskOvertakingTest extends OvertakingFixture {

    @Test
    void a_barrier_is_passed_on_at_once_and_what_it_overtook_is_in_the_snapshot()
            throws IOException {
        startOvertaking();
        sendEach(0, 1, 2, 3, 4);
        overtaking[0].broadcast(overtaking(1, 0));
        sendEach(1, 10);
        overtaking[1].broadcast(overtaking(1, 0));
        sendEach(1, 11);
        task.step();

        assertThat(sent()).startsWith(overtaking(1, 0)).doesNotContain(2);
        doIo();
        assertThat(log).contains("acknowledge 1");
        assertThat(recorded()).containsExactly("0:1", "0:2", "0:3", "0:4", "1:10");
        runAll();
        assertThat(sent()).containsExactlyInAnyOrder(1, 10, 2, 11, 3, 4);
    }

    @Test
    void what_was_processed_of_the_batch_at_hand_is_not_in_it_and_the_rest_is() throws IOException {
        startOvertaking();
        for (int i = 1; i <= 4; i++) {
            overtaking[0].record(i, NONE);
        }
        overtaking[0].flush();
        head.atRecord =
                () -> {
                    if (log.contains("head record 2") && !log.contains("head record 3")) {
                        overtaking[0].broadcast(overtaking(1, 0));
                        overtaking[1].broadcast(overtaking(1, 0));
                    }
                };
        run();
        doIo();

        assertThat(sent()).containsExactly(1, 2, overtaking(1, 0), 3, 4);
        assertThat(recorded()).containsExactly("0:3", "0:4");
    }

    private void startInterrupting(boolean allowed) {
        settings =
                new TaskSettings(
                        true, true, true, true, 0, new TaskSettings.InFlight(true, -1, allowed));
        startOvertaking();
        overtaking[0].broadcast(new Watermark(7));
        overtaking[1].broadcast(new Watermark(7));
    }

    /** The head fires three timers, and after the first something happens elsewhere. */
    private void threeTimers(Runnable afterTheFirst) {
        head.atWatermark =
                () -> {
                    log.add("timer 1");
                    afterTheFirst.run();
                    head.context.betweenTimers();
                    log.add("timer 2");
                    head.context.betweenTimers();
                    log.add("timer 3");
                };
    }

    @Test
    void between_timers_of_a_watermark_a_barrier_overtakes_the_others_and_it_is_in_the_snapshot()
            throws IOException {
        startInterrupting(true);
        threeTimers(
                () -> {
                    sendEach(0, 1);
                    overtaking[0].broadcast(overtaking(1, 0));
                    overtaking[1].broadcast(overtaking(1, 0));
                });
        runAll();
        doIo();

        assertThat(log)
                .containsSubsequence("timer 1", "head snapshot 1", "timer 2", "timer 3")
                .contains("acknowledge 1");
        assertThat(sent()).containsSubsequence(overtaking(1, 0), new Watermark(7), 1);
        assertThat(recorded()).containsExactly("0:1", "1:w7");
    }

    @Test
    void between_timers_letters_that_are_about_no_barrier_wait_in_their_order() {
        startInterrupting(true);
        threeTimers(
                () -> {
                    task.mailbox().post(new Letter.Run(() -> log.add("first letter")));
                    overtaking[0].broadcast(overtaking(1, 0));
                    overtaking[1].broadcast(overtaking(1, 0));
                    task.mailbox().post(new Letter.Run(() -> log.add("second letter")));
                });
        runAll();

        assertThat(log)
                .containsSubsequence(
                        "head snapshot 1", "timer 2", "timer 3", "first letter", "second letter");
    }

    @Test
    void between_timers_a_barrier_has_to_wait_while_it_is_to_be_aligned() throws IOException {
        startInterrupting(true);
        threeTimers(
                () -> {
                    overtaking[0].broadcast(overtaking(1, 100));
                    overtaking[1].broadcast(overtaking(1, 100));
                });
        runAll();
        doIo();

        assertThat(log).containsSubsequence("timer 3", "head snapshot 1");
        assertThat(sent()).containsSubsequence(new Watermark(7), overtaking(1, 100));
        assertThat(logs).isEmpty();
    }

    @Test
    void between_timers_of_an_operator_behind_the_head_nothing_is_cut_for_the_head_is_at_work() {
        startInterrupting(true);
        head.atWatermark =
                () -> {
                    overtaking[0].broadcast(overtaking(1, 0));
                    overtaking[1].broadcast(overtaking(1, 0));
                    log.add("the head is in the middle of a timer");
                    tail.context.betweenTimers();
                    log.add("the head's timer has fired");
                };
        runAll();

        assertThat(log)
                .containsSubsequence(
                        "the head is in the middle of a timer",
                        "the head's timer has fired",
                        "head snapshot 1");
    }

    @Test
    void between_timers_no_savepoint_is_taken_though_it_comes_as_a_letter() {
        startInterrupting(true);
        threeTimers(
                () -> {
                    for (int channel = 0; channel < 2; channel++) {
                        overtaking[channel].broadcast(new EndOfData());
                        overtaking[channel].broadcast(new EndOfChannel());
                    }
                    task.mailbox()
                            .post(
                                    new Letter.TriggerCheckpoint(
                                            new SnapshotOrder(
                                                    1,
                                                    TRIGGERED_MS,
                                                    SnapshotOrder.Form.CANONICAL_SAVEPOINT,
                                                    SnapshotOrder.ALIGNED,
                                                    false)));
                });
        runAll();

        assertThat(log).containsSubsequence("timer 3", "head snapshot 1");
    }

    @Test
    void between_timers_a_task_whose_senders_have_ended_is_asked_by_letter() throws IOException {
        startInterrupting(true);
        threeTimers(
                () -> {
                    for (int channel = 0; channel < 2; channel++) {
                        overtaking[channel].broadcast(new EndOfData());
                        overtaking[channel].broadcast(new EndOfChannel());
                    }
                    task.mailbox().post(new Letter.TriggerCheckpoint(overtaking(1, 0).order()));
                });
        task.step();
        task.step();
        doIo();

        assertThat(log)
                .containsSubsequence("timer 1", "head snapshot 1", "timer 2")
                .contains("acknowledge 1");
        assertThat(recorded()).containsExactly("1:w7");
    }

    @Test
    void unless_it_is_allowed_no_barrier_comes_between_timers() {
        startInterrupting(false);
        threeTimers(
                () -> {
                    overtaking[0].broadcast(overtaking(1, 0));
                    overtaking[1].broadcast(overtaking(1, 0));
                });
        runAll();

        assertThat(log).containsSubsequence("timer 3", "head snapshot 1");
    }

    @Test
    void what_comes_on_a_channel_whose_sender_has_not_cut_yet_is_in_it_until_it_has()
            throws IOException {
        startOvertaking();
        overtaking[0].broadcast(overtaking(1, 0));
        sendEach(1, 10);
        run();
        overtaking[1].broadcast(new Watermark(7));
        sendEach(1, 11, 12, 13);
        run();
        doIo();
        assertThat(log).doesNotContain("acknowledge 1");

        overtaking[1].broadcast(overtaking(1, 0));
        sendEach(1, 14);
        runAll();
        doIo();
        assertThat(log).contains("acknowledge 1");
        assertThat(recorded()).containsExactly("1:10", "1:w7", "1:11", "1:12", "1:13");
    }

    @Test
    void while_there_is_time_it_is_aligned_and_holds_nothing_of_what_was_on_its_way() {
        startOvertaking();
        sendEach(0, 1);
        overtaking[0].broadcast(overtaking(1, 100));
        sendEach(0, 2);
        sendEach(1, 10);
        run();
        assertThat(sent()).containsExactlyInAnyOrder(1, 10);
        assertThat(task.wakeAtMs()).isEqualTo(TRIGGERED_MS + 100);

        overtaking[1].broadcast(overtaking(1, 100));
        run();
        assertThat(sent()).containsExactly(overtaking(1, 100), 2);
        assertThat(logs).isEmpty();
        assertThat(task.wakeAtMs()).isEqualTo(Long.MAX_VALUE);
    }

    @DisplayName("CK-12: when the time from the trigger is over the barrier overtakes after all")
    @Test
    void ck12() throws IOException {
        startOvertaking();
        tail.keeps = 3;
        sendEach(0, 1);
        overtaking[0].broadcast(overtaking(1, 100));
        sendEach(0, 2);
        sendEach(1, 10, 11, 12, 13, 14);
        runAll();
        assertThat(log).doesNotContain("head snapshot 1");

        overtaking[1].broadcast(overtaking(1, 100));
        clock.millis = TRIGGERED_MS + 99;
        runAll();
        assertThat(log).doesNotContain("head snapshot 1");
        clock.millis = TRIGGERED_MS + 100;
        runAll();
        assertThat(sent()).containsExactly(overtaking(1, 100));
        assertThat(recorded()).containsExactly("1:12", "1:13", "1:14");
    }

    @Test
    void what_was_sent_behind_the_barrier_is_not_in_it_however_far_it_has_come()
            throws IOException {
        startOvertaking();
        sendEach(0, 1, 2, 3);
        overtaking[0].broadcast(overtaking(1, 50));
        sendEach(0, 4, 5);
        runAll();
        assertThat(log).contains("head record 3").doesNotContain("head record 4");
        clock.millis = TRIGGERED_MS + 50;
        sendEach(1, 10);
        runAll();
        overtaking[1].broadcast(overtaking(1, 50));
        runAll();

        assertThat(recorded()).containsExactly("1:10");
        assertThat(log).contains("head record 4", "head record 5");
    }

    @DisplayName("A channel where nothing may be overtaken is waited for")
    @Test
    void strict() throws IOException {
        overtakable[1] = false;
        startOvertaking();
        sendEach(0, 1, 2, 3);
        overtaking[0].broadcast(overtaking(1, 0));
        run();
        assertThat(log).doesNotContain("head snapshot 1");
        assertThat(sent()).doesNotContain(overtaking(1, 0));

        sendEach(0, 4);
        sender[1] = gateTo(small[1]);
        sender[1].broadcast(overtaking(1, 0));
        runAll();
        assertThat(log).containsSubsequence("head snapshot 1", "head record 4");
        assertThat(recorded()).doesNotContain("0:4");
    }

    @DisplayName("CK-37: an abort ends the waiting, or the recording, and the next one is whole")
    @Test
    void ck37() throws IOException {
        startOvertaking();
        overtaking[0].broadcast(overtaking(1, 0));
        sendEach(1, 10);
        run();
        task.mailbox().post(new Letter.CheckpointAborted(1, 0));
        sendEach(1, 11);
        run();
        overtaking[1].broadcast(overtaking(1, 0)); // late
        overtaking[0].broadcast(overtaking(2, 1000));
        run();
        task.mailbox().post(new Letter.CheckpointAborted(2, 0));
        run();
        assertThat(sent()).containsSubsequence(overtaking(1, 0), new CancelMarker(2));
        overtaking[1].broadcast(overtaking(2, 1000)); // late
        sendEach(1, 12, 13, 14);
        overtaking[0].broadcast(overtaking(3, 0));
        overtaking[1].broadcast(overtaking(3, 0));
        runAll();
        doIo();

        assertThat(log).contains("acknowledge 3").doesNotContain("acknowledge 1", "acknowledge 2");
        assertThat(recorded()).containsExactly("1:12", "1:13", "1:14");
    }

    @Test
    void a_newer_barrier_gives_the_older_up_wherever_it_is() {
        startOvertaking();
        overtaking[0].broadcast(overtaking(1, 0));
        run();
        overtaking[0].broadcast(overtaking(2, 1000));
        run();
        assertThat(log).contains("decline 1 SUBSUMED");
        overtaking[0].broadcast(overtaking(3, 1000));
        run();
        assertThat(log).contains("decline 2 SUBSUMED");
        overtaking[1].broadcast(overtaking(3, 1000));
        run();
        doIo();
        assertThat(log).contains("acknowledge 3").doesNotContain("acknowledge 1", "acknowledge 2");
    }

    @Test
    void a_marker_in_place_of_a_barrier_drops_what_is_recorded() {
        startOvertaking();
        overtaking[0].broadcast(overtaking(1, 0));
        run();
        overtaking[1].broadcast(new CancelMarker(1));
        run();
        doIo();
        assertThat(log).contains("decline 1 CANCEL_MARKER").doesNotContain("acknowledge 1");
    }

    @DisplayName("CK-56: savepoints are aligned, and find their place after what overtook them")
    @Test
    void savepoint() {
        startOvertaking();
        SnapshotOrder order =
                new SnapshotOrder(
                        1,
                        TRIGGERED_MS,
                        SnapshotOrder.Form.CANONICAL_SAVEPOINT,
                        SnapshotOrder.ALIGNED,
                        false);
        sendEach(0, 1);
        overtaking[0].broadcast(
                new io.millrace.engine.exchange.StreamElement.CheckpointBarrier(order));
        sendEach(0, 2);
        run();
        clock.millis = TRIGGERED_MS + 1_000_000;
        run();
        assertThat(sent()).containsExactly(1);
        overtaking[1].broadcast(
                new io.millrace.engine.exchange.StreamElement.CheckpointBarrier(order));
        runAll();
        assertThat(log).containsSubsequence("head snapshot 1", "head record 2");
        assertThat(logs).isEmpty();
    }

    @Test
    void a_sender_that_has_ended_holds_nothing_up_and_what_it_left_is_in_it() throws IOException {
        startOvertaking();
        sendEach(0, 1, 2, 3, 4);
        overtaking[0].broadcast(new EndOfData());
        overtaking[0].broadcast(new EndOfChannel());
        overtaking[1].broadcast(overtaking(1, 0));
        task.step();
        doIo();

        assertThat(log).contains("acknowledge 1");
        assertThat(recorded()).containsExactly("0:1", "0:2", "0:3", "0:4");
    }

    @DisplayName("A task whose senders have all ended is asked by letter and cuts at once")
    @Test
    void root() throws IOException {
        startOvertaking();
        for (int channel = 0; channel < 2; channel++) {
            sendEach(channel, 1, 2, 3);
            overtaking[channel].broadcast(new EndOfData());
            overtaking[channel].broadcast(new EndOfChannel());
        }
        task.mailbox().post(new Letter.TriggerCheckpoint(overtaking(1, 0).order()));
        task.step();
        doIo();
        assertThat(log).contains("acknowledge 1").doesNotContain("end of data");
        assertThat(recorded()).containsExactly("0:1", "0:2", "0:3", "1:1", "1:2", "1:3");

        task.mailbox().post(new Letter.TriggerCheckpoint(overtaking(2, 1000).order()));
        runAll();
        doIo();
        assertThat(log).containsSubsequence("acknowledge 1", "end of data", "finished");
        assertThat(log).contains("head snapshot 2");
    }

    @DisplayName(
            "A savepoint that waits for the last input is given up when a newer one overtakes it")
    @Test
    void waiting() {
        startOvertaking();
        for (int channel = 0; channel < 2; channel++) {
            sendEach(channel, 1, 2, 3);
            overtaking[channel].broadcast(new EndOfData());
            overtaking[channel].broadcast(new EndOfChannel());
        }
        task.mailbox()
                .post(
                        new Letter.TriggerCheckpoint(
                                new SnapshotOrder(
                                        1,
                                        TRIGGERED_MS,
                                        SnapshotOrder.Form.CANONICAL_SAVEPOINT,
                                        SnapshotOrder.ALIGNED,
                                        false)));
        task.mailbox().post(new Letter.TriggerCheckpoint(overtaking(2, 0).order()));
        task.step();
        doIo();

        assertThat(log)
                .containsSubsequence("decline 1 SUBSUMED", "head snapshot 2", "acknowledge 2")
                .doesNotContain("head snapshot 1");
    }

    @DisplayName("What was restored comes first, with its watermarks, and is in the next snapshot")
    @Test
    void restored() throws IOException {
        restored[0].record(1, NONE);
        restored[0].watermark(5);
        restored[0].record(2, 6);
        restored[1].record(3, NONE);
        restored[1].watermark(4);
        startOvertaking();
        sendEach(0, 9);
        task.step();
        overtaking[0].broadcast(overtaking(1, 0));
        overtaking[1].broadcast(overtaking(1, 0));
        task.step();
        doIo();

        assertThat(recorded()).containsExactly("0:w5", "0:2@6", "0:9", "1:3", "1:w4");
        runAll();
        assertThat(log)
                .containsSubsequence("head record 1", "head record 2@6", "head record 9")
                .containsSubsequence("head record 3", "head watermark 4")
                .contains("acknowledge 1");
    }

    @DisplayName("CK-46: what can't be serialized fails the task, or declines the checkpoint")
    @Test
    void ck46() {
        records = LongSerializer.INSTANCE;
        settings = new TaskSettings(true, true, false, true, 0);
        startOvertaking();
        sendEach(0, "no number");
        overtaking[0].broadcast(overtaking(1, 0));
        overtaking[1].broadcast(overtaking(1, 0));
        runAll();
        assertThat(log).contains("decline 1 SYNCHRONOUS_FAILURE", "head record no number");

        settings = new TaskSettings(true, true, true, true, 0);
        startOvertaking();
        sendEach(0, "no number");
        overtaking[0].broadcast(overtaking(2, 0));
        runAll();
        assertThat(told.failure.operator()).isEqualTo("head");
        assertThat(told.failure.cause()).hasMessageContaining("what was on its way");
    }

    @Test
    void a_task_that_is_cancelled_meanwhile_writes_nothing() {
        startOvertaking();
        overtaking[0].broadcast(overtaking(1, 0));
        sendEach(1, 10);
        run();
        task.mailbox().requestCancel();
        run();
        doIo();
        assertThat(log).contains("canceled").doesNotContain("acknowledge 1");
    }
}
