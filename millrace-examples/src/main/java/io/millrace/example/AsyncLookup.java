// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.example;

import io.millrace.api.common.functions.OpenContext;
import io.millrace.streaming.api.datastream.AsyncDataStream;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.async.AsyncRetryStrategy;
import io.millrace.streaming.api.functions.async.ResultFuture;
import io.millrace.streaming.api.functions.async.RichAsyncFunction;
import io.millrace.streaming.util.retryable.AsyncRetryStrategies;
import io.millrace.streaming.util.retryable.RetryPredicates;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Asks another system about each record without waiting for one answer before the next question: up
 * to 20 questions are under way at once, and one that brings no answer is asked again.
 *
 * <pre>
 * bin/millrace run examples/AsyncLookup.jar
 * </pre>
 */
public final class AsyncLookup {

    private static final int UNDER_WAY = 20;
    private static final int TRIES = 3;

    /** An order, which names its customer by number. */
    public record Order(long id, long customer) {

        static Order numbered(long n) {
            return new Order(n, n * 31 % 50);
        }
    }

    /** An order with the customer's name. */
    public record NamedOrder(long id, String customer) {}

    private AsyncLookup() {}

    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();

        named(env.fromSequence(1, 200).map(Order::numbered)).print();

        env.execute("async lookup");
    }

    static DataStream<NamedOrder> named(DataStream<Order> orders) {
        AsyncRetryStrategy<NamedOrder> retries =
                new AsyncRetryStrategies.FixedDelayRetryStrategyBuilder<NamedOrder>(TRIES, 5)
                        .ifException(RetryPredicates.HAS_EXCEPTION_PREDICATE)
                        .build();
        // Ordered: the answers leave in the order of the orders. unorderedWaitWithRetry does not
        // hold back those that come early.
        return AsyncDataStream.orderedWaitWithRetry(
                        orders, new AskForName(), 10, TimeUnit.SECONDS, UNDER_WAY, retries)
                .uid("names");
    }

    private static final class AskForName extends RichAsyncFunction<Order, NamedOrder> {
        private static final long serialVersionUID = 1L;

        private transient Customers customers;

        @Override
        public void open(OpenContext context) {
            customers = new Customers();
        }

        @Override
        public void asyncInvoke(Order order, ResultFuture<NamedOrder> result) {
            customers
                    .nameOf(order.customer())
                    .whenComplete(
                            (name, failure) -> {
                                if (failure == null) {
                                    result.complete(List.of(new NamedOrder(order.id(), name)));
                                } else {
                                    result.completeExceptionally(failure);
                                }
                            });
        }
    }

    /** Stands for a client of a real system. Each customer's first question fails. */
    private static final class Customers {

        private final Set<Long> asked = new HashSet<>();

        CompletableFuture<String> nameOf(long customer) {
            boolean fails = asked.add(customer);
            return CompletableFuture.supplyAsync(
                    () -> {
                        if (fails) {
                            throw new IllegalStateException("busy, ask again");
                        }
                        return "Customer " + customer;
                    },
                    CompletableFuture.delayedExecutor(2, TimeUnit.MILLISECONDS));
        }
    }
}
