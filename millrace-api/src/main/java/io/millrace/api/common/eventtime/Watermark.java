// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.eventtime;

import io.millrace.annotation.Public;
import java.io.Serializable;
import java.text.SimpleDateFormat;
import java.util.Date;
import java.util.Locale;
import java.util.TimeZone;

/**
 * A mark in a stream that says: no record with this timestamp or an earlier one will follow.
 * Timestamps count milliseconds from the epoch.
 */
@Public
public final class Watermark implements Serializable {

    private static final long serialVersionUID = 1L;

    /** The end of event time: nothing will follow at all. */
    public static final Watermark MAX_WATERMARK = new Watermark(Long.MAX_VALUE);

    private final long timestamp;

    /** A watermark at a time in milliseconds. */
    public Watermark(long timestamp) {
        this.timestamp = timestamp;
    }

    /** The time, in milliseconds. */
    public long getTimestamp() {
        return timestamp;
    }

    /** The time for people, in the zone of this machine, as {@code 2026-11-29 10:00:00.000}. */
    public String getFormattedTimestamp() {
        SimpleDateFormat format = new SimpleDateFormat("yyyy-MM-dd HH:mm:ss.SSS", Locale.ROOT);
        format.setTimeZone(TimeZone.getDefault());
        return format.format(new Date(timestamp));
    }

    @Override
    public boolean equals(Object o) {
        return this == o || (o instanceof Watermark other && other.timestamp == timestamp);
    }

    @Override
    public int hashCode() {
        return Long.hashCode(timestamp);
    }

    @Override
    public String toString() {
        return "Watermark @ " + timestamp + " (" + getFormattedTimestamp() + ')';
    }
}
