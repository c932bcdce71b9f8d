// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.runtime.operators.windowing;

import io.millrace.annotation.Internal;
import io.millrace.streaming.runtime.streamrecord.StreamRecord;

/**
 * A record of a window with its timestamp, as an evictor sees it.
 *
 * @param <T> the records
 */
@Internal
public class TimestampedValue<T> {

    private final T value;
    private final long timestamp;
    private final boolean hasTimestamp;

    /** Without a timestamp. */
    public TimestampedValue(T value) {
        this.value = value;
        this.timestamp = 0;
        this.hasTimestamp = false;
    }

    /** With a timestamp in milliseconds. */
    public TimestampedValue(T value, long timestamp) {
        this.value = value;
        this.timestamp = timestamp;
        this.hasTimestamp = true;
    }

    public T getValue() {
        return value;
    }

    /**
     * In milliseconds.
     *
     * @throws IllegalStateException when there is none
     */
    public long getTimestamp() {
        if (!hasTimestamp) {
            throw new IllegalStateException(
                    "A record of the window has no timestamp. Did you forget to call"
                            + " assignTimestampsAndWatermarks(...) on the stream?");
        }
        return timestamp;
    }

    public boolean hasTimestamp() {
        return hasTimestamp;
    }

    /** The same as a stream record. */
    public StreamRecord<T> getStreamRecord() {
        StreamRecord<T> record = new StreamRecord<>(value);
        if (hasTimestamp) {
            record.setTimestamp(timestamp);
        }
        return record;
    }

    /** The value and the timestamp of a stream record. */
    public static <T> TimestampedValue<T> from(StreamRecord<T> streamRecord) {
        return streamRecord.hasTimestamp()
                ? new TimestampedValue<>(streamRecord.getValue(), streamRecord.getTimestamp())
                : new TimestampedValue<>(streamRecord.getValue());
    }
}
