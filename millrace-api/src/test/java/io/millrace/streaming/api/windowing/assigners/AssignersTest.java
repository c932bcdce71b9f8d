// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.windowing.assigners;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.streaming.api.windowing.time.Time;
import io.millrace.streaming.api.windowing.windows.TimeWindow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class AssignersTest {

    private static final WindowAssigner.WindowAssignerContext AT_1234 =
            new WindowAssigner.WindowAssignerContext() {
                @Override
                public long getCurrentProcessingTime() {
                    return 1_234;
                }
            };

    private static Duration ms(long millis) {
        return Duration.ofMillis(millis);
    }

    private static Collection<TimeWindow> at(
            long timestamp, WindowAssigner<Object, TimeWindow> assigner) {
        return assigner.assignWindows("record", timestamp, AT_1234);
    }

    @Test
    void whateverTheOffsetARecordIsInExactlyTheWindowsThatHoldIt() {
        Random random = new Random(1);
        for (int i = 0; i < 2_000; i++) {
            long size = 1L + random.nextInt(40);
            long slide = 1L + random.nextInt(40);
            long offset = random.nextInt((int) (2 * slide - 1)) - slide + 1;
            long timestamp = random.nextInt(400) - 200L;
            List<TimeWindow> expected = new ArrayList<>();
            for (long start = offset + 400 * slide; start >= offset - 400 * slide; start -= slide) {
                if (start <= timestamp && timestamp < start + size) {
                    expected.add(new TimeWindow(start, start + size));
                }
            }
            assertThat(at(timestamp, SlidingEventTimeWindows.of(ms(size), ms(slide), ms(offset))))
                    .as("%s in %s/%s+%s", timestamp, size, slide, offset)
                    .containsExactlyElementsOf(expected);
        }
    }

    @Test
    void tumblingWindowsAreSlidingOnesThatMeet() {
        for (long timestamp = -30; timestamp <= 30; timestamp++) {
            for (long offset = -9; offset <= 9; offset++) {
                assertThat(at(timestamp, TumblingEventTimeWindows.of(ms(10), ms(offset))))
                        .containsExactlyElementsOf(
                                at(
                                        timestamp,
                                        SlidingEventTimeWindows.of(ms(10), ms(10), ms(offset))));
                assertThat(TimeWindow.getWindowStartWithOffset(timestamp, offset, 10))
                        .isEqualTo(
                                at(timestamp, TumblingEventTimeWindows.of(ms(10), ms(offset)))
                                        .iterator()
                                        .next()
                                        .getStart());
            }
        }
    }

    @Test
    void noWindowComesOutAtTheOtherEndOfTime() {
        for (long timestamp : new long[] {Long.MIN_VALUE + 1, Long.MAX_VALUE - 1, Long.MAX_VALUE}) {
            for (WindowAssigner<Object, TimeWindow> assigner :
                    List.of(
                            TumblingEventTimeWindows.of(ms(10), ms(-7)),
                            SlidingEventTimeWindows.of(ms(10), ms(3), ms(2)),
                            SlidingEventTimeWindows.of(
                                    ms(Long.MAX_VALUE), ms(Long.MAX_VALUE / 2), ms(1)),
                            EventTimeSessionWindows.withGap(ms(10)))) {
                assertThat(at(timestamp, assigner))
                        .isNotEmpty()
                        .allSatisfy(
                                window -> {
                                    assertThat(window.getStart()).isLessThanOrEqualTo(timestamp);
                                    assertThat(window.getEnd()).isGreaterThanOrEqualTo(timestamp);
                                });
            }
        }
    }

    @Test
    void windowsOfTheClockDoNotAskForTimestamps() {
        assertThat(at(Long.MIN_VALUE, TumblingProcessingTimeWindows.of(ms(100))))
                .containsExactly(new TimeWindow(1_200, 1_300));
        assertThat(at(Long.MIN_VALUE, SlidingProcessingTimeWindows.of(ms(100), ms(50))))
                .containsExactly(new TimeWindow(1_200, 1_300), new TimeWindow(1_150, 1_250));
        assertThat(at(Long.MIN_VALUE, ProcessingTimeSessionWindows.withGap(ms(5))))
                .containsExactly(new TimeWindow(1_234, 1_239));
    }

    @Test
    @SuppressWarnings("deprecation") // the older form means the same
    void theOlderFormOfTimesMeansTheSame() {
        assertThat(at(7, TumblingEventTimeWindows.of(Time.seconds(1), Time.milliseconds(5))))
                .containsExactlyElementsOf(at(7, TumblingEventTimeWindows.of(ms(1_000), ms(5))));
        assertThat(Time.of(Duration.ofMinutes(3)).toDuration()).isEqualTo(Duration.ofMinutes(3));
    }

    @Test
    void staggeredWindowsAreAsLongAndBeginElsewhere() {
        TimeWindow natural =
                at(5, TumblingEventTimeWindows.of(ms(100), ms(0), WindowStagger.NATURAL))
                        .iterator()
                        .next();
        assertThat(natural).isEqualTo(new TimeWindow(-66, 34));
        for (int i = 0; i < 100; i++) {
            assertThat(WindowStagger.RANDOM.getStaggerOffset(1_234, 7)).isBetween(0L, 6L);
        }
        assertThat(WindowStagger.ALIGNED.getStaggerOffset(1_234, 7)).isZero();
    }

    @Test
    void whatMakesNoWindowsIsRefused() {
        assertThatThrownBy(() -> TumblingEventTimeWindows.of(ms(0)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("positive length");
        assertThatThrownBy(() -> SlidingEventTimeWindows.of(ms(10), ms(-1)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> TumblingEventTimeWindows.of(ms(10), ms(10)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("offset smaller than 10 ms");
        assertThatThrownBy(() -> EventTimeSessionWindows.withGap(ms(0)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("positive gap");
        assertThatThrownBy(
                        () ->
                                DynamicEventTimeSessionWindows.withDynamicGap(record -> -1L)
                                        .assignWindows("record", 1, AT_1234))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("-1 ms");
    }

    @Test
    void allThatHangsTogetherIsOneMerge() {
        List<String> merges = new ArrayList<>();
        TimeWindow.mergeWindows(
                List.of(
                        new TimeWindow(30, 40),
                        new TimeWindow(0, 10),
                        new TimeWindow(100, 110),
                        new TimeWindow(40, 50),
                        new TimeWindow(8, 12),
                        new TimeWindow(51, 60)),
                (group, result) -> merges.add(group.size() + " into " + result));
        assertThat(merges)
                .containsExactly(
                        "2 into TimeWindow{start=0, end=12}",
                        "2 into TimeWindow{start=30, end=50}");
    }
}
