// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.example;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Which rides are long is found here from their starts and ends, put together by number. */
class LongRidesTest {

    @Test
    void justTheRidesThatLastLongerThanTwoHoursAreWarnedOf() throws Exception {
        StreamExecutionEnvironment env = Run.environment(2);
        List<LongRides.RideEvent> events = Run.numbered(1000, LongRides::numbered);

        List<Long> warned = Run.all(LongRides.warn(env.fromData(events)));

        Map<Long, Long> starts = new TreeMap<>();
        Map<Long, Long> ends = new HashMap<>();
        events.forEach(
                event -> (event.start() ? starts : ends).put(event.rideId(), event.timeMs()));
        List<Long> expected =
                starts.keySet().stream()
                        .filter(
                                ride ->
                                        ends.getOrDefault(ride, Long.MAX_VALUE) - starts.get(ride)
                                                > LongRides.LONG.toMillis())
                        .toList();
        assertThat(warned).containsExactlyInAnyOrderElementsOf(expected);
        assertThat(expected).hasSizeBetween(10, 490);
    }

    @Test
    void anEndThatComesBeforeItsStartTakesTheWarningBack() throws Exception {
        StreamExecutionEnvironment env = Run.environment(1);
        long threeHoursMs = 3 * 3_600_000;

        List<Long> warned =
                Run.all(
                        LongRides.warn(
                                env.fromData(
                                        new LongRides.RideEvent(1, false, 60_000),
                                        new LongRides.RideEvent(1, true, 10_000),
                                        new LongRides.RideEvent(2, true, 0),
                                        new LongRides.RideEvent(2, false, threeHoursMs))));

        assertThat(warned).containsExactly(2L);
    }
}
