// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.functions.sink.filesystem.bucketassigners;

import io.millrace.annotation.PublicEvolving;
import io.millrace.core.io.SimpleVersionedSerializer;
import io.millrace.streaming.api.functions.sink.filesystem.BucketAssigner;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Objects;

/**
 * A bucket for each stretch of processing time, by default each hour of the machine's time zone:
 * {@code 2026-11-29--17}.
 *
 * @param <IN> the record
 */
@PublicEvolving
public class DateTimeBucketAssigner<IN> implements BucketAssigner<IN, String> {

    private static final long serialVersionUID = 1L;

    private static final String HOURLY = "yyyy-MM-dd--HH";

    private final String formatString;
    private final ZoneId zoneId;

    private transient DateTimeFormatter formatter;

    /**
     * The instant that was formatted last, and the bucket it gave: most records share it with the
     * one before.
     */
    private transient long lastTime;

    private transient String lastBucket;

    public DateTimeBucketAssigner() {
        this(HOURLY);
    }

    /** With a pattern of {@link DateTimeFormatter}. */
    public DateTimeBucketAssigner(String formatString) {
        this(formatString, ZoneId.systemDefault());
    }

    public DateTimeBucketAssigner(ZoneId zoneId) {
        this(HOURLY, zoneId);
    }

    /**
     * @throws IllegalArgumentException if the pattern is none of {@link DateTimeFormatter}
     */
    public DateTimeBucketAssigner(String formatString, ZoneId zoneId) {
        this.formatString = Objects.requireNonNull(formatString, "formatString");
        this.zoneId = Objects.requireNonNull(zoneId, "zoneId");
        try {
            this.formatter = DateTimeFormatter.ofPattern(formatString).withZone(zoneId);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "'" + formatString + "' is no date pattern: " + e.getMessage(), e);
        }
    }

    @Override
    public String getBucketId(IN element, BucketAssigner.Context context) {
        long time = context.currentProcessingTime();
        if (lastBucket == null || time != lastTime) {
            if (formatter == null) {
                formatter = DateTimeFormatter.ofPattern(formatString).withZone(zoneId);
            }
            lastBucket = formatter.format(Instant.ofEpochMilli(time));
            lastTime = time;
        }
        return lastBucket;
    }

    @Override
    public SimpleVersionedSerializer<String> getSerializer() {
        return SimpleVersionedStringSerializer.INSTANCE;
    }

    @Override
    public String toString() {
        return "DateTimeBucketAssigner{" + formatString + ", " + zoneId + "}";
    }
}
