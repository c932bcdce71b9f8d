// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.functions.sink;

import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.SupportsConcurrentExecutionAttempts;
import io.millrace.api.common.TaskInfo;
import io.millrace.configuration.Configuration;

/** Prints each record on a line of standard output or error. */
@PublicEvolving
public class PrintSinkFunction<IN> extends RichSinkFunction<IN>
        implements SupportsConcurrentExecutionAttempts {

    private static final long serialVersionUID = 1L;

    private final StandardStream stream;

    /** To standard output. */
    public PrintSinkFunction() {
        this("", false);
    }

    /** To standard error when true. */
    public PrintSinkFunction(boolean stdErr) {
        this("", stdErr);
    }

    /** With this name before each line. */
    public PrintSinkFunction(String sinkIdentifier, boolean stdErr) {
        this.stream = new StandardStream(sinkIdentifier, stdErr);
    }

    @Override
    @SuppressWarnings("deprecation") // the mirrored signature is the older one
    public void open(Configuration parameters) throws Exception {
        super.open(parameters);
        TaskInfo task = getRuntimeContext().getTaskInfo();
        stream.open(task.getIndexOfThisSubtask(), task.getNumberOfParallelSubtasks());
    }

    @Override
    public void invoke(IN record) {
        stream.print(record);
    }

    @Override
    public String toString() {
        return stream.toString();
    }
}
