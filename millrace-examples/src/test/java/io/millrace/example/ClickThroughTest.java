// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.example;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The counts of each minute are made here in maps. */
class ClickThroughTest {

    @Test
    void eachMinuteHasItsRates() throws Exception {
        StreamExecutionEnvironment env = Run.environment(2);
        List<ClickThrough.AdEvent> shown = Run.numbered(1200, ClickThrough.AdEvent::shown);
        List<ClickThrough.AdEvent> clicked = Run.numbered(200, ClickThrough.AdEvent::clicked);

        List<ClickThrough.Rate> rates =
                Run.all(ClickThrough.rates(env.fromData(shown), env.fromData(clicked)));

        Map<String, ClickThrough.Rate> expected = new TreeMap<>();
        shown.forEach(event -> add(expected, event, 1, 0));
        clicked.forEach(event -> add(expected, event, 0, 1));
        assertThat(rates).containsExactlyInAnyOrderElementsOf(expected.values());
    }

    private static void add(
            Map<String, ClickThrough.Rate> rates,
            ClickThrough.AdEvent event,
            long shown,
            long clicked) {
        rates.merge(
                event.ad() + " " + event.timeMs() / 60_000,
                new ClickThrough.Rate(event.ad(), shown, clicked),
                (one, other) ->
                        new ClickThrough.Rate(
                                one.ad(),
                                one.shown() + other.shown(),
                                one.clicked() + other.clicked()));
    }
}
