// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.engine.exchange.StreamElement.Watermark;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(30)
class ChannelTest {

    private final Channel channel = new Channel();
    private final AtomicInteger producerWoken = new AtomicInteger();
    private final AtomicInteger consumerWoken = new AtomicInteger();

    @BeforeEach
    void connect() {
        channel.connect(producerWoken::incrementAndGet, consumerWoken::incrementAndGet);
    }

    private static Watermark mark(long n) {
        return new Watermark(n);
    }

    private void fill() {
        for (int i = 0; i < Channel.CAPACITY; i++) {
            assertThat(channel.offer(mark(i))).isTrue();
        }
    }

    @Test
    void elements_come_out_in_the_order_they_went_in() {
        fill();
        for (int i = 0; i < Channel.CAPACITY; i++) {
            assertThat(channel.poll()).isEqualTo(mark(i));
        }
        assertThat(channel.poll()).isNull();
    }

    @Test
    void an_element_put_in_wakes_the_consumer() {
        channel.offer(mark(1));
        assertThat(consumerWoken).hasValue(1);
        assertThat(producerWoken).hasValue(0);
    }

    @Test
    void a_full_channel_refuses_and_announces_room_once_when_there_is_some() {
        fill();

        assertThat(channel.offer(mark(99))).isFalse();
        assertThat(producerWoken).as("nobody is woken before there is room").hasValue(0);

        channel.poll();
        channel.poll();
        assertThat(producerWoken).as("woken by the first poll, not by the second").hasValue(1);
        assertThat(channel.offer(mark(99))).isTrue();
    }

    @Test
    void a_poll_wakes_nobody_when_nobody_was_refused() {
        fill();
        channel.poll();
        assertThat(producerWoken).hasValue(0);
    }

    @Test
    void it_tells_whether_it_is_empty_and_whether_it_was_drained() {
        assertThat(channel.isEmpty()).isTrue();
        assertThat(channel.isDrained()).isTrue();
        channel.offer(mark(1));
        channel.offer(mark(2));
        assertThat(channel.isEmpty()).isFalse();
        channel.poll();
        assertThat(channel.isDrained()).isFalse();
        channel.poll();
        assertThat(channel.isEmpty()).isTrue();
        assertThat(channel.isDrained()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void between_two_threads_nothing_is_lost_doubled_or_turned_round_and_no_wake_is_missed(
            long seed) throws Exception {
        int count = 200_000;
        Channel between = new Channel();
        AtomicReference<Thread> producer = new AtomicReference<>(Thread.currentThread());
        AtomicReference<Thread> consumer = new AtomicReference<>();
        // Each side parks when it can't go on, without a time limit: a missed wake would be a hang.
        between.connect(
                () -> LockSupport.unpark(producer.get()), () -> LockSupport.unpark(consumer.get()));
        AtomicReference<String> problem = new AtomicReference<>();
        SplittableRandom random = new SplittableRandom(seed);
        SplittableRandom other = random.split();
        Thread taker =
                new Thread(
                        () -> {
                            long expected = 0;
                            while (expected < count) {
                                StreamElement element = between.poll();
                                if (element == null) {
                                    LockSupport.park();
                                } else if (!element.equals(mark(expected++))) {
                                    problem.compareAndSet(
                                            null, element + " came as number " + expected);
                                    return;
                                }
                                spin(other);
                            }
                        });
        consumer.set(taker);
        taker.start();

        for (long i = 0; i < count && problem.get() == null; i++) {
            while (!between.offer(mark(i)) && problem.get() == null) {
                LockSupport.park();
            }
            spin(random);
        }
        taker.join();

        assertThat(problem.get()).isNull();
    }

    private static void spin(SplittableRandom random) {
        if (random.nextInt(16) == 0) {
            for (int i = random.nextInt(200); i > 0; i--) {
                Thread.onSpinWait();
            }
        }
    }
}
