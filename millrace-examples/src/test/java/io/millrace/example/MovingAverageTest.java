// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.example;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** The averages are computed here from lists. */
class MovingAverageTest {

    @Test
    void eachSecondValueBringsTheAverageOfTheLastFive() throws Exception {
        StreamExecutionEnvironment env = Run.environment(1);
        List<MovingAverage.Trade> trades = Run.numbered(200, MovingAverage.Trade::numbered);

        List<MovingAverage.Average> averages =
                Run.all(MovingAverage.averages(env.fromData(trades)));

        Map<String, List<Double>> values = new TreeMap<>();
        Map<String, List<Double>> expected = new TreeMap<>();
        for (MovingAverage.Trade trade : trades) {
            List<Double> all = values.computeIfAbsent(trade.share(), share -> new ArrayList<>());
            all.add(trade.price());
            if (all.size() % MovingAverage.EVERY == 0) {
                expected.computeIfAbsent(trade.share(), share -> new ArrayList<>())
                        .add(
                                all
                                        .subList(
                                                Math.max(0, all.size() - MovingAverage.LAST),
                                                all.size())
                                        .stream()
                                        .mapToDouble(Double::doubleValue)
                                        .average()
                                        .orElseThrow());
            }
        }
        Map<String, List<Double>> actual = new TreeMap<>();
        averages.forEach(
                average ->
                        actual.computeIfAbsent(average.share(), share -> new ArrayList<>())
                                .add(average.price()));
        assertThat(actual).containsOnlyKeys(expected.keySet());
        expected.forEach(
                (share, prices) -> {
                    assertThat(actual.get(share)).hasSameSizeAs(prices);
                    for (int i = 0; i < prices.size(); i++) {
                        assertThat(actual.get(share).get(i))
                                .isCloseTo(prices.get(i), Offset.offset(1e-9));
                    }
                });
    }
}
