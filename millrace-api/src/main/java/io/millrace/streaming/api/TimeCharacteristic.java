// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api;

import io.millrace.annotation.PublicEvolving;

/**
 * What time means in a program of old.
 *
 * @deprecated event time and processing time can be used side by side; nothing needs to be set
 */
@Deprecated
@PublicEvolving
public enum TimeCharacteristic {
    /** The clock of the machine. */
    ProcessingTime,
    /** The clock of the machine when a record came in. */
    IngestionTime,
    /** The timestamp of each record. */
    EventTime
}
