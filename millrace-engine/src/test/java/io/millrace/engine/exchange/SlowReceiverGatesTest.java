// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** One sender and one receiver, stepped by hand under a clock turned by hand. */
class SlowReceiverGatesTest {

    private static final long NONE = Long.MIN_VALUE;
    private static final long MS = 1_000_000;

    private final Channel channel = new Channel();
    private final InputGate receiver = new InputGate(new Channel[] {channel}, new int[] {0});
    private final OutputGate sender =
            new OutputGate(
                    new Channel[] {channel},
                    new Partitioner.Single(),
                    null,
                    ready -> {
                        throw new Waited();
                    });
    private long nowNanos;
    private int onItsWay;

    private static final class Waited extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    /** What a task does: emits until the gate is blocked. */
    private void send() {
        sender.drain();
        while (!sender.isBlocked()) {
            sender.record(onItsWay++, NONE);
        }
    }

    private void consume(long nanosPerRecord) {
        Batch batch = (Batch) receiver.poll();
        if (receiver.isRested()) {
            receiver.begin(nowNanos);
        }
        nowNanos += batch.size() * nanosPerRecord;
        receiver.consumed(batch.size(), nowNanos);
        onItsWay -= batch.size();
    }

    @Test
    void to_a_receiver_that_never_steps_little_is_sent() {
        send();
        assertThat(onItsWay).isEqualTo((Channel.CAPACITY + 1) * 16);
    }

    @Test
    void a_call_that_emits_much_is_made_to_wait_when_the_surplus_is_full_of_small_batches() {
        assertThatThrownBy(
                        () -> {
                            while (true) {
                                sender.record(onItsWay++, NONE);
                            }
                        })
                .isInstanceOf(Waited.class);
        assertThat(onItsWay).isEqualTo((Channel.CAPACITY + OutputGate.SURPLUS_LIMIT + 1) * 16);
    }

    @Test
    void to_a_slow_receiver_is_sent_what_lasts_it_a_tenth_of_a_second() {
        for (int i = 0; i < 100; i++) {
            send();
            consume(MS);
        }
        send();
        assertThat(onItsWay).isBetween(80, 110);
    }

    @Test
    void a_quick_receiver_gets_full_batches_after_a_few_and_fewer_once_it_is_slow() {
        for (int i = 0; i < 500; i++) {
            send();
            consume(100);
        }
        assertThat(onItsWay).isEqualTo(Channel.CAPACITY * Batch.CAPACITY);
        for (int i = 0; i < 100; i++) {
            send();
            consume(MS);
        }
        assertThat(onItsWay).isBetween(80, 110);
    }

    @Test
    void the_time_in_which_a_receiver_had_nothing_is_not_its_own() {
        for (int i = 0; i < 40_000; i++) {
            sender.record(onItsWay++, NONE);
            sender.flush();
            consume(100);
            assertThat(receiver.poll()).isNull();
            nowNanos += 1000 * MS;
        }
        assertThat(channel.batchRecords()).isEqualTo(Batch.CAPACITY);
    }

    @Test
    void the_time_in_which_a_receiver_waited_for_room_of_its_own_is() {
        for (int i = 0; i < 50; i++) {
            send();
            consume(100);
            nowNanos += 1000 * MS;
        }
        assertThat(channel.batchRecords()).isEqualTo(1);
    }
}
