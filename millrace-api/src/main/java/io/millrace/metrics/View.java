// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.metrics;

import io.millrace.annotation.Public;

/** A metric that is refreshed from time to time, from a thread of the metrics. */
@Public
public interface View {

    /** How often, in seconds. */
    int UPDATE_INTERVAL_SECONDS = 5;

    /** Called at each interval. */
    void update();
}
