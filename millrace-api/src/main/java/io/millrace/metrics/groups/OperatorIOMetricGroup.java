// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.metrics.groups;

import io.millrace.annotation.PublicEvolving;
import io.millrace.metrics.Counter;
import io.millrace.metrics.MetricGroup;

/** Records and bytes in and out of an operator. */
@PublicEvolving
public interface OperatorIOMetricGroup extends MetricGroup {

    /** Records in. */
    Counter getNumRecordsInCounter();

    /** Records out. */
    Counter getNumRecordsOutCounter();

    /** Bytes in. */
    Counter getNumBytesInCounter();

    /** Bytes out. */
    Counter getNumBytesOutCounter();
}
