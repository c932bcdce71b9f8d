// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.example;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.streaming.api.datastream.SingleOutputStreamOperator;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.util.CloseableIterator;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Each order goes where it belongs, and none is lost. */
class SortingTest {

    @Test
    void eachOrderGoesWhereItBelongs() throws Exception {
        StreamExecutionEnvironment env = Run.environment(2);
        SingleOutputStreamOperator<Sorting.Order> sorted =
                Sorting.sort(
                        Sorting.shop(env, "web"),
                        Sorting.shop(env, "app"),
                        Sorting.shop(env, "counter"));
        CloseableIterator<Sorting.Order> usual = sorted.collectAsync();
        CloseableIterator<Sorting.Order> large = sorted.getSideOutput(Sorting.LARGE).collectAsync();
        CloseableIterator<Sorting.Order> abroad =
                sorted.getSideOutput(Sorting.ABROAD).collectAsync();
        env.execute();

        List<Sorting.Order> all =
                Stream.of("web", "app", "counter")
                        .flatMap(
                                shop ->
                                        LongStream.rangeClosed(1, 20)
                                                .mapToObj(n -> Sorting.Order.numbered(shop, n)))
                        .toList();
        assertThat(list(large))
                .containsExactlyInAnyOrderElementsOf(
                        all.stream()
                                .filter(order -> order.cents() >= Sorting.LARGE_CENTS)
                                .toList());
        assertThat(list(abroad))
                .containsExactlyInAnyOrderElementsOf(
                        all.stream().filter(order -> order.country().equals("there")).toList());
        assertThat(list(usual))
                .containsExactlyInAnyOrderElementsOf(
                        all.stream()
                                .filter(order -> order.cents() < Sorting.LARGE_CENTS)
                                .filter(order -> order.country().equals("here"))
                                .toList());
    }

    private static List<Sorting.Order> list(Iterator<Sorting.Order> records) {
        List<Sorting.Order> list = new ArrayList<>();
        records.forEachRemaining(list::add);
        return list;
    }
}
