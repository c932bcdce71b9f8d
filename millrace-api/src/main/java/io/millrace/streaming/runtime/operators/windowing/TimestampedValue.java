// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.runtime.operators.windowing;

import io.millrace.annotation.PublicEvolving;
import io.millrace.streaming.runtime.streamrecord.StreamRecord;

/**
 * A record and its timestamp, if it has one: what evictors see of a window.
 *
 * @param <T> the record
 */
@PublicEvolving
public class TimestampedValue<T> {

    private final T value;
    private final long timestamp;
    private final boolean hasTimestamp;

    /** Without timestamp. */
    public TimestampedValue(T value) {
        this.value = value;
        this.timestamp = 0;
        this.hasTimestamp = false;
    }

    public TimestampedValue(T value, long timestamp) {
        this.value = value;
        this.timestamp = timestamp;
        this.hasTimestamp = true;
    }

    public T getValue() {
        return value;
    }

    /** {@link Long#MIN_VALUE} where there is none. */
    public long getTimestamp() {
        return hasTimestamp ? timestamp : Long.MIN_VALUE;
    }

    public boolean hasTimestamp() {
        return hasTimestamp;
    }

    public StreamRecord<T> getStreamRecord() {
        return hasTimestamp ? new StreamRecord<>(value, timestamp) : new StreamRecord<>(value);
    }

    public static <T> TimestampedValue<T> from(StreamRecord<T> streamRecord) {
        return streamRecord.hasTimestamp()
                ? new TimestampedValue<>(streamRecord.getValue(), streamRecord.getTimestamp())
                : new TimestampedValue<>(streamRecord.getValue());
    }
}
