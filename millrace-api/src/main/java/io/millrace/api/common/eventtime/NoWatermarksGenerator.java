// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.eventtime;

import io.millrace.annotation.Public;

/**
 * Emits no watermark, for streams that need no event time.
 *
 * @param <E> the records
 */
@Public
public final class NoWatermarksGenerator<E> implements WatermarkGenerator<E> {

    @Override
    public void onEvent(E event, long eventTimestamp, WatermarkOutput output) {}

    @Override
    public void onPeriodicEmit(WatermarkOutput output) {}
}
