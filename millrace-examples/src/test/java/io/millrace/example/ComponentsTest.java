// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.example;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The components are found here by joining sets. */
class ComponentsTest {

    @Test
    void pointsThatHangTogetherEndWithTheSameNumber() throws Exception {
        StreamExecutionEnvironment env = Run.environment(2);
        List<Components.Edge> edges = Run.numbered(45, Components.Edge::numbered);

        Map<Long, Long> components = new TreeMap<>();
        Run.all(Components.labels(env.fromData(edges)))
                .forEach(label -> components.merge(label.point(), label.component(), Math::min));

        Map<Long, Long> expected = new TreeMap<>();
        edges.forEach(
                edge -> {
                    expected.putIfAbsent(edge.one(), edge.one());
                    expected.putIfAbsent(edge.other(), edge.other());
                });
        boolean changed = true;
        while (changed) {
            changed = false;
            for (Components.Edge edge : edges) {
                long least = Math.min(expected.get(edge.one()), expected.get(edge.other()));
                changed |= expected.put(edge.one(), least) != least;
                changed |= expected.put(edge.other(), least) != least;
            }
        }
        assertThat(components).isEqualTo(expected);
        assertThat(new TreeSet<>(expected.values())).hasSizeBetween(2, expected.size() / 2);
    }
}
