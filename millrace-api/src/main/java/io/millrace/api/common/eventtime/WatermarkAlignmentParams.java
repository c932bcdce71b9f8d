// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.eventtime;

import io.millrace.annotation.PublicEvolving;
import java.io.Serializable;

/** How far a source may run ahead of others of its group, in event time. */
@PublicEvolving
public final class WatermarkAlignmentParams implements Serializable {

    private static final long serialVersionUID = 1L;

    /** A source runs as fast as it can. */
    public static final WatermarkAlignmentParams WATERMARK_ALIGNMENT_DISABLED =
            new WatermarkAlignmentParams(Long.MAX_VALUE, "", 0);

    private final long maxAllowedWatermarkDrift;
    private final String watermarkGroup;
    private final long updateInterval;

    /**
     * Sources of a group wait for each other.
     *
     * @param maxAllowedWatermarkDrift how far ahead, in milliseconds
     * @param watermarkGroup the group's name
     * @param updateInterval how often they compare, in milliseconds
     */
    public WatermarkAlignmentParams(
            long maxAllowedWatermarkDrift, String watermarkGroup, long updateInterval) {
        this.maxAllowedWatermarkDrift = maxAllowedWatermarkDrift;
        this.watermarkGroup = watermarkGroup;
        this.updateInterval = updateInterval;
    }

    /** Whether a source waits at all. */
    public boolean isEnabled() {
        return maxAllowedWatermarkDrift < Long.MAX_VALUE;
    }

    /** How far ahead, in milliseconds. */
    public long getMaxAllowedWatermarkDrift() {
        return maxAllowedWatermarkDrift;
    }

    /** The group's name. */
    public String getWatermarkGroup() {
        return watermarkGroup;
    }

    /** How often they compare, in milliseconds. */
    public long getUpdateInterval() {
        return updateInterval;
    }
}
