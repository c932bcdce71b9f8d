// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.watermark;

import io.millrace.annotation.PublicEvolving;
import io.millrace.streaming.runtime.streamrecord.StreamElement;

/** Says that no record with this timestamp or an older one will follow. */
@PublicEvolving
public class Watermark extends StreamElement {

    /** No record at all will follow. */
    public static final Watermark MAX_WATERMARK = new Watermark(Long.MAX_VALUE);

    /** Nothing has been said yet. */
    public static final Watermark UNINITIALIZED = new Watermark(Long.MIN_VALUE);

    protected final long timestamp;

    /** A watermark at this time, in milliseconds. */
    public Watermark(long timestamp) {
        this.timestamp = timestamp;
    }

    public long getTimestamp() {
        return timestamp;
    }

    @Override
    public boolean equals(Object o) {
        return this == o
                || o != null
                        && o.getClass() == getClass()
                        && ((Watermark) o).timestamp == timestamp;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(timestamp);
    }

    @Override
    public String toString() {
        return "Watermark @ " + timestamp;
    }
}
