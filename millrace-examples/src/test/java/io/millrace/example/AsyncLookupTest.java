// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.example;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Each first question fails, and the order of the answers is that of the orders. */
class AsyncLookupTest {

    @Test
    void eachOrderGetsItsNameInOrder() throws Exception {
        StreamExecutionEnvironment env = Run.environment(1);
        List<AsyncLookup.Order> orders = Run.numbered(300, AsyncLookup.Order::numbered);

        assertThat(Run.all(AsyncLookup.named(env.fromData(orders))))
                .containsExactlyElementsOf(
                        orders.stream()
                                .map(
                                        order ->
                                                new AsyncLookup.NamedOrder(
                                                        order.id(), "Customer " + order.customer()))
                                .toList());
    }
}
