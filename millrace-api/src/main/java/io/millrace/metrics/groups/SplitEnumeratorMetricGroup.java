// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.metrics.groups;

import io.millrace.annotation.PublicEvolving;
import io.millrace.metrics.Gauge;

/** The metrics of a split enumerator. */
@PublicEvolving
public interface SplitEnumeratorMetricGroup extends OperatorCoordinatorMetricGroup {

    /** Registers how many splits wait to be given to a reader. */
    <G extends Gauge<Long>> G setUnassignedSplitsGauge(G unassignedSplitsGauge);
}
