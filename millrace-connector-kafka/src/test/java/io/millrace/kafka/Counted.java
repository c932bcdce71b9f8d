// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Records for {@link CountingProgram}, and what it has to make of them. */
final class Counted {

    private static final int KEYS = 10;

    private final Topics topics;
    private final String in;
    private final int partitions;
    private final List<String> sent = new ArrayList<>();

    Counted(Topics topics, String in, int partitions) {
        this.topics = topics;
        this.in = in;
        this.partitions = partitions;
    }

    /** All records of a key go to one partition. */
    void send(int count) {
        for (int i = 0; i < count; i++) {
            int number = sent.size();
            int key = number % KEYS;
            String record = "key" + key + ":" + number;
            sent.add(record);
            topics.sendLater(in, key % partitions, record);
        }
        topics.flush();
    }

    int size() {
        return sent.size();
    }

    /** Each record once, and the counts of each key without a gap. */
    void assertEachOnce(List<String> results) {
        List<String> records = results.stream().map(row -> row.split(" ", -1)[0]).toList();
        Map<String, List<Integer>> counts = new TreeMap<>();
        for (String row : results) {
            counts.computeIfAbsent(row.substring(0, row.indexOf(':')), key -> new ArrayList<>())
                    .add(Integer.parseInt(row.substring(row.indexOf(' ') + 1)));
        }

        assertThat(records).containsExactlyInAnyOrderElementsOf(sent);
        counts.forEach(
                (key, numbers) ->
                        assertThat(numbers)
                                .as(key)
                                .containsExactlyInAnyOrderElementsOf(
                                        IntStream.rangeClosed(1, numbers.size()).boxed().toList()));
    }
}
