// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.functions.sink;

import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.SupportsConcurrentExecutionAttempts;
import io.millrace.api.connector.sink2.Sink;
import io.millrace.api.connector.sink2.SinkWriter;
import java.io.IOException;

/** Prints each record on a line of standard output or error. */
@PublicEvolving
public class PrintSink<IN> implements Sink<IN>, SupportsConcurrentExecutionAttempts {

    private static final long serialVersionUID = 1L;

    private final String identifier;
    private final boolean stdErr;

    /** To standard output. */
    public PrintSink() {
        this("");
    }

    /** To standard error when true. */
    public PrintSink(boolean stdErr) {
        this("", stdErr);
    }

    /** To standard output, with this name before each line. */
    public PrintSink(String sinkIdentifier) {
        this(sinkIdentifier, false);
    }

    /** With this name before each line. */
    public PrintSink(String sinkIdentifier, boolean stdErr) {
        this.identifier = sinkIdentifier;
        this.stdErr = stdErr;
    }

    @Override
    public SinkWriter<IN> createWriter(InitContext context) throws IOException {
        StandardStream stream = new StandardStream(identifier, stdErr);
        stream.open(
                context.getTaskInfo().getIndexOfThisSubtask(),
                context.getTaskInfo().getNumberOfParallelSubtasks());
        return new SinkWriter<>() {
            @Override
            public void write(IN element, Context context) {
                stream.print(element);
            }

            @Override
            public void flush(boolean endOfInput) {}

            @Override
            public void close() {}
        };
    }

    @Override
    public String toString() {
        return new StandardStream(identifier, stdErr).toString();
    }
}
