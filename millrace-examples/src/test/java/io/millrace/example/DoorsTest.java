// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.example;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.streaming.api.environment.StreamExecutionEnvironment;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Small stories, whose alarms are known. */
class DoorsTest {

    @Test
    void aDoorThatIsPassedInOrderIsNoAlarm() throws Exception {
        assertThat(
                        alarms(
                                "BADGE 0",
                                "PASS 5",
                                "CLOSE 10",
                                "BADGE 20",
                                "CLOSE 30",
                                "BADGE 200",
                                "PASS 201",
                                "CLOSE 202"))
                .isEmpty();
    }

    @Test
    void whatComesOutOfOrderIsAnAlarmAndChangesNothing() throws Exception {
        assertThat(alarms("PASS 1", "BADGE 2", "BADGE 3", "PASS 4", "PASS 5", "CLOSE 6"))
                .containsExactly(
                        "PASS while CLOSED at 1",
                        "BADGE while OPENED at 3",
                        "PASS while PASSED at 5");
    }

    @Test
    void aDoorThatStaysOpenIsAnAlarmWhenAMinuteIsOver() throws Exception {
        assertThat(alarms("BADGE 10", "PASS 20", "CLOSE 100")).containsExactly("still open at 70");
    }

    @Test
    void itsOwnEventsBringSomeAlarmsAndNotTooMany() throws Exception {
        StreamExecutionEnvironment env = Run.environment(1);

        assertThat(Run.all(Doors.alarms(env.fromData(Run.numbered(600, Doors::numbered)))))
                .hasSizeBetween(10, 300);
    }

    /** From what happens at one door, with seconds, to the alarms, with seconds. */
    private static List<String> alarms(String... story) throws Exception {
        StreamExecutionEnvironment env = Run.environment(1);
        List<Doors.Event> events =
                Stream.of(story)
                        .map(line -> line.split(" "))
                        .map(
                                words ->
                                        new Doors.Event(
                                                "door",
                                                Doors.What.valueOf(words[0]),
                                                1000 * Long.parseLong(words[1])))
                        .toList();
        return Run.all(Doors.alarms(env.fromData(events))).stream()
                .map(alarm -> alarm.why() + " at " + alarm.timeMs() / 1000)
                .toList();
    }
}
