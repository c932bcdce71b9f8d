// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.runtime.streamrecord;

import io.millrace.annotation.Internal;
import java.util.Objects;

/** A value and, where it has one, its timestamp. Can be filled again with another. */
@Internal
public final class StreamRecord<T> extends StreamElement {

    private T value;
    private long timestamp;
    private boolean hasTimestamp;

    /** Without a timestamp. */
    public StreamRecord(T value) {
        this.value = value;
    }

    /** With a timestamp in milliseconds. */
    public StreamRecord(T value, long timestamp) {
        this.value = value;
        this.timestamp = timestamp;
        this.hasTimestamp = true;
    }

    public T getValue() {
        return value;
    }

    /** Milliseconds, or {@code Long.MIN_VALUE} when there is none. */
    public long getTimestamp() {
        return hasTimestamp ? timestamp : Long.MIN_VALUE;
    }

    public boolean hasTimestamp() {
        return hasTimestamp;
    }

    /** Fills this object with another value; the timestamp stays. */
    @SuppressWarnings(
            "unchecked") // the same object goes on under another type, as the signature says
    public <X> StreamRecord<X> replace(X element) {
        this.value = (T) element;
        return (StreamRecord<X>) this;
    }

    /** Fills this object with another value and timestamp. */
    @SuppressWarnings("unchecked") // see above
    public <X> StreamRecord<X> replace(X element, long timestamp) {
        this.value = (T) element;
        this.timestamp = timestamp;
        this.hasTimestamp = true;
        return (StreamRecord<X>) this;
    }

    public void setTimestamp(long timestamp) {
        this.timestamp = timestamp;
        this.hasTimestamp = true;
    }

    public void eraseTimestamp() {
        this.hasTimestamp = false;
    }

    /** A new record with this one's timestamp. */
    public StreamRecord<T> copy(T valueCopy) {
        StreamRecord<T> copy = new StreamRecord<>(valueCopy);
        copy.timestamp = timestamp;
        copy.hasTimestamp = hasTimestamp;
        return copy;
    }

    /** Fills the target with the value and this one's timestamp. */
    public void copyTo(T valueCopy, StreamRecord<T> target) {
        target.value = valueCopy;
        target.timestamp = timestamp;
        target.hasTimestamp = hasTimestamp;
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof StreamRecord<?> that
                && hasTimestamp == that.hasTimestamp
                && (!hasTimestamp || timestamp == that.timestamp)
                && Objects.equals(value, that.value);
    }

    @Override
    public int hashCode() {
        return 31 * Objects.hashCode(value) + (hasTimestamp ? Long.hashCode(timestamp) : 0);
    }

    @Override
    public String toString() {
        return "Record @ " + (hasTimestamp ? timestamp : "(undef)") + " : " + value;
    }
}
