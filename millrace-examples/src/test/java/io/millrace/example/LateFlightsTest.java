// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.example;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** A record is a delay that is longer than all before it. */
class LateFlightsTest {

    @Test
    void eachRecordOfAnAirportIsTold() throws Exception {
        StreamExecutionEnvironment env = Run.environment(1);
        List<String> lines = Run.numbered(200, LateFlights::madeUp);

        List<String> records = Run.all(LateFlights.records(env.fromData(lines)));

        List<String> expected = new ArrayList<>();
        Map<String, Integer> longest = new TreeMap<>();
        for (String line : lines) {
            if (line.startsWith("{")) {
                int delay = Integer.parseInt(line.replaceAll("\\{\"delay\":(-?\\d+),.*", "$1"));
                String origin = line.replaceAll(".*:\"(.*)\"}", "$1");
                if (delay > longest.getOrDefault(origin, Integer.MIN_VALUE)) {
                    longest.put(origin, delay);
                    expected.add(origin + ": " + delay + " minutes");
                }
            }
        }
        assertThat(records).containsExactlyElementsOf(expected);
    }
}
