// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.flink.shim;

/**
 * As there was in Flink 1. {@code IngestionTime} is not among them: sources that stamp records as
 * they come are not there any more, so a job that asks for them is refused when it is exported.
 */
public enum TimeCharacteristic {
    ProcessingTime,
    EventTime
}
