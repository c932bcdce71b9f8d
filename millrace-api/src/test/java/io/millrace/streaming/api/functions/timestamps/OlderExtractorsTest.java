// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.functions.timestamps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.streaming.api.functions.IngestionTimeExtractor;
import io.millrace.streaming.api.windowing.time.Time;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class OlderExtractorsTest {

    private static final class Bounded extends BoundedOutOfOrdernessTimestampExtractor<Long> {
        private static final long serialVersionUID = 1L;

        Bounded(Duration bound) {
            super(bound);
        }

        @SuppressWarnings("deprecation") // the older form is what is tested
        Bounded(Time bound) {
            super(bound);
        }

        @Override
        public long extractTimestamp(Long element) {
            return element;
        }
    }

    private static final class Ascending extends AscendingTimestampExtractor<Long> {
        private static final long serialVersionUID = 1L;

        @Override
        public long extractAscendingTimestamp(Long element) {
            return element;
        }
    }

    private static long watermark(BoundedOutOfOrdernessTimestampExtractor<Long> extractor) {
        return extractor.getCurrentWatermark().getTimestamp();
    }

    @Test
    @DisplayName("T21: the older extractors begin at the lowest time and do not wrap")
    void t21() {
        for (Bounded bounded :
                new Bounded[] {
                    new Bounded(Duration.ofMillis(3)), new Bounded(Time.milliseconds(3))
                }) {
            assertThat(watermark(bounded)).isEqualTo(Long.MIN_VALUE);
            assertThat(bounded.extractTimestamp(Long.MIN_VALUE, 0)).isEqualTo(Long.MIN_VALUE);
            assertThat(watermark(bounded)).isEqualTo(Long.MIN_VALUE);
            bounded.extractTimestamp(10L, 0);
            bounded.extractTimestamp(4L, 0);
            assertThat(watermark(bounded)).isEqualTo(7);
            assertThat(bounded.getMaxOutOfOrdernessInMillis()).isEqualTo(3);
        }
        Ascending ascending = new Ascending();
        assertThat(ascending.getCurrentWatermark().getTimestamp()).isEqualTo(Long.MIN_VALUE);
        ascending.extractTimestamp(Long.MIN_VALUE, 0);
        assertThat(ascending.getCurrentWatermark().getTimestamp()).isEqualTo(Long.MIN_VALUE);
        ascending.extractTimestamp(10L, 0);
        assertThat(ascending.getCurrentWatermark().getTimestamp()).isEqualTo(9);
    }

    @Test
    void aTimestampThatGoesBackIsHandledAsChosen() {
        AscendingTimestampExtractor<Long> failing =
                new Ascending()
                        .withViolationHandler(new AscendingTimestampExtractor.FailingHandler());
        failing.extractTimestamp(10L, 0);
        assertThatThrownBy(() -> failing.extractTimestamp(9L, 0)).hasMessageContaining("9");
        assertThat(failing.getCurrentWatermark().getTimestamp()).isEqualTo(9);
    }

    @Test
    void ingestionTimeIsBehindTheClockAndNeverBack() {
        IngestionTimeExtractor<Long> extractor = new IngestionTimeExtractor<>();
        long stamp = extractor.extractTimestamp(1L, 0);
        assertThat(extractor.getCurrentWatermark().getTimestamp())
                .isGreaterThanOrEqualTo(stamp - 1);
        assertThat(extractor.extractTimestamp(1L, 0))
                .isGreaterThan(extractor.getCurrentWatermark().getTimestamp() - 1);
    }
}
