// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

import io.millrace.api.common.eventtime.TimestampAssignerSupplier;
import io.millrace.api.common.eventtime.WatermarkGeneratorSupplier;
import io.millrace.engine.chain.OperatorContext;
import io.millrace.engine.time.Clock;
import io.millrace.metrics.MetricGroup;
import io.millrace.util.clock.RelativeClock;

/**
 * What a watermark strategy learns when its parts are made. Idleness goes by the engine's clock.
 */
record StrategyContext(OperatorContext context)
        implements WatermarkGeneratorSupplier.Context, TimestampAssignerSupplier.Context {

    @Override
    public MetricGroup getMetricGroup() {
        return context.metrics().group();
    }

    @Override
    public RelativeClock getInputActivityClock() {
        Clock clock = context.clock();
        return new RelativeClock() {
            @Override
            public long relativeTimeMillis() {
                return clock.nanos() / 1_000_000;
            }

            @Override
            public long relativeTimeNanos() {
                return clock.nanos();
            }
        };
    }
}
