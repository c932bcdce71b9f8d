// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api;

/** The clock a whole program was once told to go by; kept for programs that still say it. */
public enum TimeCharacteristic {
    ProcessingTime,
    IngestionTime,
    EventTime
}
