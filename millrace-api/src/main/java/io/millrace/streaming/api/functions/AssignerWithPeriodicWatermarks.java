// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.functions;

import io.millrace.streaming.api.watermark.Watermark;

/** Older form of a watermark strategy: asked for a watermark from time to time. */
public interface AssignerWithPeriodicWatermarks<T> extends TimestampAssigner<T> {

    /** The watermark now; null, or one that is not newer than the last, says nothing new. */
    Watermark getCurrentWatermark();
}
