// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.example;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The top of each five minutes is found here by counting in maps and sorting. */
class TopPagesTest {

    private static final long SPAN_MS = 300_000;

    @Test
    void theThreeMostSeenPagesOfEachSpanAreFound() throws Exception {
        StreamExecutionEnvironment env = Run.environment(2);
        List<TopPages.View> views = Run.numbered(1800, TopPages.View::numbered);

        List<List<TopPages.Views>> top = Run.all(TopPages.top(env.fromData(views)));

        Map<Long, Map<String, Long>> counts = new TreeMap<>();
        views.forEach(
                view ->
                        counts.computeIfAbsent(
                                        (view.timeMs() / SPAN_MS + 1) * SPAN_MS,
                                        end -> new TreeMap<>())
                                .merge(view.page(), 1L, Long::sum));
        List<List<TopPages.Views>> expected = new ArrayList<>();
        counts.forEach(
                (end, pages) ->
                        expected.add(
                                pages.entrySet().stream()
                                        .map(
                                                page ->
                                                        new TopPages.Views(
                                                                page.getKey(),
                                                                page.getValue(),
                                                                end))
                                        .sorted(
                                                Comparator.comparing(TopPages.Views::count)
                                                        .reversed()
                                                        .thenComparing(TopPages.Views::page))
                                        .limit(3)
                                        .toList()));
        assertThat(top).containsExactlyElementsOf(expected);
    }
}
