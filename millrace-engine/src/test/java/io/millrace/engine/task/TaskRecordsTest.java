// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.exchange.Channel;
import io.millrace.engine.exchange.StreamElement.Status;
import io.millrace.engine.exchange.StreamElement.Watermark;
import io.millrace.engine.worker.Progress;
import org.junit.jupiter.api.Test;

/** How a task takes records and passes them on. */
class TaskRecordsTest extends TaskFixture {

    @Test
    void it_opens_its_operators_tail_first_and_then_says_that_it_runs() {
        build(in);
        assertThat(task.step()).isEqualTo(Progress.MADE);
        assertThat(logged())
                .containsExactly("tail init", "tail open", "head init", "head open", "running");
        assertThat(task.step()).isEqualTo(Progress.NONE);
    }

    @Test
    void records_go_through_the_chain_and_out() {
        start();
        send(0, 1, 2);
        send(1, 3);

        assertThat(run()).isEqualTo(Progress.NONE);

        assertThat(sent()).containsExactly(1, 2, 3);
        assertThat(logged())
                .startsWith("head record 1", "tail record 1", "head record 2", "tail record 2");
    }

    @Test
    void the_watermark_is_the_smallest_of_the_channels_and_comes_after_the_records_before_it() {
        start();
        send(0, 1, new Watermark(10));
        send(1, 2, new Watermark(7), 3);
        run();

        assertThat(sent()).containsExactly(1, 2, new Watermark(7), 3);
    }

    @Test
    void idleness_is_passed_on_when_all_channels_are_idle_and_when_one_comes_back() {
        start();
        send(0, new Watermark(5), new Status(true));
        send(1, new Watermark(4), new Status(true), new Status(false));
        run();

        assertThat(sent())
                .containsExactly(
                        new Watermark(4), new Watermark(5), new Status(true), new Status(false));
    }

    /** Emits until no more fits; how many records that were. */
    private int sendUntilBlocked(int channel) {
        int records = 0;
        sender[channel].drain();
        while (!sender[channel].isBlocked()) {
            sender[channel].record("r", NONE);
            records++;
        }
        return records;
    }

    @Test
    void what_is_on_its_way_to_it_is_little_when_its_records_take_long_and_much_when_they_do_not() {
        head = new Silent();
        start();
        sendUntilBlocked(0);
        sendUntilBlocked(1);
        for (int i = 0; i < 200; i++) {
            run();
            sendUntilBlocked(0);
        }
        run();
        sender[0].drain();
        run();
        assertThat(sendUntilBlocked(0)).isGreaterThan(10_000);

        head.atRecord = () -> clock.millis += 2;
        for (int i = 0; i < 200; i++) {
            run();
            sendUntilBlocked(0);
        }
        run();
        sender[0].drain();
        run();
        assertThat(sendUntilBlocked(0))
                .as("and half of them are the other channel's")
                .isLessThan(40);
    }

    @Test
    void a_letter_is_opened_between_two_records_of_a_batch() {
        start();
        head.atRecord =
                () -> {
                    if (log.contains("head record 1") && !log.contains("head record 2")) {
                        task.mailbox().post(new Letter.CheckpointComplete(9));
                    }
                };
        send(0, 1, 2, 3);
        run();

        assertThat(logged())
                .containsExactly(
                        "head record 1",
                        "tail record 1",
                        "tail complete 9",
                        "head complete 9",
                        "head record 2",
                        "tail record 2",
                        "head record 3",
                        "tail record 3");
    }

    @Test
    void with_a_full_output_it_takes_no_input() {
        start();
        for (int i = 0; out.offer(new Watermark(i)); i++) {
            assertThat(i).isLessThan(Channel.CAPACITY);
        }
        send(0, 1);
        assertThat(run()).as("its batch finds the channel full").isEqualTo(Progress.BLOCKED);
        logged();
        send(0, 2);

        assertThat(run()).isEqualTo(Progress.BLOCKED);
        assertThat(logged()).isEmpty();

        sent();
        assertThat(run()).isEqualTo(Progress.NONE);
        assertThat(sent()).containsExactly(1, 2);
    }

    @Test
    void callbacks_are_called_when_their_time_has_come_and_not_before() {
        start();
        ChainTimes times = new ChainTimes();
        task.schedule(1005, "head", null, times::add);
        task.schedule(1003, "head", null, times::add);
        assertThat(task.wakeAtMs()).as("when the clock has passed it").isEqualTo(1004);
        run();
        assertThat(times.all).isEmpty();

        clock.millis = 1004;
        run();
        assertThat(times.all).containsExactly(1003L);
        clock.millis = 1010;
        run();
        assertThat(times.all).containsExactly(1003L, 1005L);
        assertThat(task.wakeAtMs()).isEqualTo(Long.MAX_VALUE);
    }
}
