// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.engine.operator;

/**
 * The watermark of a stream that has several parts: the smallest of those that are not idle. When
 * the last active part becomes idle, the largest that any part has promised: nobody is left to be
 * waited for, and the order in which they fell silent must not matter (case T11).
 */
final class CombinedWatermark {

    /** One part. */
    static final class Part {
        private long watermark = Long.MIN_VALUE;
        private boolean idle;
    }

    private Part[] parts;
    private long combined = Long.MIN_VALUE;
    private boolean idle;

    CombinedWatermark(int count) {
        parts = new Part[count];
        for (int i = 0; i < count; i++) {
            parts[i] = new Part();
        }
        idle = count == 0;
    }

    /** A further part, active, that has promised nothing yet. */
    Part add() {
        Part part = new Part();
        Part[] more = java.util.Arrays.copyOf(parts, parts.length + 1);
        more[parts.length] = part;
        parts = more;
        idle = false;
        return part;
    }

    /** A part that will not be heard of again; returns whether the combined watermark has moved. */
    boolean remove(Part part) {
        parts = java.util.Arrays.stream(parts).filter(p -> p != part).toArray(Part[]::new);
        if (parts.length == 0) {
            idle = true;
            return false;
        }
        return combine();
    }

    /** Returns whether the combined watermark has moved. */
    boolean advance(int part, long watermark) {
        return advance(parts[part], watermark);
    }

    boolean advance(Part part, long watermark) {
        part.idle = false;
        part.watermark = Math.max(part.watermark, watermark);
        return combine();
    }

    /** Returns whether the combined watermark has moved. */
    boolean setIdle(int part, boolean partIdle) {
        return setIdle(parts[part], partIdle);
    }

    boolean setIdle(Part part, boolean partIdle) {
        part.idle = partIdle;
        return combine();
    }

    /** What the part has promised; {@link Long#MIN_VALUE} for nothing. */
    static long watermark(Part part) {
        return part.watermark;
    }

    static boolean isIdle(Part part) {
        return part.idle;
    }

    /** Whether every part is idle. */
    boolean isIdle() {
        return idle;
    }

    /** Never goes back. */
    long watermark() {
        return combined;
    }

    private boolean combine() {
        boolean allIdle = true;
        long smallestActive = Long.MAX_VALUE;
        long largest = Long.MIN_VALUE;
        for (Part part : parts) {
            largest = Math.max(largest, part.watermark);
            if (!part.idle) {
                allIdle = false;
                smallestActive = Math.min(smallestActive, part.watermark);
            }
        }
        idle = allIdle;
        long now = allIdle ? largest : smallestActive;
        if (now <= combined) {
            return false;
        }
        combined = now;
        return true;
    }
}
