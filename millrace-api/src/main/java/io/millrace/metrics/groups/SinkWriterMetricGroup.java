// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.metrics.groups;

import io.millrace.annotation.PublicEvolving;
import io.millrace.metrics.Counter;
import io.millrace.metrics.Gauge;

/** The metrics of a sink writer. */
@PublicEvolving
public interface SinkWriterMetricGroup extends OperatorMetricGroup {

    /**
     * Records that could not be sent.
     *
     * @deprecated use {@link #getNumRecordsSendErrorsCounter}
     */
    @Deprecated
    Counter getNumRecordsOutErrorsCounter();

    /** Records that could not be sent. */
    Counter getNumRecordsSendErrorsCounter();

    /** Records handed to the outside system. */
    Counter getNumRecordsSendCounter();

    /** Bytes handed to the outside system. */
    Counter getNumBytesSendCounter();

    /** Registers how long the last record took to be sent, in milliseconds. */
    void setCurrentSendTimeGauge(Gauge<Long> currentSendTimeGauge);
}
