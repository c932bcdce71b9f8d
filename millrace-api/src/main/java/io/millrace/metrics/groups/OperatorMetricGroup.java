// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.metrics.groups;

import io.millrace.annotation.PublicEvolving;
import io.millrace.metrics.MetricGroup;

/** The metrics of an operator. */
@PublicEvolving
public interface OperatorMetricGroup extends MetricGroup {

    /** Its records and bytes in and out. */
    OperatorIOMetricGroup getIOMetricGroup();
}
