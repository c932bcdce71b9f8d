// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.runtime.streamrecord;

import io.millrace.annotation.Internal;
import io.millrace.streaming.api.watermark.Watermark;
import io.millrace.streaming.runtime.watermarkstatus.WatermarkStatus;

/** What flows in a stream: a record or a watermark. */
@Internal
public abstract class StreamElement {

    public StreamElement() {}

    public final boolean isWatermark() {
        return this instanceof Watermark;
    }

    public final boolean isWatermarkStatus() {
        return this instanceof WatermarkStatus;
    }

    public final boolean isLatencyMarker() {
        return this instanceof LatencyMarker;
    }

    public final boolean isRecordAttributes() {
        return this instanceof RecordAttributes;
    }

    public final boolean isRecord() {
        return this instanceof StreamRecord;
    }

    /**
     * This as a record.
     *
     * @throws ClassCastException when it is none
     */
    @SuppressWarnings("unchecked") // the mirrored signature lets the caller name the type
    public final <E> StreamRecord<E> asRecord() {
        return (StreamRecord<E>) this;
    }

    /**
     * This as a watermark.
     *
     * @throws ClassCastException when it is none
     */
    public final Watermark asWatermark() {
        return (Watermark) this;
    }

    /**
     * This as a status.
     *
     * @throws ClassCastException when it is none
     */
    public final WatermarkStatus asWatermarkStatus() {
        return (WatermarkStatus) this;
    }

    /**
     * This as a latency marker.
     *
     * @throws ClassCastException when it is none
     */
    public final LatencyMarker asLatencyMarker() {
        return (LatencyMarker) this;
    }

    /**
     * This as attributes.
     *
     * @throws ClassCastException when it is none
     */
    public final RecordAttributes asRecordAttributes() {
        return (RecordAttributes) this;
    }
}
