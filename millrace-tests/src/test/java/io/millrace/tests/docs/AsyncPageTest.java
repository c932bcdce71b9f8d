// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.tests.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.functions.OpenContext;
import io.millrace.streaming.api.datastream.AsyncDataStream;
import io.millrace.streaming.api.datastream.DataStream;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.streaming.api.functions.async.AsyncRetryStrategy;
import io.millrace.streaming.api.functions.async.ResultFuture;
import io.millrace.streaming.api.functions.async.RichAsyncFunction;
import io.millrace.streaming.util.retryable.AsyncRetryStrategies;
import io.millrace.streaming.util.retryable.RetryPredicates;
import io.millrace.tests.kit.Collected;
import io.millrace.tests.kit.Fault;
import io.millrace.tests.kit.Jobs;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The functions of async-io.md. */
@Timeout(180)
class AsyncPageTest {

    private static final Fault BUSY = Fault.onDemand();

    /** Whose and what. */
    private record Order(int customer, String item) {}

    /** Knows the customers 0 to 2, and never says anything about others. */
    private static final class Client {
        CompletableFuture<String> nameOf(int customer) {
            List<String> names = List.of("anna", "bert", "carl");
            if (customer >= names.size()) {
                return new CompletableFuture<>();
            }
            return CompletableFuture.supplyAsync(
                    () -> {
                        BUSY.strike("too many questions");
                        return names.get(customer);
                    });
        }

        void close() {}
    }

    @SuppressWarnings("serial") // as users write it
    // snippet: AsyncFunction
    static class Customers extends RichAsyncFunction<Order, String> {
        private transient Client client;

        @Override
        public void open(OpenContext context) {
            client = new Client();
        }

        @Override
        public void asyncInvoke(Order order, ResultFuture<String> future) {
            client.nameOf(order.customer()) // a CompletableFuture
                    .whenComplete(
                            (name, error) -> {
                                if (error != null) {
                                    future.completeExceptionally(error);
                                } else {
                                    future.complete(List.of(name + ": " + order.item()));
                                }
                            });
        }

        @Override
        public void timeout(Order order, ResultFuture<String> future) {
            future.complete(List.of("somebody: " + order.item()));
        }

        @Override
        public void close() {
            client.close();
        }
    }

    // end of snippet

    @Test
    @DisplayName("M14, M18: async-io.md, names of customers, those that nobody tells too")
    void names() throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(1);
        DataStream<Order> orders =
                env.fromData(new Order(1, "tea"), new Order(7, "nails"), new Order(0, "a hat"));
        // snippet: AsyncStream
        DataStream<String> named =
                AsyncDataStream.unorderedWait(
                        orders, new Customers(), 2, TimeUnit.SECONDS, 50); // 50 questions at once
        // end of snippet
        Collected<String> sink = new Collected<>();
        named.addSink(sink);
        Jobs.run(env, "names");

        assertThat(sink.values())
                .containsExactlyInAnyOrder("bert: tea", "somebody: nails", "anna: a hat");
    }

    @Test
    @DisplayName("M14, M18: async-io.md, asking again")
    void askingAgain() throws Exception {
        StreamExecutionEnvironment env = Jobs.environment(1);
        DataStream<Order> orders = env.fromData(new Order(2, "ink"), new Order(1, "tea"));
        BUSY.arm();
        BUSY.arm();
        // snippet: AsyncRetries
        AsyncRetryStrategy<String> patient =
                new AsyncRetryStrategies.ExponentialBackoffDelayRetryStrategyBuilder<String>(
                                5, 100, 2_000, 2) // 5 more tries, after 100, 200, 400 ... ms
                        .ifException(RetryPredicates.HAS_EXCEPTION_PREDICATE)
                        .build();
        DataStream<String> named =
                AsyncDataStream.orderedWaitWithRetry(
                        orders, new Customers(), 10, TimeUnit.SECONDS, 50, patient);
        // end of snippet
        Collected<String> sink = new Collected<>();
        named.addSink(sink);
        Jobs.run(env, "asking again");

        assertThat(sink.values()).containsExactly("carl: ink", "bert: tea");
    }
}
