// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.connector.sink2;

import io.millrace.annotation.Public;
import io.millrace.metrics.groups.SinkCommitterMetricGroup;

/** What surrounds a committer. */
@Public
public interface CommitterInitContext extends InitContext {

    SinkCommitterMetricGroup metricGroup();
}
