// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.example;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.streaming.api.datastream.SingleOutputStreamOperator;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.util.CloseableIterator;
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
}
