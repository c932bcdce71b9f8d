// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.example;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tallied once more, in a map. */
class StatusPerHourTest {

    @Test
    void eachHourAndStatusHasItsRequestsAndBytes() throws Exception {
        StreamExecutionEnvironment env = Run.environment(1);
        List<String> log = Run.numbered(3000, StatusPerHour::madeUp);

        List<String> tallies = Run.all(StatusPerHour.tallies(env.fromData(log)));

        Map<String, long[]> expected = new TreeMap<>();
        for (String line : log) {
            StatusPerHour.Request request = StatusPerHour.Request.parse(line);
            long hour = Math.floorDiv(request.timeMs(), 3_600_000L) * 3_600_000;
            long[] tally =
                    expected.computeIfAbsent(hour + "\t" + request.status(), key -> new long[2]);
            tally[0]++;
            tally[1] += request.bytes();
        }
        assertThat(tallies)
                .containsExactlyInAnyOrderElementsOf(
                        expected.entrySet().stream()
                                .map(
                                        tally ->
                                                tally.getKey()
                                                        + "\t"
                                                        + tally.getValue()[0]
                                                        + "\t"
                                                        + tally.getValue()[1])
                                .toList());
    }

    @Test
    void aRealLogIsTalliedAsElsewhere(@TempDir Path folder) throws Exception {
        String data = System.getProperty("millrace.data", "");
        Assumptions.assumeFalse(data.isBlank(), "millrace.data names no folder");
        Path to = folder.resolve("out");

        StatusPerHour.main(
                new String[] {
                    Path.of(data, "access.log").toUri().toString(), to.toUri().toString()
                });

        List<String> written = new ArrayList<>();
        try (Stream<Path> files = Files.list(to)) {
            for (Path file : files.toList()) {
                written.addAll(Files.readAllLines(file));
            }
        }
        assertThat(written)
                .containsExactlyInAnyOrderElementsOf(
                        Files.readAllLines(Path.of(data, "expected/status_per_hour.tsv")));
    }
}
