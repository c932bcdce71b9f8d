// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.datastream;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.common.eventtime.Watermark;
import io.millrace.api.common.eventtime.WatermarkGenerator;
import io.millrace.api.common.eventtime.WatermarkOutput;
import io.millrace.api.common.eventtime.WatermarkStrategy;
import io.millrace.streaming.api.functions.AssignerWithPunctuatedWatermarks;
import io.millrace.streaming.api.functions.timestamps.BoundedOutOfOrdernessTimestampExtractor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AssignerStrategyTest {

    private final Marks marks = new Marks();

    @Test
    void aPeriodicAssignerTellsWatermarksFromTheTimestampsItHasSeen() {
        WatermarkStrategy<Long> strategy =
                new PeriodicAssignerStrategy<>(
                        new BoundedOutOfOrdernessTimestampExtractor<>(Duration.ofMillis(10)) {
                            private static final long serialVersionUID = 1L;

                            @Override
                            public long extractTimestamp(Long element) {
                                return element;
                            }
                        });
        WatermarkGenerator<Long> generator = strategy.createWatermarkGenerator(null);
        generator.onPeriodicEmit(marks);
        assertThat(marks.times).isEmpty();

        for (long time : new long[] {100, 50, 100}) {
            long timestamp = strategy.createTimestampAssigner(null).extractTimestamp(time, 0);
            generator.onEvent(time, timestamp, marks);
            generator.onPeriodicEmit(marks);
        }
        assertThat(marks.times).containsExactly(90L);
    }

    @Test
    void aPunctuatedAssignerIsAskedAfterEachRecord() {
        WatermarkGenerator<Long> generator =
                new PunctuatedAssignerStrategy<>(new Even()).createWatermarkGenerator(null);
        for (long time : new long[] {1, 2, 3, 2, 4}) {
            generator.onEvent(time, time, marks);
        }
        generator.onPeriodicEmit(marks);
        assertThat(marks.times).containsExactly(2L, 4L);
    }

    private static final class Even implements AssignerWithPunctuatedWatermarks<Long> {

        private static final long serialVersionUID = 1L;

        @Override
        public io.millrace.streaming.api.watermark.Watermark checkAndGetNextWatermark(
                Long last, long timestamp) {
            return timestamp % 2 == 0
                    ? new io.millrace.streaming.api.watermark.Watermark(timestamp)
                    : null;
        }

        @Override
        public long extractTimestamp(Long element, long recordTimestamp) {
            return element;
        }
    }

    private static final class Marks implements WatermarkOutput {

        private final List<Long> times = new ArrayList<>();

        @Override
        public void emitWatermark(Watermark watermark) {
            times.add(watermark.getTimestamp());
        }

        @Override
        public void markIdle() {}

        @Override
        public void markActive() {}
    }
}
