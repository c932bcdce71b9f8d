// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.example;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** A word's stem is found here in one go. */
class StemsTest {

    @Test
    void aWordGoesRoundUntilNoEndingIsLeft() throws Exception {
        StreamExecutionEnvironment env = Run.environment(2);
        List<String> words =
                List.of(
                        "mill",
                        "mills",
                        "milling",
                        "millers",
                        "careless",
                        "carelessly",
                        "carelessness",
                        "s",
                        "ring",
                        "reader",
                        "ink");

        Map<String, Long> counts = new TreeMap<>();
        Run.all(Stems.count(env.fromData(words)))
                .forEach(count -> counts.merge(count.stem(), count.times(), Math::max));

        assertThat(counts)
                .containsExactlyInAnyOrderEntriesOf(
                        Map.of("mill", 4L, "care", 3L, "s", 1L, "ring", 1L, "read", 1L, "ink", 1L));
    }
}
