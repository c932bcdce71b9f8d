// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api;

/** Which clock a timer waits for. */
public enum TimeDomain {
    /** The watermark. */
    EVENT_TIME,
    /** The clock on the wall. */
    PROCESSING_TIME
}
