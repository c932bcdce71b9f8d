// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.time.Clock;
import org.junit.jupiter.api.Test;

class FeedBufferTest {

    private long nanos;

    private final FeedBuffer buffer =
            new FeedBuffer(
                    new Clock() {
                        @Override
                        public long millis() {
                            return nanos / 1_000_000;
                        }

                        @Override
                        public long nanos() {
                            return nanos;
                        }
                    });

    private int put;

    /** Fills the buffer; how many elements were in it then. */
    private int fill(int before) {
        int size = before;
        while (!buffer.isFull()) {
            buffer.put(put, put);
            put++;
            size++;
        }
        return size;
    }

    /** Has the reader take so many, each for so long, with a writer that is never short of more. */
    private int sizeAfter(int elements, long nanosEach) {
        int size = fill(0);
        for (int i = 0; i < elements; i++) {
            assertThat(buffer.take()).isNotNull();
            nanos += nanosEach;
            size = fill(size - 1);
        }
        return size;
    }

    @Test
    void elements_come_out_in_order_with_their_timestamps() {
        for (int i = 0; i < 5000; i++) {
            if (buffer.isFull()) {
                break;
            }
            buffer.put("e" + i, i);
        }
        for (int i = 0; !buffer.isEmpty(); i++) {
            assertThat(buffer.take()).isEqualTo("e" + i);
            assertThat(buffer.takenTimestamp()).isEqualTo(i);
        }
        assertThat(buffer.take()).isNull();
    }

    @Test
    void a_reader_that_needs_ten_milliseconds_for_each_has_about_ten_of_them_waiting() {
        assertThat(sizeAfter(500, 10_000_000)).isBetween(5, 12);
    }

    @Test
    void a_reader_that_needs_half_a_second_for_each_has_a_few_waiting() {
        assertThat(sizeAfter(100, 500_000_000)).isEqualTo(FeedBuffer.LEAST);
    }

    @Test
    void a_quick_reader_has_as_many_waiting_as_there_may_be() {
        assertThat(sizeAfter(20_000, 200)).isEqualTo(FeedBuffer.CAPACITY);
    }

    @Test
    void a_reader_that_becomes_quick_again_is_given_more_again() {
        int left = sizeAfter(100, 500_000_000);
        for (int i = 0; i < left; i++) {
            buffer.take();
        }
        assertThat(sizeAfter(20_000, 200)).isEqualTo(FeedBuffer.CAPACITY);
    }
}
