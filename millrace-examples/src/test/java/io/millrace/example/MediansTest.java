// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.example;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The medians are found here by sorting lists. */
class MediansTest {

    @Test
    void eachValueBringsTheMiddleOfTheLastFive() throws Exception {
        StreamExecutionEnvironment env = Run.environment(1);
        List<Medians.Value> values = Run.numbered(300, Medians.Value::numbered);

        List<Medians.Value> medians = Run.all(Medians.medians(env.fromData(values)));

        List<Medians.Value> expected = new ArrayList<>();
        Map<String, List<Double>> seen = new TreeMap<>();
        for (Medians.Value value : values) {
            List<Double> all = seen.computeIfAbsent(value.sensor(), sensor -> new ArrayList<>());
            all.add(value.value());
            List<Double> last =
                    new ArrayList<>(
                            all.subList(Math.max(0, all.size() - Medians.LAST), all.size()));
            Collections.sort(last);
            expected.add(new Medians.Value(value.sensor(), last.get(last.size() / 2)));
        }
        assertThat(medians).containsExactlyElementsOf(expected);
    }
}
