// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.example;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Counted once more, in a map. */
class WordCountTest {

    @Test
    void theLastCountOfAWordIsHowOftenItOccurs() throws Exception {
        StreamExecutionEnvironment env = Run.environment(2);
        List<String> lines =
                Run.numbered(300, n -> "Word" + n % 7 + ", word" + n % 11 + " - and more");

        Map<String, Long> counts = new TreeMap<>();
        Run.all(WordCount.count(env.fromData(lines)))
                .forEach(count -> counts.merge(count.word(), count.times(), Math::max));

        Map<String, Long> expected = new TreeMap<>();
        lines.forEach(
                line ->
                        Stream.of(
                                        line.toLowerCase(Locale.ROOT)
                                                .replace(",", "")
                                                .replace("- ", "")
                                                .split(" "))
                                .forEach(word -> expected.merge(word, 1L, Long::sum)));
        assertThat(counts).isEqualTo(expected);
    }
}
