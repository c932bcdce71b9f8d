// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.common.io.statistics;

import io.millrace.annotation.Public;
import io.millrace.annotation.PublicEvolving;

/** What a format knows of the size of its input. */
@Public
public interface BaseStatistics {

    @PublicEvolving long SIZE_UNKNOWN = -1;

    @PublicEvolving long NUM_RECORDS_UNKNOWN = -1;

    @PublicEvolving float AVG_RECORD_BYTES_UNKNOWN = -1.0f;

    /** In bytes. */
    @PublicEvolving
    long getTotalInputSize();

    @PublicEvolving
    long getNumberOfRecords();

    /** In bytes. */
    @PublicEvolving
    float getAverageRecordWidth();
}
