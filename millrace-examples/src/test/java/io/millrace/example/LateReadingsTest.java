// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.example;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.streaming.api.datastream.SingleOutputStreamOperator;
import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import io.millrace.util.CloseableIterator;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What is late is decided here by the time of the latest reading that came before. */
class LateReadingsTest {

    @Test
    void lateOnesAreCountedAgainAndThoseThatAreTooLateSetAside() throws Exception {
        StreamExecutionEnvironment env = Run.environment(1);
        List<LateReadings.Reading> readings = Run.numbered(400, LateReadings.Reading::numbered);
        SingleOutputStreamOperator<LateReadings.Count> counts =
                LateReadings.counts(env.fromData(readings));
        CloseableIterator<LateReadings.Reading> tooLate =
                counts.getSideOutput(LateReadings.TOO_LATE).collectAsync();
        CloseableIterator<LateReadings.Count> counted = counts.collectAsync();
        env.execute();

        List<LateReadings.Reading> expectedTooLate = new ArrayList<>();
        Map<String, Long> expectedCounts = new TreeMap<>();
        long watermark = Long.MIN_VALUE;
        for (LateReadings.Reading reading : readings) {
            long startMs = reading.timeMs() / 60_000 * 60_000;
            if (startMs + 60_000 - 1 + 120_000 <= watermark) {
                expectedTooLate.add(reading);
            } else {
                expectedCounts.merge(reading.device() + " " + startMs, 1L, Long::sum);
            }
            watermark = Math.max(watermark, reading.timeMs() - 1);
        }
        List<LateReadings.Reading> actualTooLate = new ArrayList<>();
        tooLate.forEachRemaining(actualTooLate::add);
        assertThat(actualTooLate).containsExactlyElementsOf(expectedTooLate);
        assertThat(expectedTooLate).isNotEmpty();
        Map<String, Long> last = new TreeMap<>();
        int[] shown = {0};
        counted.forEachRemaining(
                count -> {
                    shown[0]++;
                    Long before =
                            last.put(count.device() + " " + count.startMs(), count.readings());
                    assertThat(before == null || before < count.readings()).isTrue();
                });
        assertThat(last).isEqualTo(expectedCounts);
        assertThat(shown[0]).as("some were corrected").isGreaterThan(last.size());
    }
}
