// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.metrics.groups;

import io.millrace.annotation.PublicEvolving;
import io.millrace.metrics.Counter;
import io.millrace.metrics.Gauge;

/** The metrics of a source reader. */
@PublicEvolving
public interface SourceReaderMetricGroup extends OperatorMetricGroup {

    /** Records that could not be read. */
    Counter getNumRecordsInErrorsCounter();

    /** Registers how many bytes are still to be fetched. */
    void setPendingBytesGauge(Gauge<Long> pendingBytesGauge);

    /** Registers how many records are still to be fetched. */
    void setPendingRecordsGauge(Gauge<Long> pendingRecordsGauge);
}
