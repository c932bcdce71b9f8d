// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.engine.exchange.StreamElement.CheckpointBarrier;
import io.millrace.engine.exchange.StreamElement.Watermark;
import io.millrace.engine.state.SnapshotOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;

class OutputGateTest {

    private static final long NONE = Long.MIN_VALUE;

    /** By the value's remainder. */
    private static final class Remainder implements Partitioner {
        private final int channels;

        Remainder(int channels) {
            this.channels = channels;
        }

        @Override
        public int channel(Object value) {
            return (Integer) value % channels;
        }
    }

    private static final OutputGate.Overflow NEVER =
            ready -> {
                throw new AssertionError("the gate must not ask for patience here");
            };

    private static Channel[] channels(int count) {
        Channel[] channels = new Channel[count];
        for (int i = 0; i < count; i++) {
            channels[i] = new Channel();
        }
        return channels;
    }

    /** What a receiver has got: values, and control elements as they are. */
    private static List<Object> received(Channel channel) {
        List<Object> all = new ArrayList<>();
        for (StreamElement next = channel.poll(); next != null; next = channel.poll()) {
            addTo(all, next);
        }
        return all;
    }

    private static void addTo(List<Object> all, StreamElement element) {
        if (element instanceof Batch batch) {
            for (int i = 0; i < batch.size(); i++) {
                all.add(batch.value(i));
            }
        } else {
            all.add(element);
        }
    }

    private static List<Object> numbers(int from, int to, int step) {
        List<Object> all = new ArrayList<>();
        for (int i = from; i < to; i += step) {
            all.add(i);
        }
        return all;
    }

    @Test
    void records_wait_in_a_batch_until_it_is_full_or_flushed() {
        Channel[] channels = channels(1);
        OutputGate gate = new OutputGate(channels, new Partitioner.Single(), null, NEVER);
        gate.record(1, NONE);
        gate.record(2, 7);

        assertThat(received(channels[0])).isEmpty();
        assertThat(gate.hasOpenBatches()).isTrue();

        gate.flush();
        Batch batch = (Batch) channels[0].poll();
        assertThat(List.of(batch.value(0), batch.value(1))).containsExactly(1, 2);
        assertThat(batch.timestamp(0)).isEqualTo(NONE);
        assertThat(batch.timestamp(1)).isEqualTo(7);
        assertThat(gate.hasOpenBatches()).isFalse();

        for (int i = 0; i < Batch.CAPACITY; i++) {
            gate.record(i, NONE);
        }
        assertThat(received(channels[0])).hasSize(Batch.CAPACITY);
    }

    @Test
    void timestamps_stay_with_their_records_while_a_batch_grows() {
        Channel[] channels = channels(1);
        OutputGate gate = new OutputGate(channels, new Partitioner.Single(), null, NEVER);
        for (int i = 0; i < 500; i++) {
            gate.record(i, i % 3 == 0 ? NONE : i);
        }
        gate.flush();

        Batch batch = (Batch) channels[0].poll();
        for (int i = 0; i < 500; i++) {
            assertThat(batch.value(i)).isEqualTo(i);
            assertThat(batch.timestamp(i)).isEqualTo(i % 3 == 0 ? NONE : i);
        }
    }

    @Test
    void a_control_element_goes_down_every_channel_after_all_records_before_it() {
        Channel[] channels = channels(3);
        OutputGate gate = new OutputGate(channels, new Remainder(3), null, NEVER);
        for (int i = 0; i < 10; i++) {
            gate.record(i, NONE);
        }
        CheckpointBarrier barrier = new CheckpointBarrier(SnapshotOrder.checkpoint(4, 0));
        gate.broadcast(barrier);
        gate.record(10, NONE);
        gate.flush();

        assertThat(received(channels[0])).containsExactly(0, 3, 6, 9, barrier);
        assertThat(received(channels[1])).containsExactly(1, 4, 7, barrier, 10);
        assertThat(received(channels[2])).containsExactly(2, 5, 8, barrier);
    }

    @Test
    void what_a_full_channel_refuses_waits_in_the_gate_and_keeps_its_order() {
        Channel[] channels = channels(1);
        OutputGate gate = new OutputGate(channels, new Partitioner.Single(), null, NEVER);
        int elements = Channel.CAPACITY + 3;
        for (int i = 0; i < elements; i++) {
            gate.broadcast(new Watermark(i));
        }
        assertThat(gate.isBlocked()).isTrue();
        assertThat(gate.drain()).as("nothing was taken meanwhile").isFalse();

        List<Object> got = new ArrayList<>();
        got.add(channels[0].poll());
        assertThat(gate.drain()).as("room for one, three wait").isFalse();
        got.addAll(received(channels[0]));
        assertThat(gate.drain()).isTrue();
        assertThat(gate.isBlocked()).isFalse();
        got.addAll(received(channels[0]));

        List<Object> expected = new ArrayList<>();
        for (int i = 0; i < elements; i++) {
            expected.add(new Watermark(i));
        }
        assertThat(got).isEqualTo(expected);
    }

    @Test
    void one_full_channel_does_not_hold_up_what_another_has_room_for() {
        Channel[] channels = channels(2);
        OutputGate gate = new OutputGate(channels, new Remainder(2), null, NEVER);
        for (int i = 0; i < (Channel.CAPACITY + 1) * Batch.CAPACITY; i++) {
            gate.record(2 * i, NONE);
        }
        assertThat(gate.isBlocked()).isTrue();
        gate.record(1, NONE);
        gate.flush();

        assertThat(received(channels[1])).containsExactly(1);
    }

    @Test
    void a_call_that_emits_more_than_channel_and_surplus_hold_is_made_to_wait_for_room() {
        Channel[] channels = channels(2);
        List<Object> evens = new ArrayList<>();
        List<Object> odds = new ArrayList<>();
        int[] asked = {0};
        int[] most = {0};
        OutputGate gate =
                new OutputGate(
                        channels,
                        new Remainder(2),
                        null,
                        ready -> {
                            asked[0]++;
                            int rounds = 0;
                            while (!ready.holds()) { // the receivers take one element each in turn
                                StreamElement even = channels[0].poll();
                                StreamElement odd = channels[1].poll();
                                if (even != null) {
                                    addTo(evens, even);
                                }
                                if (odd != null) {
                                    addTo(odds, odd);
                                }
                                most[0] = Math.max(most[0], ++rounds);
                            }
                        });
        int records = 100 * Batch.CAPACITY;
        for (int i = 0; i < records; i++) {
            gate.record(i, NONE);
        }
        assertThat(asked[0]).isPositive();
        assertThat(most[0]).as("it waits for no more room than it needs").isLessThanOrEqualTo(2);
        gate.flush();
        while (!gate.drain()) {
            evens.addAll(received(channels[0]));
            odds.addAll(received(channels[1]));
        }
        evens.addAll(received(channels[0]));
        odds.addAll(received(channels[1]));

        assertThat(evens).isEqualTo(numbers(0, records, 2));
        assertThat(odds).isEqualTo(numbers(1, records, 2));
    }

    @Test
    void a_wait_for_room_may_end_in_an_exception_which_leaves_the_call() {
        OutputGate gate =
                new OutputGate(
                        channels(1),
                        new Partitioner.Single(),
                        null,
                        ready -> {
                            throw new CancellationException("no more");
                        });
        assertThatThrownBy(
                        () -> {
                            for (int i = 0; i < 1_000_000; i++) {
                                gate.record(i, NONE);
                            }
                        })
                .isInstanceOf(CancellationException.class);
    }

    @Test
    void partly_filled_batches_go_first_to_receivers_that_have_nothing_else() {
        Channel[] channels = channels(2);
        OutputGate gate = new OutputGate(channels, new Remainder(2), null, NEVER);
        gate.broadcast(new Watermark(1));
        received(channels[1]); // this one is idle, the other still has something to take
        gate.record(2, NONE);
        gate.record(3, NONE);

        gate.flushToIdle();

        assertThat(received(channels[1])).containsExactly(3);
        assertThat(received(channels[0])).containsExactly(new Watermark(1));
        assertThat(gate.hasOpenBatches()).isTrue();
        gate.flushToIdle();
        assertThat(received(channels[0])).containsExactly(2);
        assertThat(gate.hasOpenBatches()).isFalse();
    }

    @Test
    void every_receiver_of_a_broadcast_gets_an_object_of_its_own() {
        Channel[] channels = channels(3);
        OutputGate gate =
                new OutputGate(
                        channels,
                        new Partitioner.Broadcast(),
                        value -> ((int[]) value).clone(),
                        NEVER);
        int[] record = {1, 2};
        gate.record(record, NONE);
        gate.flush();

        List<Object> all = new ArrayList<>();
        for (Channel channel : channels) {
            all.addAll(received(channel));
        }
        assertThat(all).hasSize(3).allSatisfy(each -> assertThat(each).isEqualTo(new int[] {1, 2}));
        for (int i = 0; i < 3; i++) {
            assertThat(all.get(i)).isNotSameAs(record);
            assertThat(all.get(i)).isNotSameAs(all.get((i + 1) % 3));
        }
    }

    @Test
    void without_a_copier_the_very_record_is_passed() {
        Channel[] channels = channels(1);
        OutputGate gate = new OutputGate(channels, new Partitioner.Single(), null, NEVER);
        Object record = new Object();
        gate.record(record, NONE);
        gate.flush();

        assertThat(received(channels[0]).get(0)).isSameAs(record);
    }

    @Test
    void round_robin_begins_where_it_is_told_and_goes_round() {
        Partitioner.RoundRobin robin = new Partitioner.RoundRobin(3, 4);

        List<Integer> chosen = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            chosen.add(robin.channel("any"));
        }
        assertThat(chosen).containsExactly(1, 2, 0, 1, 2, 0);
    }

    @Test
    void partly_filled_batches_go_out_in_time_though_the_receiver_is_busy() {
        Channel[] channels = channels(1);
        OutputGate gate =
                new OutputGate(
                        channels, new Partitioner.Single(), null, NEVER, FlowSizes.USUAL, 10);
        gate.flushInTime(0);
        gate.record(1, NONE);
        gate.flushInTime(9_999_999);
        assertThat(gate.hasOpenBatches()).isTrue();

        gate.flushInTime(10_000_000);
        assertThat(gate.hasOpenBatches()).isFalse();
        assertThat(received(channels[0])).containsExactly(1);
        gate.record(2, NONE);
        gate.flushInTime(19_999_999);
        assertThat(gate.hasOpenBatches()).isTrue();
    }
}
