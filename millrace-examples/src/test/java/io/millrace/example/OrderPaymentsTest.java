// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.example;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which payment belongs to its order is found here by the difference of their times. */
class OrderPaymentsTest {

    @Test
    void aPaymentInTheIntervalMeetsItsOrder() throws Exception {
        StreamExecutionEnvironment env = Run.environment(2);
        List<OrderPayments.Order> orders = Run.numbered(300, OrderPayments.Order::numbered);
        List<OrderPayments.Payment> payments = Run.numbered(300, OrderPayments.Payment::numbered);

        List<OrderPayments.Paid> paid =
                Run.all(OrderPayments.join(env.fromData(orders), env.fromData(payments)));

        List<OrderPayments.Paid> expected = new ArrayList<>();
        for (OrderPayments.Payment payment : payments) {
            OrderPayments.Order order = orders.get((int) payment.order());
            long afterMs = payment.timeMs() - order.timeMs();
            if (afterMs >= -60_000 && afterMs <= 3_600_000) {
                expected.add(new OrderPayments.Paid(order, payment));
            }
        }
        assertThat(paid).containsExactlyInAnyOrderElementsOf(expected);
        assertThat(expected).hasSizeBetween(100, 299);
    }
}
