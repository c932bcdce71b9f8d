// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PaceTest {

    private static final long MS = 1_000_000;
    private static final int SLOTS = 16;

    private final Pace pace = new Pace(SLOTS);

    /** Consumes as many batches as are asked for, each record in so many nanoseconds. */
    private void consume(int batches, long nanosPerRecord) {
        for (int i = 0; i < batches; i++) {
            int records = pace.batchRecords();
            pace.consumed(records, records * nanosPerRecord);
        }
    }

    @Test
    void little_is_on_its_way_to_a_receiver_that_nobody_knows_yet() {
        assertThat(pace.batchRecords() * SLOTS).isEqualTo(Pace.FIRST_RECORDS);
        assertThat(new Pace(8 * SLOTS).batchRecords() * 8 * SLOTS).isEqualTo(Pace.FIRST_RECORDS);
        assertThat(new Pace(1000 * SLOTS).batchRecords()).isEqualTo(1);
        assertThat(new Pace(0).batchRecords()).isPositive();
    }

    @Test
    void it_doubles_when_a_quick_receiver_has_consumed_all_that_may_be_on_its_way() {
        consume(SLOTS - 1, 100);
        assertThat(pace.batchRecords()).isEqualTo(16);
        consume(1, 100);
        assertThat(pace.batchRecords()).isEqualTo(32);
        consume(SLOTS, 100);
        assertThat(pace.batchRecords()).isEqualTo(64);
        consume(10 * SLOTS, 100);
        assertThat(pace.batchRecords()).isEqualTo(Batch.CAPACITY);
    }

    @Test
    void a_clock_that_stands_still_counts_as_quick() {
        consume(10 * SLOTS, 0);
        assertThat(pace.batchRecords()).isEqualTo(Batch.CAPACITY);
    }

    @Test
    void what_is_on_its_way_lasts_a_slow_receiver_the_horizon() {
        consume(20, MS);
        assertThat(pace.batchRecords()).isEqualTo(6); // times 16 slots, 1 ms each: 96 ms
        consume(1000, MS / 10);
        assertThat(pace.batchRecords()).isEqualTo(62);
        consume(20, 50 * MS);
        assertThat(pace.batchRecords()).isEqualTo(1);
    }

    @Test
    void a_short_pause_costs_nothing_and_a_long_one_a_half_for_a_while() {
        consume(10 * SLOTS, 100);
        pace.consumed(Batch.CAPACITY, 8 * MS);
        consume(SLOTS, 100);
        assertThat(pace.batchRecords()).isEqualTo(Batch.CAPACITY);

        pace.consumed(Batch.CAPACITY, 10_000 * MS);
        assertThat(pace.batchRecords()).isEqualTo(Batch.CAPACITY / 2);
        consume(SLOTS, 100);
        assertThat(pace.batchRecords()).isEqualTo(Batch.CAPACITY);
    }

    @Test
    void what_a_channel_that_has_ended_leaves_is_for_the_others() {
        Pace two = new Pace(2 * SLOTS);
        for (int i = 0; i < 10; i++) {
            two.consumed(100, 100 * MS);
        }
        assertThat(two.batchRecords()).isEqualTo(3);
        two.ended(SLOTS);
        two.consumed(100, 100 * MS);
        assertThat(two.batchRecords()).isEqualTo(6);
        two.ended(SLOTS);
        two.consumed(100, 100 * MS);
        assertThat(two.batchRecords()).as("nothing divides by nothing").isPositive();
    }
}
