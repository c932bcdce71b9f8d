// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.environment;

import io.millrace.annotation.Public;
import io.millrace.configuration.Configuration;

/** An environment whose jobs run in this JVM: here, every one. */
@Public
@SuppressWarnings("try") // close() is as open as AutoCloseable's, in Flink too
public class LocalStreamEnvironment extends StreamExecutionEnvironment {

    public LocalStreamEnvironment() {
        this(new Configuration());
    }

    /** With these settings. */
    public LocalStreamEnvironment(Configuration configuration) {
        super(configuration);
    }
}
