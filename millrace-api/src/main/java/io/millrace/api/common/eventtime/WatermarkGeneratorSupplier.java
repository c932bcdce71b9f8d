// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.eventtime;

import io.millrace.annotation.PublicEvolving;
import io.millrace.metrics.MetricGroup;
import io.millrace.util.clock.RelativeClock;
import io.millrace.util.clock.SystemClock;
import java.io.Serializable;

/**
 * Makes watermark generators where the job runs. It travels there as a serialized object;
 * generators need not.
 *
 * @param <T> the records
 */
@PublicEvolving
@FunctionalInterface
public interface WatermarkGeneratorSupplier<T> extends Serializable {

    /** A generator of its own for each subtask or split. */
    WatermarkGenerator<T> createWatermarkGenerator(Context context);

    /** What the place it runs in offers. */
    @PublicEvolving
    interface Context {

        /** Where metrics are registered. */
        MetricGroup getMetricGroup();

        /**
         * A clock by which idleness is measured: it stands still while the input is held up, so
         * that a stream that may not speak is not taken for one that has nothing to say.
         */
        default RelativeClock getInputActivityClock() {
            return SystemClock.getInstance();
        }
    }
}
