// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.runtime.tasks;

import io.millrace.annotation.Internal;

/** Is given the clock of the task that it belongs to. */
@Internal
public interface ProcessingTimeServiceAware {

    void setProcessingTimeService(ProcessingTimeService processingTimeService);
}
