// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.example;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The best of each hour is found here by adding up in maps. */
class HourlyTipsTest {

    private static final long HOUR_MS = 3_600_000;

    @Test
    void theBestOfEachHourIsFound() throws Exception {
        StreamExecutionEnvironment env = Run.environment(2);
        List<HourlyTips.Tip> tips = Run.numbered(1000, HourlyTips.Tip::numbered);

        List<HourlyTips.HourOfTips> best = Run.all(HourlyTips.best(env.fromData(tips)));

        Map<Long, Map<String, Long>> sums = new TreeMap<>();
        tips.forEach(
                tip ->
                        sums.computeIfAbsent(
                                        (tip.timeMs() / HOUR_MS + 1) * HOUR_MS,
                                        hour -> new TreeMap<>())
                                .merge(tip.driver(), tip.cents(), Long::sum));
        assertThat(best).hasSameSizeAs(sums.keySet());
        for (HourlyTips.HourOfTips hour : best) {
            Map<String, Long> sum = sums.get(hour.endOfHour().toEpochMilli());
            assertThat(hour.cents()).isEqualTo(Collections.max(sum.values()));
            assertThat(sum.get(hour.driver())).isEqualTo(hour.cents());
        }
    }
}
