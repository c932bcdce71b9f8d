// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.api.java.io;

import io.millrace.annotation.Public;
import io.millrace.api.common.io.OutputFormat;
import io.millrace.configuration.Configuration;

/**
 * Writes nothing.
 *
 * @param <T> the records
 */
@Public
public class DiscardingOutputFormat<T> implements OutputFormat<T> {

    private static final long serialVersionUID = 1L;

    @Override
    public void configure(Configuration parameters) {}

    @Override
    @Deprecated
    public void open(int taskNumber, int numTasks) {}

    @Override
    public void writeRecord(T record) {}

    @Override
    public void close() {}
}
