// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.streaming.api.functions.sink.v2;

import io.millrace.annotation.PublicEvolving;
import io.millrace.api.common.SupportsConcurrentExecutionAttempts;
import io.millrace.api.connector.sink2.Sink;
import io.millrace.api.connector.sink2.SinkWriter;
import java.io.IOException;

/** Takes records and forgets them. */
@PublicEvolving
public class DiscardingSink<IN> implements Sink<IN>, SupportsConcurrentExecutionAttempts {

    private static final long serialVersionUID = 1L;

    public DiscardingSink() {}

    @Override
    public SinkWriter<IN> createWriter(InitContext context) throws IOException {
        return new SinkWriter<>() {
            @Override
            public void write(IN element, Context context) {}

            @Override
            public void flush(boolean endOfInput) {}

            @Override
            public void close() {}
        };
    }
}
