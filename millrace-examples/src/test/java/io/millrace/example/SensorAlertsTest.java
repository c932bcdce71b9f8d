// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.example;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** Each window's average is computed here from the readings in it. */
class SensorAlertsTest {

    @Test
    void eachHotWindowIsAnAlert() throws Exception {
        StreamExecutionEnvironment env = Run.environment(1);
        List<SensorAlerts.Reading> readings = Run.numbered(3000, SensorAlerts.Reading::numbered);

        List<SensorAlerts.Alert> alerts = Run.all(SensorAlerts.alerts(env.fromData(readings)));

        Map<String, Double> expected = new TreeMap<>();
        for (int sensor = 0; sensor < 3; sensor++) {
            String name = "sensor-" + sensor;
            for (long end = 10_000; end <= 1_060_000; end += 10_000) {
                long to = end;
                readings.stream()
                        .filter(reading -> reading.sensor().equals(name))
                        .filter(reading -> reading.timeMs() < to && reading.timeMs() >= to - 60_000)
                        .mapToDouble(SensorAlerts.Reading::celsius)
                        .average()
                        .ifPresent(average -> expected.put(name + " " + to, average));
            }
        }
        expected.values().removeIf(average -> average <= 65);
        assertThat(alerts).hasSameSizeAs(expected.keySet());
        for (SensorAlerts.Alert alert : alerts) {
            assertThat(alert.average())
                    .isCloseTo(
                            expected.get(alert.sensor() + " " + alert.endOfMinute()),
                            Offset.offset(1e-9));
        }
        assertThat(expected).hasSizeGreaterThan(10);
    }
}
