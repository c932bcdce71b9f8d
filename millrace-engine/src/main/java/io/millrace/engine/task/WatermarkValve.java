// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.task;

/**
 * The watermark of one logical input: the smallest of its channels', leaving out those that are
 * idle and those that came back from idleness and have not caught up. When all are idle, the
 * largest counts (case T11: the result must not depend on who went idle first). Never moves back.
 * Used by its task only.
 */
final class WatermarkValve {

    private final long[] watermarks;
    private final boolean[] idle;
    private final boolean[] behind;
    private long current = Long.MIN_VALUE;
    private boolean allIdle;

    WatermarkValve(int channels) {
        watermarks = new long[channels];
        java.util.Arrays.fill(watermarks, Long.MIN_VALUE);
        idle = new boolean[channels];
        behind = new boolean[channels];
    }

    /** A channel's watermark; true when the input's has moved. */
    boolean watermark(int channel, long timestamp) {
        if (timestamp == Long.MAX_VALUE) {
            idle[channel] = false; // the end of the data counts, whatever the channel said before
        }
        if (idle[channel] || timestamp <= watermarks[channel]) {
            return false;
        }
        watermarks[channel] = timestamp;
        if (behind[channel] && timestamp >= current) {
            behind[channel] = false;
        }
        return advance();
    }

    /** A channel became idle or active; true when the input's watermark has moved. */
    boolean idle(int channel, boolean nowIdle) {
        if (idle[channel] == nowIdle) {
            return false;
        }
        idle[channel] = nowIdle;
        behind[channel] = !nowIdle && watermarks[channel] < current;
        return advance();
    }

    private boolean advance() {
        long least = Long.MAX_VALUE;
        long most = Long.MIN_VALUE;
        boolean anyActive = false;
        boolean anyCounted = false;
        for (int i = 0; i < watermarks.length; i++) {
            most = Math.max(most, watermarks[i]);
            if (!idle[i]) {
                anyActive = true;
                if (!behind[i]) {
                    anyCounted = true;
                    least = Math.min(least, watermarks[i]);
                }
            }
        }
        allIdle = !anyActive;
        long next = allIdle ? most : anyCounted ? least : current;
        if (next > current) {
            current = next;
            return true;
        }
        return false;
    }

    long current() {
        return current;
    }

    boolean isIdle() {
        return allIdle;
    }
}
