// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.example;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.streaming.api.datastream.SingleOutputStreamOperator;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.util.CloseableIterator;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Whether an order is paid in time is found here by putting both events together. */
class OrderTimeoutsTest {

    @Test
    void eachOrderIsEitherPaidInTimeOrNot() throws Exception {
        StreamExecutionEnvironment env = Run.environment(1);
        List<OrderTimeouts.OrderEvent> events = Run.numbered(400, OrderTimeouts::numbered);
        SingleOutputStreamOperator<OrderTimeouts.PaidOrder> paid =
                OrderTimeouts.paid(env.fromData(events));
        CloseableIterator<Long> late = paid.getSideOutput(OrderTimeouts.NOT_PAID).collectAsync();
        CloseableIterator<OrderTimeouts.PaidOrder> inTime = paid.collectAsync();
        env.execute();

        Map<Long, Long> placed = new TreeMap<>();
        Map<Long, Long> firstPaid = new TreeMap<>();
        events.forEach(
                event ->
                        (event.paid() ? firstPaid : placed)
                                .putIfAbsent(event.order(), event.timeMs()));
        Set<Long> expectedInTime = new TreeSet<>();
        placed.forEach(
                (order, timeMs) -> {
                    long after = firstPaid.getOrDefault(order, Long.MAX_VALUE) - timeMs;
                    if (after < OrderTimeouts.PATIENCE.toMillis()) {
                        expectedInTime.add(order);
                    }
                });
        Set<Long> seen = new TreeSet<>();
        inTime.forEachRemaining(order -> assertThat(seen.add(order.order())).isTrue());
        assertThat(seen).isEqualTo(expectedInTime);
        late.forEachRemaining(order -> assertThat(seen.add(order)).isTrue());
        assertThat(seen).isEqualTo(placed.keySet());
        assertThat(expectedInTime).hasSizeBetween(10, placed.size() - 10);
    }

    @Test
    void aPaymentMayBeHereBeforeItsOrder() throws Exception {
        StreamExecutionEnvironment env = Run.environment(1);
        List<OrderTimeouts.OrderEvent> events =
                List.of(
                        new OrderTimeouts.OrderEvent(1, true, minute(10)),
                        new OrderTimeouts.OrderEvent(2, true, minute(40)),
                        new OrderTimeouts.OrderEvent(3, true, minute(5)),
                        new OrderTimeouts.OrderEvent(3, true, minute(20)),
                        new OrderTimeouts.OrderEvent(1, false, minute(0)),
                        new OrderTimeouts.OrderEvent(2, false, minute(1)),
                        new OrderTimeouts.OrderEvent(3, false, minute(4)));
        // All of one key and in one subtask; the watermark has not come to any before the end.
        SingleOutputStreamOperator<OrderTimeouts.PaidOrder> paid =
                OrderTimeouts.paid(env.fromData(events));
        CloseableIterator<Long> late = paid.getSideOutput(OrderTimeouts.NOT_PAID).collectAsync();
        CloseableIterator<OrderTimeouts.PaidOrder> inTime = paid.collectAsync();
        env.execute();

        assertThat(inTime)
                .toIterable()
                .containsExactlyInAnyOrder(
                        new OrderTimeouts.PaidOrder(1, Duration.ofMinutes(10)),
                        new OrderTimeouts.PaidOrder(3, Duration.ofMinutes(1)));
        assertThat(late).toIterable().containsExactly(2L);
    }

    private static long minute(long minute) {
        return Duration.ofMinutes(minute).toMillis();
    }
}
