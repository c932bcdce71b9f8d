// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.connector.source;

import io.millrace.annotation.Public;
import io.millrace.api.common.eventtime.WatermarkOutput;

/** Where a reader puts records and watermarks, of one split or of all. */
@Public
public interface SourceOutput<T> extends WatermarkOutput {

    /** Emits a record that has no timestamp of the source's. */
    void collect(T record);

    /** Emits a record to which the source gives a timestamp, in milliseconds. */
    void collect(T record, long timestamp);
}
