// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.connector.source;

import io.millrace.annotation.Public;
import io.millrace.configuration.Configuration;
import io.millrace.metrics.groups.SourceReaderMetricGroup;
import io.millrace.util.UserCodeClassLoader;

/** What surrounds a reader. */
@Public
public interface SourceReaderContext {

    SourceReaderMetricGroup metricGroup();

    Configuration getConfiguration();

    String getLocalHostName();

    /** Which of the readers this is, counted from 0. */
    int getIndexOfSubtask();

    /** Asks the enumerator for a split. */
    void sendSplitRequest();

    /** Sends a message to the enumerator. */
    void sendSourceEventToCoordinator(SourceEvent sourceEvent);

    UserCodeClassLoader getUserCodeClassLoader();

    /** How many readers there are. */
    default int currentParallelism() {
        throw new UnsupportedOperationException(
                "This context does not know the number of readers: " + getClass().getName());
    }
}
