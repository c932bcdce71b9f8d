// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.eventtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.metrics.MetricGroup;
import io.millrace.metrics.groups.UnregisteredMetricsGroup;
import io.millrace.util.clock.RelativeClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WatermarksWithIdlenessTest {

    private final List<String> said = new ArrayList<>();
    private final WatermarkOutput output =
            new WatermarkOutput() {
                @Override
                public void emitWatermark(Watermark watermark) {
                    said.add("watermark " + watermark.getTimestamp());
                }

                @Override
                public void markIdle() {
                    said.add("idle");
                }

                @Override
                public void markActive() {
                    said.add("active");
                }
            };

    private long now;
    private final RelativeClock clock =
            new RelativeClock() {
                @Override
                public long relativeTimeMillis() {
                    return now / 1_000_000;
                }

                @Override
                public long relativeTimeNanos() {
                    return now;
                }
            };

    private final WatermarksWithIdleness<String> generator =
            new WatermarksWithIdleness<>(
                    new AscendingTimestampsWatermarks<>(), Duration.ofMillis(100), clock);

    @Test
    void says_idle_once_when_no_record_has_come_for_longer_than_the_timeout() {
        generator.onEvent("a", 5, output);
        at(0);
        at(50);
        at(150);
        at(151);
        at(500);
        assertThat(said).containsExactly("watermark 4", "watermark 4", "watermark 4", "idle");
    }

    @Test
    void speaks_again_with_the_next_record() {
        at(0);
        at(101);
        generator.onEvent("a", 5, output);
        at(102);
        assertThat(said)
                .containsExactly("watermark " + Long.MIN_VALUE, "idle", "active", "watermark 4");
    }

    @Test
    void is_idle_again_only_after_another_timeout() {
        at(0);
        at(101);
        generator.onEvent("a", 5, output);
        at(200);
        at(250);
        at(351);
        assertThat(said)
                .containsExactly(
                        "watermark " + Long.MIN_VALUE,
                        "idle",
                        "active",
                        "watermark 4",
                        "watermark 4",
                        "idle");
    }

    @Test
    void is_made_by_a_strategy_with_the_clock_of_its_place() {
        WatermarkStrategy<String> strategy =
                WatermarkStrategy.<String>forMonotonousTimestamps()
                        .withTimestampAssigner((element, timestamp) -> 42L)
                        .withIdleness(Duration.ofMillis(100));
        WatermarkGenerator<String> made =
                strategy.createWatermarkGenerator(
                        new WatermarkGeneratorSupplier.Context() {
                            @Override
                            public MetricGroup getMetricGroup() {
                                return new UnregisteredMetricsGroup();
                            }

                            @Override
                            public RelativeClock getInputActivityClock() {
                                return clock;
                            }
                        });
        made.onPeriodicEmit(output);
        now += 101_000_000L;
        made.onPeriodicEmit(output);
        assertThat(said).containsExactly("watermark " + Long.MIN_VALUE, "idle");
        assertThat(
                        strategy.createTimestampAssigner(() -> new UnregisteredMetricsGroup())
                                .extractTimestamp("a", 1))
                .isEqualTo(42);
    }

    @Test
    void refuses_a_timeout_of_nothing() {
        assertThatThrownBy(() -> WatermarkStrategy.noWatermarks().withIdleness(Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private void at(long millis) {
        now = millis * 1_000_000;
        generator.onPeriodicEmit(output);
    }
}
